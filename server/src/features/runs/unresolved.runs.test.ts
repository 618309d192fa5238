import { deleteParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import {
  createRun,
  createUnresolvedRun,
  deleteUnresolvedRun,
  listRuns,
  listUnresolvedRuns,
  resolveUnresolvedRun,
} from '@dossard/contract/runs/run.endpoints.ts';
import { isAsSent } from '@dossard/contract/runs/run.rules.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditLog } from '../../tables/audit.table.ts';
import { submissions } from '../../tables/run.tables.ts';
import { makeCompetition, runOf, unresolvedRunOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

/* Runs of unknown bibs. */

const house = await startTestApp();
let admin: TestCaller;
let referee: TestCaller;
let id: number;
let zoneId: number;
beforeEach(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 2));
  referee = await house.signInAs('referee', id);
});

const params = () => ({ id });
const waiting = async () => (await admin.call(listUnresolvedRuns, { params: params() })).body;
const resolve = (submission: string, dossard: number) =>
  admin.call(resolveUnresolvedRun, { params: { id, submission }, body: { dossard } });

async function createUnresolved(dossard = 99) {
  const run = unresolvedRunOf(id, zoneId, dossard);
  const answer = await referee.call(createUnresolvedRun, { params: params(), body: run });
  return { run, answer };
}

describe('a run of an unknown bib', () => {
  it('is kept, listed for organisers with its possible points, and counts nowhere', async () => {
    const { run, answer } = await createUnresolved();
    expect([answer.status, answer.body.state, isAsSent(answer.body, run)]).toEqual([201, 'waiting', true]);
    const { runs, total } = await waiting();
    expect([total, runs]).toEqual([1, [{ ...answer.body, points: 30, zone_name: expect.any(String) }]]);
    const { rankings } = (await admin.call(getRanking, { params: params() })).body;
    expect(rankings.every((entry: { number_of_runs: number }) => entry.number_of_runs === 0)).toBe(true);
  });

  it('is refused as before by POST /run', async () => {
    expect((await referee.call(createRun, { body: runOf(id, zoneId, 99) })).body.code).toBe('participant_not_found');
  });

  it('is stored once, however often it is sent, also at the same time', async () => {
    const run = unresolvedRunOf(id, zoneId, 99);
    const send = () => referee.call(createUnresolvedRun, { params: params(), body: run });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect((await waiting()).total).toBe(1);
    const other = await referee.call(createUnresolvedRun, { params: params(), body: { ...run, penality: 5 } });
    expect([other.status, other.body.code]).toEqual([409, 'submission_conflict']);
  });

  it.each([
    ['a zone that is not there', { zone_id: 999_999 }, 'zone_not_found'],
    ['another competition', { competition_id: 999_999 }, 'invalid_request'],
    ['no category', { category: '' }, 'invalid_request'],
    ['no gender', { gender: undefined }, 'invalid_request'],
  ])('is refused for %s', async (_, change, code) => {
    const body = { ...unresolvedRunOf(id, zoneId, 99), ...change };
    expect((await referee.call(createUnresolvedRun, { params: params(), body })).body.code).toBe(code);
  });
});

describe('an organiser', () => {
  it('turns it into the run of a rider, with its referee and submission id', async () => {
    const { run } = await createUnresolved();
    const resolved = await resolve(run.submission_id, 2);
    expect([resolved.status, resolved.body]).toEqual([
      200,
      expect.objectContaining({ submission_id: run.submission_id, dossard: 2, points: 30, penality: run.penality }),
    ]);
    const { runs } = (await admin.call(listRuns, { params: { id, dossard: 2 } })).body;
    const name = (await referee.call(createUnresolvedRun, { params: params(), body: run })).body.referee_name;
    expect(runs).toMatchObject([{ dossard: 2, referee_name: name }]);
    expect((await waiting()).total).toBe(0);
  });

  it('resolves it once: to the same rider again returns the same run, to another one is refused', async () => {
    const { run } = await createUnresolved();
    const first = (await resolve(run.submission_id, 2)).body;
    expect((await resolve(run.submission_id, 2)).body).toEqual(first);
    const other = await resolve(run.submission_id, 1);
    expect([other.status, other.body.code]).toEqual([409, 'submission_conflict']);
    // A phone that missed the answer sends it again, and gets the result.
    const again = await referee.call(createUnresolvedRun, { params: params(), body: run });
    expect([again.status, again.body.state]).toEqual([200, 'resolved']);
  });

  it('resolves it to one run when two organisers do so at the same time', async () => {
    const { run } = await createUnresolved();
    const answers = await Promise.all([resolve(run.submission_id, 2), resolve(run.submission_id, 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const counts = await Promise.all(
      [1, 2].map(async (dossard) => (await admin.call(listRuns, { params: { id, dossard } })).body.runs.length),
    );
    expect(counts.sort()).toEqual([0, 1]);
  });

  it('assigns it once, also when POST /run sent the same submission meanwhile', async () => {
    const { run } = await createUnresolved(1);
    await referee.call(createRun, { body: run });
    expect((await resolve(run.submission_id, 1)).body).toMatchObject({ run_number: 1 });
    expect((await admin.call(listRuns, { params: { id, dossard: 1 } })).body.runs).toHaveLength(1);
  });

  it('resolves one that a process of the earlier version took during an upgrade, without a submission', async () => {
    const { run } = await createUnresolved();
    await house.db.delete(submissions).where(eq(submissions.submission_id, run.submission_id));
    expect((await resolve(run.submission_id, 2)).status).toBe(200);
    expect((await referee.call(createUnresolvedRun, { params: params(), body: run })).body.state).toBe('resolved');
  });

  it('is refused without such a rider, and the run stays unresolved', async () => {
    const { run } = await createUnresolved();
    expect((await resolve(run.submission_id, 77)).body.code).toBe('participant_not_found');
    await admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 2 } });
    expect((await resolve(run.submission_id, 2)).body.code).toBe('participant_not_found');
    expect((await waiting()).total).toBe(1);
  });

  it('discards it; it stays in the database and in the history', async () => {
    const { run } = await createUnresolved();
    const discard = () => admin.call(deleteUnresolvedRun, { params: { id, submission: run.submission_id } });
    expect([(await discard()).status, (await waiting()).total]).toEqual([204, 0]);
    expect((await discard()).body.code).toBe('run_not_found');
    expect((await resolve(run.submission_id, 1)).body.code).toBe('run_not_found');
    expect((await referee.call(createUnresolvedRun, { params: params(), body: run })).body.state).toBe('discarded');
    const entries = await house.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, 'unresolved_run'))
      .orderBy(auditLog.id);
    const own = entries.filter(({ subject_key }) => subject_key === run.submission_id);
    expect(own.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['create', referee.id],
      ['delete', admin.id],
    ]);
  });
});
