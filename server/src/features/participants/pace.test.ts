import { getProgress } from '@dossard/contract/participants/participant.endpoints.ts';
import { reportPhone } from '@dossard/contract/phones/phone.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { expect, test } from 'vitest';
import { makeCompetition, phoneReport, runOf } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';

const now = new Date('2027-06-12T10:00:00.000Z');
const house = await startTestApp({ clock: () => now });

test('the progress counts the runs of the last hour by the phone’s clock, without those from paper (P4)', async () => {
  const { admin, competitionId, zoneId } = await makeCompetition(house, 6);
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  const report = phoneReport(zoneId, { phone_id: 'one', clock: now.toISOString() });
  expect((await admin.call(reportPhone, { params: { id: competitionId }, body: report })).status).toBe(200);
  // Sent late by an offline phone; just now; by a clock that is ahead; an hour ago; on paper.
  const times = [minutesAgo(31), minutesAgo(1), minutesAgo(-40), minutesAgo(61), undefined];
  for (const [index, recorded_at] of times.entries()) {
    const body = runOf(competitionId, zoneId, index + 1, { recorded_at, phone_id: 'one' });
    expect((await admin.call(createRun, { body })).status).toBe(201);
  }
  const { body } = await admin.call(getProgress, { params: { id: competitionId } });
  expect([body.server_time, body.zones[0].last_run_at, body.zones[0].last_hour]).toEqual([
    now.toISOString(),
    now.toISOString(),
    [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2],
  ]);
});
