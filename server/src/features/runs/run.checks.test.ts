import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { listResults } from '@dossard/contract/results/result.endpoints.ts';
import type { RunChecks } from '@dossard/contract/runs/run.check.schema.ts';
import {
  createRun,
  createRunCheck,
  deleteRun,
  listAllRuns,
  listRunChecks,
  listRuns,
  settleRunCheck,
  updateRun,
} from '@dossard/contract/runs/run.endpoints.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { doors, makeCompetition, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

const house = await startTestApp();
let admin: TestCaller;
let editor: TestCaller;
let competitionId: number;
let zoneId: number;
beforeEach(async () => {
  ({ admin, competitionId, zoneId } = await makeCompetition(house, 3));
  editor = await house.signInAs('editor', competitionId);
});

const params = () => ({ id: competitionId });
/** Records a run of the doors 1 to 3, one foot, 61.5 s, by default. */
const ride = async (dossard: number, more: Record<string, unknown> = {}) =>
  (await admin.call(createRun, { body: runOf(competitionId, zoneId, dossard, more) })).body;
const check = (dossard: number, more: Record<string, unknown> = {}, by = editor) => {
  const { submission_id, competition_id, ...line } = runOf(competitionId, zoneId, dossard, { chrono_sec: 61, ...more });
  return by.call(createRunCheck, { params: params(), body: line });
};
const settle = (keep: 'recorded' | 'paper', run_number = 1, by = editor) =>
  by.call(settleRunCheck, { params: params(), body: { dossard: 1, run_number, keep } });
const checks = async (): Promise<RunChecks> => (await editor.call(listRunChecks, { params: params() })).body;
const counts = async () => (await checks()).zones.map(({ runs, checked, differ }) => [runs, checked, differ]);

test('a zone shows how many of its runs were checked, by whom, and which bibs are missing', async () => {
  for (const dossard of [1, 2, 3]) await ride(dossard);
  expect((await check(1)).body).toMatchObject({ outcome: 'same', run: { dossard: 1, run_number: 1 } });
  expect((await check(2, { penality: 3 }, admin)).body).toMatchObject({ outcome: 'differs', run: { penality: 1 } });
  expect(await checks()).toMatchObject({
    zones: [
      {
        zone_id: zoneId,
        runs: 3,
        checked: 1,
        differ: 1,
        unchecked: [3],
        checked_by: [
          { name: 'Camille Exemple', runs: 1 },
          { name: 'Camille Exemple', runs: 1 },
        ],
        groups: [{ category: 'U13', gender: 'F', runs: 3, checked: 1 }],
      },
    ],
    differences: [
      {
        first_name: 'Zoé',
        last_name: 'Garnier 2',
        run: { dossard: 2, penality: 1, chrono_sec: 61.5 },
        paper: { ...doors(1, 2, 3), penality: 3, chrono_sec: 61 },
        checked_by: 'Camille Exemple',
      },
    ],
  });
});

test('the results count the checked runs of each group, until a correction', async () => {
  const checked = async () => (await admin.call(listResults, { params: params() })).body.groups[0].checked;
  for (const dossard of [1, 2]) await ride(dossard);
  const run = await ride(3);
  expect(await checked()).toBe(0);
  await check(1);
  await check(2, { penality: 3 });
  await check(3);
  expect(await checked()).toBe(2);
  const listed = async (query: object) =>
    (await admin.call(listAllRuns, { params: params(), query: { ...query } })).body.runs
      .map(({ dossard, checked: is }: Run) => [dossard, is])
      .sort();
  expect(await listed({ checked: 'true' })).toEqual([
    [1, true],
    [3, true],
  ]);
  expect(await listed({ checked: 'false' })).toEqual([[2, false]]);
  await admin.call(updateRun, { body: { ...run, penality: 2 } });
  expect(await checked()).toBe(1);
  expect(await listed({ checked: 'true' })).toEqual([[1, true]]);
});

test('a run that is only on paper is reported as missing, and nothing is stored', async () => {
  expect((await check(1)).body).toEqual({ outcome: 'missing', run: null });
  await ride(1);
  await check(1);
  expect((await check(1, { penality: 5 })).body).toEqual({ outcome: 'missing', run: null });
  expect(await counts()).toEqual([[1, 1, 0]]);
});

test('two people who type one sheet check each run once', async () => {
  await ride(1);
  await ride(1, { ...doors(), penality: 5 });
  for (const by of [editor, admin]) {
    expect((await check(1, {}, by)).body).toMatchObject({ outcome: 'same', run: { run_number: 1 } });
    expect((await check(1, { ...doors(6), penality: 5 }, by)).body).toMatchObject({
      outcome: 'differs',
      run: { run_number: 2 },
    });
  }
  expect(await counts()).toEqual([[2, 1, 1]]);
  const alike = await Promise.all([check(1, { penality: 4 }), check(1, { penality: 4 }, admin)]);
  expect(alike.map(({ body }) => body.outcome)).toEqual(['missing', 'missing']);
});

describe('where paper and phone differ', () => {
  beforeEach(async () => {
    await ride(1);
    await check(1, { ...doors(1, 2, 3, 4), penality: 0 }, admin);
  });
  const read = async () => (await admin.call(listRuns, { params: { ...params(), dossard: 1 } })).body.runs;

  it('keeping the recorded run changes nothing', async () => {
    expect((await settle('recorded')).body).toMatchObject({ points: 30, version: 1 });
    expect(await counts()).toEqual([[1, 1, 0]]);
    expect((await checks()).differences).toEqual([]);
  });

  it('keeping the paper corrects the run, but not a time that the paper has only in whole seconds', async () => {
    expect((await settle('paper')).body).toMatchObject({ points: 40, penality: 0, chrono_sec: 61.5, version: 2 });
    expect(await read()).toMatchObject([{ ...doors(1, 2, 3, 4), penality: 0, version: 2 }]);
    expect(await counts()).toEqual([[1, 1, 0]]);
    const { entries } = (await admin.call(listHistory, { params: params(), query: { kind: 'run' } })).body;
    expect(entries[0]).toMatchObject({ action: 'update', subject: { key: '1/1' }, actor: { id: editor.id } });
    await admin.call(restoreEntry, { params: { ...params(), entry: entries[0].id } });
    expect(await read()).toMatchObject([{ points: 30 }]);
    expect(await counts()).toEqual([[1, 0, 0]]);
  });

  it('is decided once', async () => {
    expect((await settle('paper')).status).toBe(200);
    const again = await settle('recorded', 1, admin);
    expect([again.status, again.body.code]).toEqual([404, 'run_not_found']);
    expect((await check(1, { ...doors(1, 2, 3, 4), penality: 0 })).body.outcome).toBe('same');
  });

  it('is listed again when the run was corrected since', async () => {
    const [run] = await read();
    await admin.call(updateRun, { body: { ...run, penality: 2 } });
    expect(await counts()).toEqual([[1, 0, 0]]);
    const answer = await settle('paper');
    expect([answer.status, answer.body.code, answer.body.run.penality]).toEqual([409, 'edit_conflict', 2]);
    expect((await check(1, { penality: 2 })).body.outcome).toBe('same');
    expect(await counts()).toEqual([[1, 1, 0]]);
  });

  it('is no longer listed once the run is deleted', async () => {
    await admin.call(deleteRun, { query: { competitionID: competitionId, dossard: 1, runNumber: 1 } });
    expect(await checks()).toEqual({ zones: [], differences: [] });
    const answer = await settle('paper');
    expect([answer.status, answer.body.code]).toEqual([404, 'run_not_found']);
  });
});

test.each([
  ['a bib that is not entered', { dossard: 99 }, 404, 'participant_not_found'],
  ['a zone that is not there', { zone_id: 2_000_000 }, 404, 'zone_not_found'],
  ['a sixth foot', { penality: 6 }, 400, 'invalid_request'],
  ['a time of more than two minutes', { chrono_sec: 499 }, 400, 'invalid_request'],
])('%s is refused', async (_, more, status, code) => {
  const answer = await check(1, more);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test('identical runs are checked one after the other', async () => {
  await ride(1);
  await ride(1);
  expect((await check(1)).body.run.run_number).toBe(1);
  expect((await check(1)).body.run.run_number).toBe(2);
  expect((await check(1)).body).toMatchObject({ outcome: 'same' });
  expect(await counts()).toEqual([[2, 2, 0]]);
});
