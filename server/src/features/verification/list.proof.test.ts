import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { updateStatus } from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import type { ListedRider } from '@dossard/contract/results/official.list.schema.ts';
import { declareResult } from '@dossard/contract/results/result.endpoints.ts';
import { createRun, deleteRun, updateRun } from '@dossard/contract/runs/run.endpoints.ts';
import { decideTie } from '@dossard/contract/ties/tie.endpoints.ts';
import { updateZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { linkHash } from '../../chain/chain.link.ts';
import { digestEntry } from '../../chain/entry.digest.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { officialLists } from '../../tables/result.tables.ts';
import { competitionInput, doors, graduation, makeCompetition, runOf, tens } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { sha256 } from '../../tools/sha256.ts';
import { hashRanking } from '../declarations/frozen.ranking.ts';
import { verifyChain } from './verify.chain.ts';

/* Official lists are computed again from the log, and compared with the stored bytes (H5). */

const house = await startTestApp();
const { db } = house;
const girls = { category: 'U13', gender: 'F' } as const;
let admin: TestCaller;
let id: number;
let zoneId: number;

beforeEach(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 4));
  const settings = { ...competitionInput, ranking_rule: { runs: 'all', tie_breaks: ['count_back', 'jury'] } };
  await admin.call(updateCompetition, { params: { id }, body: settings as never });
  for (const dossard of [1, 2, 3, 4]) await admin.call(createRun, { body: runOf(id, zoneId, dossard, doors(1, 2)) });
  await admin.call(createRun, { body: runOf(id, zoneId, 4, doors(3)) });
  await admin.call(deleteRun, { query: { competitionID: id, dossard: 4, runNumber: 2 } });
  await admin.call(decideTie, { params: { id }, body: { ...girls, dossards: [4, 2, 1, 3], reason: 'Vidéo' } });
  await publish('');
});

let published = 0;
async function publish(reason: string) {
  published += 1;
  const headers = { 'idempotency-key': `publication-${published}` };
  const body = { ...girls, state: 'official', reason, jury: ['Alix Juge'] } as const;
  expect(
    (await admin.call(declareResult, { params: { id }, headers, body: { ...body, jury: ['Alix Juge'] } })).status,
  ).toBe(200);
}
const verify = () => verifyChain(db, { id, name: 'Trial' }, []);
const ofList = (revision: number) => sql`competition_id = ${id} and revision = ${revision}`;

/** Recomputes all hashes of the log, like an expert attacker. */
async function rewriteChain(): Promise<void> {
  const entries = await db.select().from(auditLog).where(eq(auditLog.competition_id, id)).orderBy(asc(auditLog.link));
  let hash = '';
  for (const entry of entries) {
    hash = linkHash(hash, digestEntry(entry, entry.seals ?? []) ?? '', entry.at);
    await db.execute(sql`update audit_log set hash = ${hash} where id = ${entry.id} and competition_id = ${id}`);
  }
  await db.update(competitions).set({ chain_head: hash }).where(eq(competitions.id, id));
}

/** Replaces text in the body of a list, and computes its hash again, in the log too. */
async function rewriteList(revision: number, change: (body: string) => string): Promise<void> {
  const [list] = await db.select().from(officialLists).where(ofList(revision));
  const body = change(list?.body ?? '');
  const rankings = JSON.parse(body).rankings.map(
    ({ name_sha256, ...rider }: ListedRider & { name_sha256: string }) => rider,
  );
  const hashes = { sha256: sha256(body), ranking_sha256: hashRanking(rankings) };
  await db
    .update(officialLists)
    .set({ body, ...hashes })
    .where(ofList(revision));
  await db.execute(sql`update audit_log set after = after || ${JSON.stringify({ sha256: sha256(body) })}::jsonb
    where competition_id = ${id} and after->>'sha256' = ${list?.sha256 ?? ''}`);
  await rewriteChain();
}

describe('an official list', () => {
  it('follows from the log, also after everything has changed since', async () => {
    const params = { id };
    const [list] = await db.select().from(officialLists).where(ofList(1));
    expect(JSON.parse(list?.body ?? '')).toMatchObject({
      rules_version: 1,
      rankings: [{ dossard: 4, rank: 1 }, {}, {}, {}],
    });
    await admin.call(updateZone, {
      params: { id, zoneId },
      body: { name: 'Autre', graduations: [graduation('U13', 'F', tens)] },
    });
    await admin.call(updateStatus, { body: { competition_id: id, dossard_number: 4, status: 'dsq', reason: 'x' } });
    await admin.call(updateRun, { body: { ...runOf(id, zoneId, 1, doors(6)), run_number: 1, reason: 'Erreur' } });
    await publish('Correction');
    const settings = { ...competitionInput, name: 'Autre', ranking_rule: { runs: 'best_per_zone', tie_breaks: [] } };
    await admin.call(updateCompetition, { params, body: settings as never });
    await publish('Autre règle');
    expect(await verify()).toMatchObject({ problem: undefined, unproven: [] });
  });

  it('names what cannot be computed since a rider was erased, and is no problem', async () => {
    await admin.call(erasePersonalData, { params: { id, dossard: 2 } });
    expect(await verify()).toMatchObject({
      problem: undefined,
      unproven: [{ about: 'official list U13 F, revision 1', reason: 'names_erased' }],
    });
  });

  it.each([
    ['its body', sql`body = replace(body, '"rank":1', '"rank":9')`],
    ['its body with its hash', sql`body = body || ' ', sha256 = encode(sha256(decode(body || ' ', 'escape')), 'hex')`],
    ['the hash of its ranking', sql`ranking_sha256 = 'x'`],
    ['a name', sql`names = jsonb_set(names, '{0,name,last_name}', '"Autre"')`],
    ['its jury', sql`jury = '["Autre"]'`],
    ['its reason', sql`reason = 'Autre'`],
    ['its time', sql`published_at = '2027-06-12T23:00:00Z'`],
    ['its revision', sql`revision = 2`],
  ])('that was changed in its table is reported: %s', async (_, change) => {
    await db.execute(sql`update official_lists set ${change} where ${ofList(1)}`);
    expect((await verify()).problem).toMatchObject({
      kind: 'row',
      about: expect.stringContaining('official list U13 F'),
    });
  });

  it('is missed, and one that was added is reported', async () => {
    await db.execute(sql`insert into official_lists (competition_id, category_key, gender, category, revision,
        published_at, jury, body, sha256, ranking_sha256, names)
      select competition_id, category_key, gender, category, 2, published_at, jury, body, sha256, ranking_sha256, names
      from official_lists where ${ofList(1)}`);
    expect((await verify()).problem).toEqual({ kind: 'row', about: 'official list U13 F, revision 2' });
    await db.execute(sql`delete from official_lists where competition_id = ${id}`);
    expect((await verify()).problem).toMatchObject({ about: 'official list U13 F, revision 1' });
  });

  it('that does not follow from the runs is reported, though all hashes were computed anew', async () => {
    await rewriteList(1, (body) => body.replace(/"total_points":\d+/, '"total_points":999'));
    expect((await verify()).problem).toMatchObject({ kind: 'list', about: 'official list U13 F, revision 1' });
  });

  it('reveals a run that was changed with its entry, though all hashes were computed anew', async () => {
    await db.execute(sql`update runs set door6 = true where competition_id = ${id} and dossard = 3`);
    await db.execute(sql`update audit_log set after = jsonb_set(after, '{door6}', 'true')
      where competition_id = ${id} and subject_key = '3/1'`);
    await rewriteChain();
    expect((await verify()).problem).toMatchObject({ kind: 'list' });
  });

  it('of older rules that rank otherwise is not computed again', async () => {
    await rewriteList(1, (body) =>
      body.replace('"rules_version":1,', '').replace(/"total_points":\d+/, '"total_points":999'),
    );
    expect((await verify()).unproven).toEqual([{ about: 'official list U13 F, revision 1', reason: 'older_rules' }]);
  });
});
