import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateProfile } from '@dossard/contract/accounts/account.endpoints.ts';
import type { ChainHead } from '@dossard/contract/chain/chain.schema.ts';
import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { createComplaint, decideComplaint } from '@dossard/contract/complaints/complaint.endpoints.ts';
import { updateMember } from '@dossard/contract/members/member.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  importParticipants,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { declareResult, holdResults } from '@dossard/contract/results/result.endpoints.ts';
import {
  createRun,
  createUnresolvedRun,
  deleteRun,
  updateRun,
  verifyRun,
} from '@dossard/contract/runs/run.endpoints.ts';
import { decideTie } from '@dossard/contract/ties/tie.endpoints.ts';
import { updateZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { linkHash } from '../../chain/chain.link.ts';
import { digestEntry } from '../../chain/entry.digest.ts';
import { startHousekeeping } from '../../housekeeping.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { competitionInput, makeCompetition, rider, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { verifyChain, verifyChains } from './verify.chain.ts';

const house = await startTestApp();
const { db } = house;
let admin: TestCaller;
let id: number;
let zoneId: number;
/** The receipt of the second of three runs. */
let receipt: { submission_id: string; head: ChainHead };

beforeEach(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 3));
  const answers = [];
  for (const dossard of [1, 2, 3]) answers.push(await admin.call(createRun, { body: runOf(id, zoneId, dossard) }));
  receipt = answers[1]?.body;
});

const anchor = () => ({ competition_id: id, head: receipt.head, submission_id: receipt.submission_id, from: 'phone' });
const verify = (anchors = [anchor()]) => verifyChain(db, { id, name: 'Trial' }, anchors);
const problem = async (anchors?: ReturnType<typeof anchor>[]) => (await verify(anchors)).problem;
const entries = () => db.select().from(auditLog).where(eq(auditLog.competition_id, id)).orderBy(asc(auditLog.link));
const ofRun = (dossard: number) => sql`competition_id = ${id} and subject_key = ${`${dossard}/1`}`;

/** Rewrites a chain like an expert attacker: recomputes all hashes and the head. */
async function rewrite(): Promise<void> {
  let hash = '';
  const all = await entries();
  for (const [index, entry] of all.entries()) {
    hash = linkHash(hash, digestEntry(entry, entry.seals ?? []) ?? '', entry.at);
    await db.execute(
      sql`update audit_log set hash = ${hash}, link = ${-1 - index} where id = ${entry.id} and competition_id = ${id}`,
    );
  }
  await db.execute(sql`update audit_log set link = -link where competition_id = ${id}`);
  await db.update(competitions).set({ chain_length: all.length, chain_head: hash }).where(eq(competitions.id, id));
}

describe('a chain', () => {
  // ASVS 16.4.2
  it('stays valid through every kind of write (H1)', async () => {
    const run = { ...runOf(id, zoneId, 1), run_number: 1, penality: 2 };
    await admin.call(updateRun, { body: run });
    await admin.call(deleteRun, { query: { competitionID: id, dossard: 3, runNumber: 1 } });
    await admin.call(updateParticipant, { body: rider(id, 2, { last_name: 'Garnier-Été', club: 'Vélo « ½ »' }) });
    await admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 3 } });
    const bytes = '7;U13;Petit;Inès;F\n8;U13;Nom\u2028long;Zoé;F\n2;U13;Garnier-Été;Léa;F\n';
    await admin.call(importParticipants, { params: { id }, file: { name: 'a.csv', bytes } });
    const reports = await verifyChains(db, [anchor()]);
    expect(reports.filter(({ problem }) => problem)).toEqual([]);
    const [head] = await db.select().from(competitions).where(eq(competitions.id, id));
    expect((await verify()).head).toEqual({ length: head?.chain_length, sha256: head?.chain_head });
    expect(head?.chain_length).toBe((await entries()).length);
  });

  it('is one chain however many write at the same time', async () => {
    const referees = await Promise.all([1, 2, 3, 4].map(() => house.signInAs('referee', id)));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => referees[n % 4]?.call(createRun, { body: runOf(id, zoneId, 1 + (n % 3)) })),
    );
    expect(answers.map((answer) => answer?.status)).toEqual(Array(40).fill(201));
    const heads = answers.map((answer) => answer?.body.head.length);
    expect(new Set(heads).size).toBe(40);
    expect(await problem()).toBeUndefined();
  });

  it('causes no deadlock: settings, riders, roles, results, runs and accounts at the same time', async () => {
    const referee = await house.signInAs('referee', id);
    const params = { id };
    const writes: ((n: number) => Promise<{ status: number; body: { code?: string } }>)[] = [
      (n) => referee.call(createRun, { body: runOf(id, zoneId, 1 + (n % 3)) }),
      (n) => admin.call(updateCompetition, { params, body: { ...competitionInput, name: `Trial ${n}` } }),
      (n) => admin.call(updateParticipant, { body: rider(id, 1 + (n % 3), { club: `Club ${n}` }) }),
      (n) =>
        admin.call(declareResult, {
          params,
          body: { category: 'U13', gender: 'F', state: 'official', reason: `${n}` },
        }),
      (n) => admin.call(updateRun, { body: { ...runOf(id, zoneId, 2), run_number: 1, penality: n % 5, reason: 'x' } }),
      (n) => admin.call(updateMember, { params, body: { user_id: referee.id, role: n % 2 ? 'referee' : 'admin' } }),
      (n) => referee.call(updateProfile, { body: { first_name: 'Alix', last_name: `Juge ${n}` } }),
      (n) => admin.call(updateZone, { params: { id, zoneId }, body: { name: `Zone ${n}` } }),
    ];
    const answers = await Promise.all(Array.from({ length: 96 }, (_, n) => writes[n % writes.length]?.(n)));
    expect(answers.filter((answer) => answer && answer.status >= 500).map((answer) => answer?.body)).toEqual([]);
    expect((await verifyChains(db, [anchor()])).filter(({ problem: found }) => found)).toEqual([]);
  });

  it('returns its head with each run, and the present head on a retry (H4)', async () => {
    const run = runOf(id, zoneId, 1);
    const [first, again] = [await admin.call(createRun, { body: run }), await admin.call(createRun, { body: run })];
    expect(first.body.head).toEqual({
      length: receipt.head.length + 2,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const asked = await admin.call(verifyRun, { query: { submissionID: run.submission_id } });
    expect([again.body.head, asked.body.run.head]).toEqual([first.body.head, first.body.head]);
  });
});

describe('a change made directly in the database is reported:', () => {
  test.each([
    ['points of a run', sql`after = jsonb_set(after, '{door6}', 'true')`],
    ['who did it', sql`actor_id = 999`],
    ['when', sql`at = '2027-06-12T10:00:00Z'`],
    ['a name', sql`after = jsonb_set(after, '{referee_name}', '"Autre"')`],
    ['a name with its salt', sql`after = jsonb_set(after, '{referee_name}', '"Autre"'), seals = '[{"salt":"x"}]'`],
    ['a name as if it was erased', sql`after = jsonb_set(after, '{referee_name}', '""'), seals = '[{"digest":"x"}]'`],
  ])('%s', async (_, change) => {
    const place = (await entries()).findIndex(({ subject_key }) => subject_key === '2/1') + 1;
    await db.execute(sql`update audit_log set ${change} where ${ofRun(2)}`);
    expect(await problem()).toMatchObject({ kind: 'altered', link: place });
  });

  test('a removed entry, also when the others are renumbered', async () => {
    const place = (await entries()).findIndex(({ subject_key }) => subject_key === '1/1') + 1;
    await db.execute(sql`delete from audit_log where ${ofRun(1)}`);
    expect(await problem([])).toMatchObject({ kind: 'removed', link: place });
    await db.execute(sql`update audit_log set link = -link where competition_id = ${id} and link > ${place}`);
    await db.execute(sql`update audit_log set link = -link - 1 where competition_id = ${id} and link < 0`);
    expect(await problem([])).toMatchObject({ kind: 'altered', link: place });
  });

  test('an inserted entry, with a link or without', async () => {
    const copy = sql`insert into audit_log (competition_id, action, subject, subject_key, after)
      select competition_id, action, subject, '2/2', after from audit_log where ${ofRun(2)}`;
    await db.execute(copy);
    expect(await problem()).toMatchObject({ kind: 'inserted' });
    const all = await entries();
    const place = all.findIndex(({ subject_key }) => subject_key === '2/1') + 2;
    await db.execute(sql`update audit_log set link = -link where competition_id = ${id} and link >= ${place}`);
    await db.execute(sql`update audit_log set link = -link + 1 where competition_id = ${id} and link < 0`);
    const inserted = all.find(({ link }) => link === null);
    const before = all[place - 2]?.hash ?? '';
    const seals = [{ salt: 'x' }];
    const hash = inserted && linkHash(before, digestEntry(inserted, seals) ?? '', inserted.at);
    const linked = { hash: hash ?? null, link: place, seals };
    await db
      .update(auditLog)
      .set(linked)
      .where(eq(auditLog.id, inserted?.id ?? 0));
    expect(await problem()).toMatchObject({ kind: 'inserted', link: place });
  });

  test('a run that was changed, added or removed in its table only', async () => {
    await db.execute(sql`update runs set door4 = true where competition_id = ${id} and dossard = 2`);
    expect(await problem()).toEqual({ kind: 'row', about: 'run 2/1' });
    await db.execute(sql`update runs set door4 = false where competition_id = ${id} and dossard = 2`);
    expect(await problem()).toBeUndefined();
    await db.execute(sql`delete from runs where competition_id = ${id} and dossard = 2`);
    expect(await problem()).toEqual({ kind: 'row', about: 'run 2/1' });
  });

  describe('a row that was changed in its table only (H3):', () => {
    test.each([
      ['the points of a graduation', 'update graduations set points_door6 = points_door6 + 5', 'graduation'],
      ['the group of a graduation', "update graduations set category = 'U99'", 'graduation'],
      ['a removed graduation', 'delete from graduations', 'graduation'],
      ['a disqualification', "update participants set status = 'dsq'", 'participant'],
      ['a rider’s name', "update participants set last_name = 'Autre'", 'participant'],
      ['a hidden rider', 'update participants set deleted_at = now()', 'participant'],
      [
        'the ranking rule',
        `update competitions set ranking_rule = ranking_rule || '{"runs": "best_per_zone"}'`,
        'compet',
      ],
      ['the visibility', 'update competitions set is_public = not is_public', 'competition'],
      ['the previous round', 'update competitions set follows = 1', 'round'],
      ['the name of a zone', "update zones set name = 'Autre'", 'zone'],
      ['a role', "update members set role = 'viewer'", 'member'],
      ['a declared result', "update group_results set state = 'running'", 'result'],
      ['what is held of a result', 'update group_results set held = null', 'result'],
      ['the release of what is held', 'update group_results set release_at = null', 'result'],
      ['the jury’s order of a tie', "update tie_decisions set dossards = '[1, 3]'", 'decision about the tie'],
      ['the reason of an order', "update tie_decisions set reason = 'x'", 'decision about the tie'],
      ['a complaint', "update complaints set state = 'refused'", 'complaint'],
      ['an unresolved run', 'update unresolved_runs set door1 = not door1', 'run of an unknown bib'],
      ['a removed unresolved run', 'delete from unresolved_runs', 'run of an unknown bib'],
    ])('%s', async (_, change, kind) => {
      const rule = { runs: 'all', tie_breaks: ['jury'] };
      await admin.call(updateCompetition, {
        params: { id },
        body: { ...competitionInput, ranking_rule: rule } as never,
      });
      const params = { id };
      const tie = { category: 'U13', gender: 'F', dossards: [3, 1, 2], reason: 'Vidéo' } as const;
      await admin.call(decideTie, { params, body: { ...tie, dossards: [...tie.dossards] } });
      await admin.call(createComplaint, { params, body: { dossard: 1, text: 'Porte 4', run_number: 1 } });
      const referee = await house.signInAs('referee', id);
      await admin.call(updateMember, { params, body: { user_id: referee.id, role: 'editor' } });
      const unknown = { ...runOf(id, zoneId, 99), category: 'U13', gender: 'F' as const };
      expect((await admin.call(createUnresolvedRun, { params, body: unknown })).status).toBe(201);
      const release_at = new Date(Date.now() + 3_600_000).toISOString();
      await admin.call(holdResults, { params, body: { groups: null, held: 'podium', release_at } });
      const declared = { category: 'U13', gender: 'F', state: 'provisional' } as const;
      await admin.call(declareResult, { params, body: declared });
      expect(await problem()).toBeUndefined();
      const key = change.includes('competitions') ? 'id' : 'competition_id';
      await db.execute(sql.raw(`${change} ${/where/.test(change) ? 'and' : 'where'} ${key} = ${id}`));
      expect(await problem()).toEqual({ kind: 'row', about: expect.stringContaining(kind) });
    });
  });

  test('a removed tail, also with the head, by a phone’s receipt (H4)', async () => {
    const [last] = (await entries()).slice(-1);
    await db.execute(sql`delete from audit_log where ${ofRun(3)} or ${ofRun(2)}`);
    await db.execute(sql`delete from runs where competition_id = ${id} and dossard > 1`);
    expect(await problem()).toMatchObject({ kind: 'cut', link: (last?.link ?? 0) - 1 });
    await rewrite();
    expect(await problem([])).toBeUndefined();
    expect(await problem()).toMatchObject({ kind: 'cut', about: 'phone' });
  });

  test('a recomputed chain, by a phone’s receipt (H4)', async () => {
    await db.execute(sql`update runs set door6 = true where competition_id = ${id} and dossard = 1`);
    await db.execute(sql`update audit_log set after = jsonb_set(after, '{door6}', 'true') where ${ofRun(1)}`);
    await rewrite();
    expect(await problem([])).toBeUndefined();
    expect(await problem()).toMatchObject({ kind: 'rewritten', link: receipt.head.length, about: 'phone' });
  });

  test('a receipt of a run that was never logged, and one of an unknown competition', async () => {
    expect(await problem([{ ...anchor(), submission_id: 'never' }])).toEqual({
      kind: 'never_recorded',
      about: 'phone',
    });
    const away = (await verifyChains(db, [{ ...anchor(), competition_id: 999_999 }])).at(-1);
    expect(away).toMatchObject({ competition_id: 999_999, problem: { kind: 'cut' } });
  });
});

describe('an entry that an older process writes after this one has started', () => {
  beforeEach(async () => {
    await db.execute(sql`insert into audit_log (competition_id, action, subject, subject_key, before, after)
      select competition_id, 'update', subject, subject_key, after, after from audit_log
      where competition_id = ${id} and subject = 'participant' and subject_key = '1'`);
    expect(await problem()).toMatchObject({ kind: 'inserted' });
  });

  it('is linked within the hour (H1)', async () => {
    const onTrouble = (error: Error) => expect.fail(error.message);
    const clock = () => new Date();
    await startHousekeeping({ db, clock, mailFolder: await mkdtemp(join(tmpdir(), 'mails-')), onTrouble }).stop();
    expect(await problem()).toBeUndefined();
  });

  it('is erased with its rider', async () => {
    expect((await admin.call(erasePersonalData, { params: { id, dossard: 1 } })).status).toBe(204);
    expect(await problem()).toBeUndefined();
    expect(JSON.stringify(await entries())).not.toContain('Garnier 1');
  });
});

describe('an erased rider', () => {
  it('is removed from the log, and the chain stays valid (H2)', async () => {
    await admin.call(updateRun, { body: { ...runOf(id, zoneId, 1), run_number: 1, penality: 2 } });
    await admin.call(erasePersonalData, { params: { id, dossard: 1 } });
    expect(await verify()).toMatchObject({ problem: undefined, erased: 1 });
    expect(JSON.stringify(await entries())).not.toContain('Garnier 1');
  });

  describe('named by a jury', () => {
    beforeEach(async () => {
      const byJury = { ...competitionInput, ranking_rule: { runs: 'all', tie_breaks: ['jury'] } } as const;
      await admin.call(updateCompetition, { params: { id }, body: byJury as never });
      for (const [dossards, reason] of [
        [[3, 1, 2], 'Garnier 1 devant'],
        [[1, 3, 2], 'Vidéo de Garnier 1'],
      ] as const) {
        const body = { category: 'U13', gender: 'F', dossards: [...dossards], reason } as const;
        await admin.call(decideTie, { params: { id }, body });
      }
      const said = { dossard: 1, text: 'Garnier 1 a passé la porte 4', run_number: 1 };
      const { body } = await admin.call(createComplaint, { params: { id }, body: said });
      const decision = { outcome: 'refused', jury: ['Alix Juge'], reason: 'Garnier 1 a touché' } as const;
      await admin.call(decideComplaint, { params: { id, complaint: body.id }, body: { ...decision } });
    });

    it('is removed from decisions and complaints too, and the chain stays valid (H2)', async () => {
      await admin.call(erasePersonalData, { params: { id, dossard: 1 } });
      expect(await problem()).toBeUndefined();
      expect(JSON.stringify(await entries())).not.toContain('Garnier 1');
      await admin.call(erasePersonalData, { params: { id, dossard: 2 } });
      expect(await problem()).toBeUndefined();
    });

    it('is removed from the reasons of official lists, but not from those of other groups (E7)', async () => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const declare = (gender: 'F' | 'H', reason: string) =>
        admin.call(declareResult, {
          params: { id },
          headers,
          body: { category: 'U13', gender, state: 'official', reason },
        });
      await admin.call(createParticipant, { body: rider(id, 7, { gender: 'H' }) });
      await declare('F', 'Vidéo de Garnier 1');
      headers['idempotency-key'] = crypto.randomUUID();
      await declare('H', 'Orage');
      await admin.call(erasePersonalData, { params: { id, dossard: 1 } });
      expect(await problem()).toBeUndefined();
      const { rows } = await db.execute(
        sql`select reason from official_lists where competition_id = ${id} order by gender`,
      );
      expect(rows).toEqual([{ reason: '' }, { reason: 'Orage' }]);
      const kept = await db.execute(sql`select answer from idempotency_keys where answer like '%Garnier 1%'`);
      expect([JSON.stringify(await entries()), kept.rows]).toEqual([expect.not.stringContaining('Garnier 1'), []]);
      await db.execute(sql`update audit_log set reason = '', ${digest}
        where competition_id = ${id} and subject = 'result' and subject_key = 'U13 H'`);
      await rewrite();
      expect(await problem([])).toMatchObject({ kind: 'altered', about: expect.stringContaining('U13 H') });
    });

    const digest = sql`seals = (select jsonb_agg('{"digest":"00"}'::jsonb) from jsonb_array_elements(seals))`;
    it.each([
      ['an order', sql`after = jsonb_set(after, '{order}', '"2, 3, 1"')`, 'tie'],
      ['an outcome', sql`after = jsonb_set(after, '{complaint_state}', '"granted"')`, 'complaint'],
      ['the bib', sql`after = jsonb_set(after, '{dossard}', '2')`, 'complaint'],
      ['words as if they were erased', sql`reason = '', ${digest}`, 'tie'],
    ])('reveals a change of %s', async (_, change, subject) => {
      await admin.call(erasePersonalData, { params: { id, dossard: 1 } });
      await db.execute(sql`update audit_log set ${change} where competition_id = ${id} and subject = ${subject}`);
      expect(await problem()).toMatchObject({ kind: 'altered' });
    });

    it.each(['tie', 'complaint'])('cannot be feigned for a %s, though all is computed anew', async (subject) => {
      await db.execute(sql`update audit_log set ${digest}
        where competition_id = ${id} and subject = ${subject}`);
      await rewrite();
      expect(await problem([])).toMatchObject({ kind: 'altered', about: expect.stringContaining(subject) });
    });
  });

  it('cannot be faked to hide an altered name', async () => {
    await admin.call(erasePersonalData, { params: { id, dossard: 1 } });
    await db.execute(sql`update audit_log set seals = jsonb_build_array(jsonb_build_object('digest',
        encode(sha256(convert_to('x', 'UTF8')), 'hex'))), after = after || '{"last_name":""}'
      where competition_id = ${id} and subject = 'participant' and subject_key = '2'`);
    expect(await problem()).toMatchObject({ kind: 'altered' });
  });
});
