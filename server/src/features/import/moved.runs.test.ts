import { createRunRequest, decideRunRequest } from '@dossard/contract/judges/desk.endpoints.ts';
import { createRun, createRunCheck, listAllRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { isRunOfSubmission } from '@dossard/contract/runs/run.rules.ts';
import { expect, test } from 'vitest';
import { runRequest, seen } from '../../testing/judging.ts';
import { runOf } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { openDesk, zoe } from './testing/import.desk.ts';

const house = await startTestApp();

test('a run that gets another bib with its rider is known to its phone, and its check and request stay valid', async () => {
  const { admin, competitionId, zoneId, sendRows } = await openDesk(house);
  const params = { id: competitionId };
  await sendRows([zoe]);
  const sent = runOf(competitionId, zoneId, 12);
  await admin.call(createRun, { body: sent });
  const { submission_id, competition_id, ...line } = sent;
  await admin.call(createRunCheck, { params, body: line });
  const request = runRequest(12);
  await admin.call(createRunRequest, { params, body: request });
  await sendRows([[20, ...zoe.slice(1)]], { options: { choices: [{ row: 2, action: 'move' }] } });

  const again = await admin.call(createRun, { body: sent });
  expect([again.status, again.body.dossard, isRunOfSubmission(again.body, sent)]).toEqual([200, 20, true]);
  const { runs } = (await admin.call(listAllRuns, { params, query: { checked: 'true' } })).body;
  expect(runs).toMatchObject([{ dossard: 20, run_number: 1 }]);
  const decision = { params: { ...params, request: request.request_id }, body: { accept: true } };
  expect(await seen(admin.call(decideRunRequest, decision))).toBe(200);
});
