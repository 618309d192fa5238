import {
  createRun,
  importRuns,
  listRuns,
  listUnresolvedRuns,
  updateRun,
  verifyRun,
} from '@dossard/contract/runs/run.endpoints.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it, test } from 'vitest';
import { auditLog } from '../../tables/audit.table.ts';
import { runs } from '../../tables/run.tables.ts';
import { makeCompetition, outboxFile, outboxRun, runOf } from '../../testing/main.job.ts';
import { printTables } from '../../testing/table.prints.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

/* The outbox file of a phone that stayed offline, imported by an organiser. */

const house = await startTestApp();
let admin: TestCaller;
let referee: TestCaller;
let competitionId: number;
let zoneId: number;
beforeEach(async () => {
  ({ admin, competitionId, zoneId } = await makeCompetition(house, 3));
  referee = await house.signInAs('referee', competitionId);
});

const importing = (file: Record<string, unknown>, by = admin) =>
  by.call(importRuns, { params: { id: competitionId }, body: file });
const run = (dossard: number, more: Record<string, unknown> = {}) => outboxRun(competitionId, zoneId, dossard, more);
const runsOf = async (dossard: number) =>
  (await admin.call(listRuns, { params: { id: competitionId, dossard } })).body.runs;

it('stores each run as its phone would have, with its referee and the time it was ridden', async () => {
  const recorded_at = '2027-06-12T09:12:30.000Z';
  const answer = await importing(outboxFile(competitionId, [run(1, { recorded_at, phone_id: 'k3v9' }), run(2)]));
  expect([answer.status, answer.body]).toEqual([200, { stored: 2, already_there: 0, refused: [] }]);
  expect(await runsOf(1)).toMatchObject([{ run_number: 1, points: 30, referee_name: 'Alix Juge', recorded_at }]);
  const [kept] = await house.db.select().from(runs).where(eq(runs.competition_id, competitionId)).orderBy(runs.dossard);
  expect(kept).toMatchObject({ phone_id: 'k3v9', referee_id: null });
  const history = await house.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.competition_id, competitionId))
    .orderBy(auditLog.id);
  expect(history.filter(({ subject }) => subject === 'run')).toMatchObject([
    { action: 'create', actor_id: admin.id, after: { referee_name: 'Alix Juge' } },
    { action: 'create', actor_id: admin.id },
  ]);
});

it('keeps the run of an unknown bib for the organiser, with the category that the referee saw', async () => {
  const file = outboxFile(competitionId, [run(99, { category: 'U13', gender: 'F' })]);
  expect((await importing(file)).body).toEqual({ stored: 1, already_there: 0, refused: [] });
  expect((await importing(file)).body).toEqual({ stored: 0, already_there: 1, refused: [] });
  const { body } = await admin.call(listUnresolvedRuns, { params: { id: competitionId } });
  expect(body.runs).toMatchObject([{ dossard: 99, category: 'U13', referee_name: 'Alix Juge', state: 'waiting' }]);
});

it('finds all of them the second time, and changes nothing', async () => {
  const file = outboxFile(competitionId, [run(1), run(2), run(3)]);
  await importing(file);
  const before = await printTables(house.db);
  expect((await importing(file)).body).toEqual({ stored: 0, already_there: 3, refused: [] });
  expect(await printTables(house.db)).toEqual(before);
});

it('finds a run that arrived meanwhile, also a corrected one, and a late resend finds the imported one', async () => {
  const arrived = runOf(competitionId, zoneId, 1);
  await referee.call(createRun, { body: arrived });
  await admin.call(updateRun, { body: { ...arrived, run_number: 1, penality: 4 } });
  const late = runOf(competitionId, zoneId, 2);
  const file = outboxFile(competitionId, [
    { ...arrived, referee_name: 'Camille Exemple' },
    { ...late, referee_name: 'Camille Exemple', user: referee.id },
  ]);
  expect((await importing(file)).body).toEqual({ stored: 1, already_there: 1, refused: [] });
  expect((await referee.call(createRun, { body: { ...late, phone_id: 'new-app' } })).status).toBe(200);
  const verified = await referee.call(verifyRun, { query: { submissionID: late.submission_id } });
  expect(verified.body.exists).toBe(true);
  expect([(await runsOf(1)).length, (await runsOf(2)).length]).toEqual([1, 1]);
});

it('refuses runs one by one with the reason, and stores the others', async () => {
  const known = runOf(competitionId, zoneId, 1);
  await referee.call(createRun, { body: known });
  const file = outboxFile(competitionId, [
    run(2),
    run(99, { submission_id: 'nobody' }),
    run(1, { submission_id: 'six-dabs', penality: 6 }),
    { ...known, penality: 3, referee_name: 'Alix Juge' },
    run(1, { submission_id: 'elsewhere', competition_id: competitionId + 1 }),
    { nonsense: true },
    run(3),
  ]);
  const { status, body } = await importing(file);
  expect([status, body.stored, body.already_there]).toEqual([200, 2, 0]);
  expect(body.refused).toMatchObject([
    {
      submission_id: 'nobody',
      dossard: 99,
      code: 'participant_not_found',
      message: 'No participant has this bib number.',
    },
    { submission_id: 'six-dabs', dossard: 1, code: 'invalid_request' },
    { submission_id: known.submission_id, dossard: 1, code: 'submission_conflict' },
    { submission_id: 'elsewhere', code: 'invalid_request', message: 'These runs belong to another competition.' },
    { submission_id: null, dossard: null, code: 'invalid_request' },
  ]);
  expect(body.refused[1].message).toContain('5');
});

it('accepts a referee from the file only if they belong to this competition', async () => {
  const stranger = await house.signIn();
  await importing(
    outboxFile(competitionId, [run(1, { user: stranger.id }), run(2, { user: referee.id }), run(3, { user: 'x' })]),
  );
  const kept = await house.db.select().from(runs).where(eq(runs.competition_id, competitionId)).orderBy(runs.dossard);
  expect(kept.map(({ referee_id }) => referee_id)).toEqual([null, referee.id, null]);
});

test.each<[string, (file: ReturnType<typeof outboxFile>) => Record<string, unknown>, string]>([
  ['of another competition', (file) => ({ ...file, competition_id: competitionId + 1 }), 'competition_id'],
  ['of another kind', ({ dossard_outbox: _, ...file }) => file, 'dossard_outbox'],
  ['of a later format', (file) => ({ ...file, dossard_outbox: 2 }), 'dossard_outbox'],
  ['without runs', ({ runs: _, ...file }) => file, 'runs'],
  ['of more than 2,000 runs', (file) => ({ ...file, runs: Array(2_001).fill({}) }), 'runs'],
])('a file %s is refused as a whole', async (_, spoil, path) => {
  const before = await printTables(house.db);
  const answer = await importing(spoil(outboxFile(competitionId, [run(1)])));
  expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path }]]);
  expect(await printTables(house.db)).toEqual(before);
});
