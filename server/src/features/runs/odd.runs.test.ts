import { getRankingAt, listHistory } from '@dossard/contract/history/history.endpoints.ts';
import { findParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { getPersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { getRanking, getRiderRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { exportResults } from '@dossard/contract/results/result.endpoints.ts';
import { createRun, listDoubtfulRuns, listRuns, updateRun, verifyRun } from '@dossard/contract/runs/run.endpoints.ts';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCompetition, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

/* Runs with values that no call would accept: they are shown, exported and corrected like any other. */

const house = await startTestApp();
let admin: TestCaller;
let id: number;
let zoneId: number;
beforeEach(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 2));
});

/** Returns the statuses of every call that shows runs of rider 1. */
async function showAll(submissionID: string): Promise<Record<string, number>> {
  const calls = {
    findParticipant: admin.call(findParticipant, { params: { id, dossard: 1 } }),
    getPersonalData: admin.call(getPersonalData, { params: { id, dossard: 1 } }),
    listRuns: admin.call(listRuns, { params: { id, dossard: 1 } }),
    verifyRun: admin.call(verifyRun, { query: { submissionID } }),
    listDoubtfulRuns: admin.call(listDoubtfulRuns, { params: { id } }),
    getRanking: admin.call(getRanking, { params: { id } }),
    getRiderRanking: admin.call(getRiderRanking, { params: { id, dossard: 1 } }),
    getRankingAt: admin.call(getRankingAt, { params: { id }, query: { time: '2199-12-31T23:59:59.9999999Z' } }),
    exportResults: admin.call(exportResults, { params: { id } }),
    listHistory: admin.call(listHistory, { params: { id } }),
  };
  const answers = await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, (await call).status]));
  return Object.fromEntries(answers);
}
const allShown = (statuses: Record<string, number>) =>
  expect(statuses).toEqual(Object.fromEntries(Object.keys(statuses).map((name) => [name, 200])));

describe('a run', () => {
  it('keeps its year when its time has more digits than are stored', async () => {
    const run = runOf(id, zoneId, 1, { recorded_at: '2199-12-31T23:59:59.9999999Z' });
    const { status, body } = await admin.call(createRun, { body: run });
    expect([status, body.recorded_at]).toEqual([201, '2199-12-31T23:59:59.999Z']);
    allShown(await showAll(run.submission_id));
    const again = await admin.call(createRun, { body: run });
    expect([again.status, again.body.recorded_at]).toEqual([200, '2199-12-31T23:59:59.999Z']);
  });

  it.each([
    "recorded_at = '2200-01-01T00:00:00Z'",
    "recorded_at = '0001-01-01T00:00:00Z', received_at = '0001-01-01T00:00:00Z'",
    'penality = 32767, chrono_sec = 99999.99, version = 2147483646',
    "referee_name = '', phone_id = ''",
  ])('stored with %s is shown and corrected', async (changes) => {
    const other = await house.signInAs('referee', id);
    const run = runOf(id, zoneId, 1);
    await admin.call(createRun, { body: run });
    await other.call(createRun, { body: runOf(id, zoneId, 1) });
    await house.db.execute(sql`update runs set ${sql.raw(changes)} where competition_id = ${id}`);
    allShown(await showAll(run.submission_id));
    const corrected = await admin.call(updateRun, { body: { ...run, run_number: 1, chrono_sec: 60 } });
    expect([corrected.status, corrected.body.chrono_sec]).toEqual([200, 60]);
    allShown(await showAll(run.submission_id));
  });
});
