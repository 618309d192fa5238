import { createRun, createRunsOfSheet, listRuns, verifyRun } from '@dossard/contract/runs/run.endpoints.ts';
import { beforeEach, expect, it } from 'vitest';
import { makeCompetition, runOf } from '../../testing/main.job.ts';
import { printTables } from '../../testing/table.prints.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

/* Runs recorded on paper and typed by an editor. */

const house = await startTestApp();
let editor: TestCaller;
let competitionId: number;
let zoneId: number;
beforeEach(async () => {
  ({ competitionId, zoneId } = await makeCompetition(house, 3));
  editor = await house.signInAs('editor', competitionId);
});

const send = (runs: unknown, by = editor, language = 'en') =>
  by.call(createRunsOfSheet, {
    params: { id: competitionId },
    body: { runs } as never,
    headers: { 'accept-language': language },
  });
const run = (dossard: number, more: Record<string, unknown> = {}) => ({
  ...runOf(competitionId, zoneId, dossard),
  ...more,
});

it('stores each run under its submission id, with the person who typed it', async () => {
  const recorded_at = '2027-06-12T09:12:30.000Z';
  const typed = run(1, { recorded_at });
  const answer = await send([typed, run(1), run(2)]);
  expect([answer.status, answer.body]).toEqual([200, { stored: 3, known: 0, refused: [] }]);
  const { body } = await editor.call(listRuns, { params: { id: competitionId, dossard: 1 } });
  expect(body.runs).toMatchObject([{ run_number: 1, recorded_at }, { run_number: 2 }]);
  const verified = await editor.call(verifyRun, { query: { submissionID: typed.submission_id } });
  expect(verified.body).toMatchObject({ exists: true, run: { run_number: 1 } });
});

it('adds nothing when it is sent again, and recognises the runs that a phone has sent', async () => {
  const referee = await house.signInAs('referee', competitionId);
  const fromPhone = run(1);
  await referee.call(createRun, { body: fromPhone });
  const sheet = [fromPhone, run(2)];
  expect((await send(sheet)).body).toEqual({ stored: 1, known: 1, refused: [] });
  const before = await printTables(house.db);
  expect((await send(sheet)).body).toEqual({ stored: 0, known: 2, refused: [] });
  expect(await printTables(house.db)).toEqual(before);
});

it('stores the good runs and refuses each bad one with its reason', async () => {
  const taken = run(1);
  await send([taken]);
  const bad = [
    run(99),
    run(2, { chrono_sec: 120.5 }),
    run(2, { zone_id: 2_000_000_000 }),
    run(2, { competition_id: competitionId + 1 }),
    { ...taken, penality: 5 },
    run(2, { submission_id: 'not an id' }),
    {},
  ];
  const answer = await send([...bad, run(3)]);
  expect([answer.status, answer.body.stored, answer.body.known]).toEqual([200, 1, 0]);
  expect(answer.body.refused.map(({ code, dossard }: { code: string; dossard: number }) => [code, dossard])).toEqual([
    ['participant_not_found', 99],
    ['invalid_request', 2],
    ['zone_not_found', 2],
    ['invalid_request', 2],
    ['submission_conflict', 1],
    ['invalid_request', 2],
    ['invalid_request', null],
  ]);
  const messages = answer.body.refused.map(({ message }: { message: string }) => message);
  expect(messages.every((message: string) => message.length > 10)).toBe(true);
  const [{ message }] = (await send([run(2, { chrono_sec: 120.5 })], editor, 'fr')).body.refused;
  expect(message).toMatch(/chrono/);
});

it('accepts at most 200 runs, and only from callers who may edit runs', async () => {
  const many = Array.from({ length: 201 }, () => run(1));
  const answer = await send(many);
  expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: 'runs' }]]);
  expect((await send([], await house.signInAs('referee', competitionId))).status).toBe(403);
  expect((await send([])).body).toEqual({ stored: 0, known: 0, refused: [] });
});
