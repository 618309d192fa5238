import { getCounts } from '@dossard/contract/competitions/competition.endpoints.ts';
import { createJudgeLink, deleteJudgeLink } from '@dossard/contract/judges/judge.endpoints.ts';
import { deleteParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { createRun, createUnresolvedRun } from '@dossard/contract/runs/run.endpoints.ts';
import { deleteZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { expect, test } from 'vitest';
import { makeCompetition, runOf, unresolvedRunOf } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';

const house = await startTestApp();

test('counts what a competition has, without what is deleted', async () => {
  const { admin, competitionId: id, zoneId } = await makeCompetition(house, 3);
  const read = async () => (await admin.call(getCounts, { params: { id } })).body;
  const before = await read();
  expect(before).toEqual({
    zones: 1,
    groups: expect.any(Number),
    riders: 3,
    members: 1,
    judge_links: 0,
    runs: 0,
    undecided: 0,
  });
  expect(before.groups).toBeGreaterThan(0);

  await house.signInAs('referee', id);
  // Two phones record the same ride within a moment, and one an unknown bib.
  for (const phone_id of ['phone-one', 'phone-two']) {
    const recorded_at = new Date().toISOString();
    expect((await admin.call(createRun, { body: runOf(id, zoneId, 1, { phone_id, recorded_at }) })).status).toBe(201);
  }
  await admin.call(createUnresolvedRun, { params: { id }, body: unresolvedRunOf(id, zoneId, 99) });
  await admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 3 } });
  const link = () => admin.call(createJudgeLink, { params: { id }, body: { zone_ids: null, phones: 3 } });
  const [, { body: revoked }] = [await link(), await link()];
  await admin.call(deleteJudgeLink, { params: { id, linkId: revoked.id } });
  expect(await read()).toEqual({ ...before, riders: 2, members: 2, judge_links: 1, runs: 2, undecided: 2 });

  const empty = await makeCompetition(house, 0);
  await empty.admin.call(deleteZone, { params: { id: empty.competitionId, zoneId: empty.zoneId } });
  const { body } = await empty.admin.call(getCounts, { params: { id: empty.competitionId } });
  expect(body).toEqual({ zones: 0, groups: 0, riders: 0, members: 1, judge_links: 0, runs: 0, undecided: 0 });
});
