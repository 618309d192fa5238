import { findParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { listRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { expect, it } from 'vitest';
import { makeCompetition } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';

const house = await startTestApp();

it('an account with many concurrent reads does not delay others', async () => {
  const { admin, competitionId } = await makeCompetition(house, 3);
  const referee = await house.signInAs('referee', competitionId);
  const params = { id: competitionId, dossard: 1 };
  let answered = 0;
  const flood = Array.from({ length: 200 }, async () => {
    const { status } = await admin.call(listRuns, { params });
    answered += 1;
    return status;
  });
  expect((await referee.call(findParticipant, { params })).status).toBe(200);
  expect(answered).toBeLessThan(100);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
});
