import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { createRunRequest, decideRunRequest } from '@dossard/contract/judges/desk.endpoints.ts';
import { createParticipant, mergeParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { createRun, createRunCheck, listAllRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { isRunOfSubmission } from '@dossard/contract/runs/run.rules.ts';
import { expect, test } from 'vitest';
import { runRequest, seen } from '../../testing/judging.ts';
import { rider, runOf } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { openDesk, zoe } from './testing/import.desk.ts';

const house = await startTestApp();

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Records a run of bib 12, checks it against paper, and asks to correct it. */
async function prepare({ admin, competitionId, zoneId, sendRows }: Desk) {
  const params = { id: competitionId };
  await sendRows([zoe]);
  const sent = runOf(competitionId, zoneId, 12);
  await admin.call(createRun, { body: sent });
  const { submission_id, competition_id, ...line } = sent;
  await admin.call(createRunCheck, { params, body: line });
  const request = runRequest(12);
  await admin.call(createRunRequest, { params, body: request });
  const decision = { params: { ...params, request: request.request_id }, body: { accept: true } };
  return { params, sent, accept: () => seen(admin.call(decideRunRequest, decision)) };
}

const checkedRuns = async ({ admin }: Desk, params: { id: number }) =>
  (await admin.call(listAllRuns, { params, query: { checked: 'true' } })).body.runs;

async function undoLast({ admin }: Desk, params: { id: number }, wanted: string) {
  const { entries } = (await admin.call(listHistory, { params })).body;
  const entry = entries.find(({ action }: { action: string }) => action === wanted).id;
  expect(await seen(admin.call(restoreEntry, { params: { ...params, entry } }))).toBe(200);
}

test('a run that gets another bib with its rider is known to its phone, and its check and request stay valid', async () => {
  const desk = await openDesk(house);
  const { params, sent, accept } = await prepare(desk);
  await desk.sendRows([[20, ...zoe.slice(1)]], { options: { choices: [{ row: 2, action: 'move' }] } });
  const again = await desk.admin.call(createRun, { body: sent });
  expect([again.status, again.body.dossard, isRunOfSubmission(again.body, sent)]).toEqual([200, 20, true]);
  expect(await checkedRuns(desk, params)).toMatchObject([{ dossard: 20, run_number: 1 }]);
  expect(await accept()).toBe(200);
});

test('both stay valid when the move is undone', async () => {
  const desk = await openDesk(house);
  const { params, accept } = await prepare(desk);
  await desk.sendRows([[20, ...zoe.slice(1)]], { options: { choices: [{ row: 2, action: 'move' }] } });
  await undoLast(desk, params, 'import');
  expect(await checkedRuns(desk, params)).toMatchObject([{ dossard: 12, run_number: 1 }]);
  expect(await accept()).toBe(200);
});

test.each([false, true])('a request stays valid when its rider is merged (undone: %s)', async (isUndone) => {
  const desk = await openDesk(house);
  const { params, accept } = await prepare(desk);
  await desk.admin.call(createParticipant, { body: rider(desk.competitionId, 21) });
  expect(await seen(desk.admin.call(mergeParticipants, { params, body: { keep: 21, remove: 12 } }))).toBe(204);
  if (isUndone) await undoLast(desk, params, 'merge');
  expect(await accept()).toBe(200);
});
