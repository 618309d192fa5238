import { createHash } from 'node:crypto';
import { setVisibility, updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  listParticipants,
  swapParticipants,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { getPublicRanking, getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { officialListSchema } from '@dossard/contract/results/official.list.schema.ts';
import * as results from '@dossard/contract/results/result.endpoints.ts';
import {
  createRun,
  createRunCheck,
  deleteRun,
  settleRunCheck,
  updateRun,
} from '@dossard/contract/runs/run.endpoints.ts';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { createMetrics } from '../../metrics/metrics.ts';
import { competitionInput, doors, makeCompetition, rider, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestAnswer, type TestCaller } from '../../testing/test.app.ts';
import { readAnchorsOf } from '../verification/anchor.files.ts';
import { verifyChains } from '../verification/verify.chain.ts';

let now = new Date('2027-06-12T16:00:00.000Z');
/** Records from where rankings were read. */
const read: string[] = [];
const house = await startTestApp(({ db }) => ({
  clock: () => now,
  metrics: { ...createMetrics(db, () => now), rankingRead: (from) => read.push(from) },
}));
const girls = { category: 'U13', gender: 'F' } as const;
let admin: TestCaller;
let id: number;
let zoneId: number;

beforeEach(async () => {
  now = new Date('2027-06-12T16:00:00.000Z');
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 3));
  await admin.call(setVisibility, { body: { competition_id: id, is_public: true } });
  for (const [dossard, won] of [
    [1, 4],
    [2, 3],
    [3, 2],
  ] as const)
    await admin.call(createRun, { body: runOf(id, zoneId, dossard, doors(...[1, 2, 3, 4].slice(0, won))) });
});

const declare = (state: string, more: object = {}) =>
  admin.call(results.declareResult, { params: { id }, body: { ...girls, state, ...more } as never });
const resultOf = async (group: object = girls, by = admin) =>
  (await by.call(results.listResults, { params: { id } })).body.groups.find(
    ({ category, gender }: typeof girls) => JSON.stringify({ category, gender }) === JSON.stringify(group),
  );
const ranking = async () => (await house.visitor.call(getPublicRanking, { params: { id }, query: girls })).body;
const bytesOf = async (revision: number) => {
  const url = `/api/competitions/${id}/results/public/U13/F/${revision}`;
  return (await house.app.inject({ method: 'GET', url })).rawPayload;
};
const listOf = async (revision: number, by: TestCaller = house.visitor) =>
  (
    await by.call(by === house.visitor ? results.getPublicList : results.getOfficialList, {
      params: { id, ...girls, revision },
    })
  ).body;
const refusal = ({ status, body }: TestAnswer) => [status, body.code];
const correction = (more: object = {}) => ({
  ...runOf(id, zoneId, 3, doors(1, 2, 3, 4, 5, 6)),
  run_number: 1,
  ...more,
});

describe('the state of a group (E1, E2)', () => {
  it('is running until it is declared', async () => {
    const running = { state: 'running', revision: 0, complaints_until: null, published_at: null, sha256: null };
    const nothingHeld = { held: null, release_at: null };
    const counted = { riders: 3, expected: null, recorded: 3, missing_runs: 0, missing_riders: 0, checked: 0 };
    expect(await resultOf()).toEqual({
      ...girls,
      ...running,
      ...counted,
      ...nothingHeld,
      differs: false,
      revisions: [],
    });
    const { body } = await house.visitor.call(results.listPublicResults, { params: { id } });
    expect(body.groups).toEqual([
      { ...girls, ...running },
      { category: 'U13', gender: 'H', ...running },
    ]);
    expect(await ranking()).toMatchObject({ state: 'running', revision: 0, differs: false, complaints_until: null });
    const mixed = await house.visitor.call(getPublicRanking, { params: { id }, query: { category: 'U13' } });
    expect(mixed.body).toMatchObject({ state: null, revision: null, differs: false });
  });

  it('is provisional with a time for complaints, shown in rankings immediately, and can run again', async () => {
    const version = (await ranking()).version;
    const complaints_until = '2027-06-12T16:30:00.000Z';
    expect((await declare('provisional', { complaints_until })).body).toMatchObject({
      state: 'provisional',
      complaints_until,
    });
    expect(await ranking()).toMatchObject({
      version: version + 1,
      state: 'provisional',
      revision: 0,
      complaints_until,
    });
    await declare('provisional', { complaints_until });
    expect((await ranking()).version).toBe(version + 1);
    await declare('running');
    expect(await ranking()).toMatchObject({ state: 'running', complaints_until: null });
  });

  it('is declared by admins only, for an existing group', async () => {
    const editor = await house.signInAs('editor', id);
    const body = { ...girls, state: 'provisional' } as const;
    expect(refusal(await editor.call(results.declareResult, { params: { id }, body }))).toEqual([403, 'forbidden']);
    expect(await resultOf(girls, editor)).toMatchObject({ state: 'running' });
    expect((await declare('provisional', { category: 'u 13' })).body.category).toBe('U13');
    expect((await declare('official', { category: 'U99' })).body.errors).toMatchObject([{ path: 'category' }]);
  });

  it('is logged in the history, but cannot be undone there', async () => {
    await declare('official', { jury: ['Alix Juge'] });
    const [entry] = (await admin.call(listHistory, { params: { id }, query: { kind: 'result' } })).body.entries;
    expect(entry).toMatchObject({ action: 'update', subject: { kind: 'result', key: 'U13 F' }, restorable: false });
    expect(entry.after).toMatchObject({ state: 'official', revision: 1, sha256: (await resultOf()).sha256 });
    expect(refusal(await admin.call(restoreEntry, { params: { id, entry: entry.id } }))).toEqual([
      409,
      'not_restorable',
    ]);
  });
});

describe('what is missing (E11)', () => {
  beforeEach(async () => {
    const body = { ...competitionInput, laps: 2 };
    expect((await admin.call(updateCompetition, { params: { id }, body })).status).toBe(200);
  });

  it('is counted as soon as laps are planned, and after each run', async () => {
    expect(await resultOf()).toMatchObject({ expected: 6, recorded: 3, missing_runs: 3, missing_riders: 3 });
    await admin.call(createRun, { body: runOf(id, zoneId, 1, doors(1)) });
    await admin.call(createRun, { body: runOf(id, zoneId, 1, doors(1)) });
    expect(await resultOf()).toMatchObject({ expected: 6, recorded: 5, missing_runs: 2, missing_riders: 2 });
  });

  it('is accepted in words before the list is official, and stands on the list for ever', async () => {
    const refused = await declare('official');
    expect([...refusal(refused), refused.body.missing_runs, refused.body.missing_riders]).toEqual([
      ...[409, 'runs_missing'],
      ...[3, 3],
    ]);
    expect(refusal(await declare('official', { accept_missing: false }))).toEqual([409, 'runs_missing']);
    expect(await resultOf()).toMatchObject({ state: 'running', revision: 0 });
    expect((await declare('official', { accept_missing: true })).body).toMatchObject({ revision: 1, missing_runs: 3 });
    expect((await listOf(1)).list.missing).toEqual({ runs: 3, riders: 3 });
    expect(JSON.parse((await bytesOf(1)).toString()).missing).toEqual({ runs: 3, riders: 3 });
    for (const dossard of [1, 2, 3]) await admin.call(createRun, { body: runOf(id, zoneId, dossard, doors(1)) });
    await declare('official', { reason: 'Tous les passages' });
    expect([(await listOf(1)).list.missing, (await listOf(2)).list.missing]).toEqual([
      { runs: 3, riders: 3 },
      undefined,
    ]);
  });

  it('needs no word while a group is declared provisional', async () => {
    expect((await declare('provisional')).body).toMatchObject({ state: 'provisional', missing_runs: 3 });
  });
});

describe('a competition whose lists need all runs checked on paper (E13)', () => {
  const requireChecks = (official_needs_checked: boolean) =>
    admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, official_needs_checked } });
  const check = (dossard: number, won: number) => {
    const {
      submission_id: _,
      competition_id: __,
      ...line
    } = runOf(id, zoneId, dossard, doors(...[1, 2, 3, 4].slice(0, won)));
    return admin.call(createRunCheck, { params: { id }, body: line });
  };

  it('refuses a list while runs are not checked, whatever is accepted, until the last one is', async () => {
    expect((await requireChecks(true)).body.official_needs_checked).toBe(true);
    for (const more of [{}, { accept_missing: true }]) {
      const refused = await declare('official', more);
      expect([...refusal(refused), refused.body.unchecked_runs]).toEqual([409, 'runs_unchecked', 3]);
    }
    expect((await declare('provisional')).status).toBe(200);
    await check(1, 4);
    await check(2, 3);
    await check(3, 4);
    expect((await declare('official')).body.unchecked_runs).toBe(1);
    await admin.call(settleRunCheck, { params: { id }, body: { dossard: 3, run_number: 1, keep: 'recorded' } });
    expect((await declare('official')).body).toMatchObject({ state: 'official', revision: 1, checked: 3 });
  });

  it('needs the mark again after a correction, which takes it away', async () => {
    await requireChecks(true);
    for (const [dossard, won] of [
      [1, 4],
      [2, 3],
      [3, 2],
    ] as const)
      await check(dossard, won);
    expect(await resultOf()).toMatchObject({ recorded: 3, checked: 3 });
    await admin.call(updateRun, { body: correction() });
    expect(await resultOf()).toMatchObject({ recorded: 3, checked: 2 });
    expect((await declare('official')).body).toMatchObject({ code: 'runs_unchecked', unchecked_runs: 1 });
    await requireChecks(false);
    expect((await declare('official')).status).toBe(200);
  });
});

describe('an official list (E3, E4)', () => {
  it('is frozen: its bytes have the SHA-256 and contain no names', async () => {
    const { body } = await declare('official', { jury: ['Alix Juge', 'Lou Arbitre'] });
    expect(body).toMatchObject({ state: 'official', revision: 1, published_at: now.toISOString(), differs: false });
    const bytes = await bytesOf(1);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(body.sha256);
    const list = officialListSchema.parse(JSON.parse(bytes.toString()));
    expect(
      list.rankings.map(({ rank, dossard, total_points, runs }) => [rank, dossard, total_points, runs.length]),
    ).toEqual([
      [1, 1, 40, 1],
      [2, 2, 30, 1],
      [3, 3, 20, 1],
    ]);
    expect(bytes.toString()).not.toMatch(/Garnier|Zoé/);
    const { names, jury } = await listOf(1);
    expect(jury).toEqual(['Alix Juge', 'Lou Arbitre']);
    const { salt, first_name, last_name, club } = names[0];
    const digest = createHash('sha256')
      .update([salt, first_name, last_name, club ?? ''].join('\n'))
      .digest('hex');
    expect(digest).toBe(list.rankings[0]?.name_sha256);
  });

  it('shows names as the competition chose, and full names to organisers', async () => {
    await declare('official');
    await admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, public_names: 'initials' } });
    expect((await listOf(1)).names[0]).toMatchObject({ first_name: 'Z.', last_name: 'G. 1', salt: null });
    expect((await listOf(1, admin)).names[0]).toMatchObject({ first_name: 'Zoé', last_name: 'Garnier 1' });
  });

  it('gets a next revision only with a reason; the one before stays', async () => {
    await declare('official');
    const first = await bytesOf(1);
    expect(refusal(await declare('official'))).toEqual([422, 'reason_required']);
    expect(refusal(await declare('official', { reason: ' ' }))).toEqual([422, 'reason_required']);
    await admin.call(updateRun, { body: correction({ reason: 'Porte 5 vue par le juge' }) });
    now = new Date('2027-06-12T17:00:00.000Z');
    const { body } = await declare('official', { reason: 'Réclamation accordée' });
    expect(body).toMatchObject({ revision: 2, differs: false, published_at: now.toISOString() });
    expect(
      body.revisions.map(({ revision, reason }: { revision: number; reason: string }) => [revision, reason]),
    ).toEqual([
      [1, null],
      [2, 'Réclamation accordée'],
    ]);
    expect(await bytesOf(1)).toEqual(first);
    expect(JSON.parse((await bytesOf(2)).toString()).rankings[0]).toMatchObject({ dossard: 3, total_points: 60 });
    expect((await listOf(2)).reason).toBe('Réclamation accordée');
  });

  it('gets one revision when two publish at the same time', async () => {
    const answers = await Promise.all([declare('official'), declare('official')]);
    expect(answers.map(refusal).sort()).toEqual([
      [200, undefined],
      [422, 'reason_required'],
    ]);
    expect((await resultOf()).revision).toBe(1);
  });

  it('can be downloaded as xlsx', async () => {
    await declare('official');
    const { status, headers } = await admin.call(results.exportOfficialList, { params: { id, ...girls, revision: 1 } });
    expect([status, String(headers['content-disposition'])]).toEqual([200, expect.stringContaining('.xlsx')]);
  });

  it.each([
    ['U13', 'F', 2],
    ['U13', 'X', 1],
    ['U15', 'F', 1],
  ])('is missing for %s %s %i', async (category, gender, revision) => {
    await declare('official');
    const params = { id, category, gender, revision };
    for (const endpoint of [results.getOfficialJson, results.getPublicList, results.getOfficialList])
      expect(refusal(await admin.call(endpoint, { params }))).toEqual([404, 'list_not_found']);
  });

  it('is found by its SHA-256, and by no other (E8)', async () => {
    const { sha256, published_at } = (await declare('official')).body;
    const verify = (hash: string) => house.visitor.call(results.verifyList, { query: { sha256: hash } });
    expect((await verify(sha256.toUpperCase())).body).toEqual({
      competition_id: id,
      competition_name: competitionInput.name,
      ...girls,
      revision: 1,
      published_at,
      latest_revision: 1,
    });
    expect(refusal(await verify('0'.repeat(64)))).toEqual([404, 'list_not_found']);
    expect(refusal(await verify('short'))).toEqual([400, 'invalid_request']);
  });

  it('anchors the chain, which logs it (H4)', async () => {
    await declare('official');
    const anchors = readAnchorsOf('list.json', await bytesOf(1));
    expect((await verifyChains(house.db, anchors)).filter(({ problem }) => problem)).toEqual([]);
    const other = readAnchorsOf('list.json', Buffer.from(`${await bytesOf(1)}\n`));
    expect((await verifyChains(house.db, other)).find(({ problem }) => problem)?.problem).toMatchObject({
      kind: 'never_recorded',
      about: 'list.json',
    });
  });
});

describe('after publication', () => {
  beforeEach(async () => {
    await declare('official');
  });

  test('a late run counts in the live ranking, which is marked as different; the list stays (E5)', async () => {
    const before = await bytesOf(1);
    await admin.call(createRun, { body: runOf(id, zoneId, 3, doors(1)) });
    expect(await ranking()).toMatchObject({ state: 'official', revision: 1, differs: true });
    expect(await resultOf()).toMatchObject({ state: 'official', revision: 1, differs: true });
    expect(await bytesOf(1)).toEqual(before);
    await admin.call(deleteRun, { query: { competitionID: id, dossard: 3, runNumber: 2, reason: 'En trop' } });
    expect(await ranking()).toMatchObject({ differs: false });
  });

  test('another person behind a bib is a difference, a corrected name is none', async () => {
    await admin.call(updateParticipant, { body: { ...rider(id, 1), first_name: 'Zoë-Lou' } });
    expect([(await ranking()).differs, (await resultOf()).differs]).toEqual([false, false]);
    await admin.call(swapParticipants, { params: { id }, body: { dossards: [2, 3], reason: 'Plaques échangées' } });
    expect([(await ranking()).differs, (await resultOf()).differs]).toEqual([true, true]);
  });

  test('organisers who poll get the cached ranking, including a late run', async () => {
    expect((await resultOf()).differs).toBe(false);
    read.length = 0;
    expect((await resultOf()).revisions).toHaveLength(1);
    expect(read).toEqual(['kept']);
    await admin.call(createRun, { body: runOf(id, zoneId, 3, doors(1)) });
    expect((await resultOf()).differs).toBe(true);
    const { body } = await declare('official', { reason: 'Passage tardif' });
    expect(body).toMatchObject({ revision: 2, differs: false });
    expect((await resultOf()).revisions).toEqual(body.revisions);
    expect(body.revisions.map(({ revision }: { revision: number }) => revision)).toEqual([1, 2]);
  });

  test('a correction needs a reason, which the history keeps (E6)', async () => {
    expect(refusal(await admin.call(updateRun, { body: correction() }))).toEqual([422, 'reason_required']);
    const removal = { competitionID: id, dossard: 3, runNumber: 1 };
    expect(refusal(await admin.call(deleteRun, { query: removal }))).toEqual([422, 'reason_required']);
    expect((await admin.call(updateRun, { body: correction({ reason: 'Vidéo' }) })).status).toBe(200);
    expect((await admin.call(deleteRun, { query: { ...removal, reason: 'Double' } })).status).toBe(204);
    const { entries } = (await admin.call(listHistory, { params: { id }, query: { kind: 'run', limit: 2 } })).body;
    expect(entries.map(({ reason }: { reason: string }) => reason)).toEqual(['Double', 'Vidéo']);
  });

  test('a correction in another group, or once complaints are open again, needs none', async () => {
    await declare('provisional');
    expect((await admin.call(updateRun, { body: correction() })).status).toBe(200);
    expect(await resultOf()).toMatchObject({ state: 'provisional', revision: 1, differs: true });
  });

  test('an erased rider has no name in the list; bib, rank and bytes stay (E7)', async () => {
    const before = await bytesOf(1);
    await admin.call(updateRun, { body: correction({ reason: 'Plainte de Zoé Garnier' }) });
    await declare('official', { reason: 'Accordée' });
    await admin.call(erasePersonalData, { params: { id, dossard: 2 } });
    await admin.call(erasePersonalData, { params: { id, dossard: 3 } });
    const { names, list } = await listOf(1);
    expect(names.map(({ dossard, erased }: { dossard: number; erased: boolean }) => [dossard, erased])).toEqual([
      [1, false],
      [2, true],
      [3, true],
    ]);
    expect(list.rankings.map(({ dossard }: { dossard: number }) => dossard)).toEqual([1, 2, 3]);
    expect(await bytesOf(1)).toEqual(before);
    expect(await ranking()).toMatchObject({ differs: false });
    const { rows } = await house.db.execute(`select t::text from audit_log t where competition_id = ${id}
      union all select t::text from official_lists t where competition_id = ${id}`);
    expect(JSON.stringify(rows)).not.toMatch(/Garnier [23]|Plainte/);
    expect((await verifyChains(house.db, readAnchorsOf('list.json', before))).filter(({ problem }) => problem)).toEqual(
      [],
    );
  });

  test('a group whose riders changed category keeps its list', async () => {
    const riders = (await admin.call(listParticipants, { params: { id } })).body.participants;
    for (const { dossard_number } of riders)
      await admin.call(updateParticipant, { body: rider(id, dossard_number, { category: 'U13 A' }) });
    expect(await resultOf()).toMatchObject({ state: 'official', revision: 1, differs: true });
    expect(await resultOf({ category: 'U13 A', gender: 'F' })).toMatchObject({ state: 'running' });
    expect((await listOf(1)).list.rankings).toHaveLength(3);
  });

  test('a competition that becomes private shows its lists to members only', async () => {
    await admin.call(setVisibility, { body: { competition_id: id, is_public: false } });
    for (const endpoint of [results.getOfficialJson, results.getPublicList, results.listPublicResults]) {
      const answer = await house.visitor.call(endpoint, { params: { id, ...girls, revision: 1 } });
      expect(refusal(answer)).toEqual([404, 'competition_not_found']);
    }
    expect((await listOf(1, admin)).list.revision).toBe(1);
    expect((await admin.call(getRanking, { params: { id }, query: girls })).body.state).toBe('official');
  });
});
