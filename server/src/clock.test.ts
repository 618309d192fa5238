import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { expect, it } from 'vitest';
import { makeCompetition, rider, runOf } from './testing/main.job.ts';
import { startTestApp } from './testing/test.app.ts';

/* The server's clock is set back, or jumps, in the middle of an event. */

let now = new Date('2027-06-12T14:00:00Z');
const house = await startTestApp({ clock: () => now });
const { admin, competitionId, zoneId } = await makeCompetition(house);
const versionNow = async () => (await admin.call(getRanking, { params: { id: competitionId } })).body.version;

it.each([
  ['back by an hour', '2027-06-12T13:00:00Z'],
  ['back by a day', '2027-06-11T14:00:00Z'],
  ['on by a day', '2027-06-13T14:00:00Z'],
])(
  'when the clock is set %s, sessions stay valid, runs count, versions increase, repeats are recognised',
  async (_, to) => {
    now = new Date('2027-06-12T14:00:00Z');
    const before = await versionNow();
    const first = runOf(competitionId, zoneId, 1);
    expect((await admin.call(createRun, { body: first })).status).toBe(201);
    const key = { 'idempotency-key': `clock-${to.replace(/\W/g, '')}` };
    const entry = rider(competitionId, 100 + (await versionNow()));
    expect((await admin.call(createParticipant, { body: entry, headers: key })).status).toBe(201);
    const between = await versionNow();
    now = new Date(to);
    expect((await admin.call(createRun, { body: first })).status).toBe(200);
    expect((await admin.call(createRun, { body: runOf(competitionId, zoneId, 1) })).status).toBe(201);
    const repeated = await admin.call(createParticipant, { body: entry, headers: key });
    // A key is kept for a day; after that the existing row already causes a refusal.
    expect([201, 409]).toContain(repeated.status);
    expect(await versionNow()).toBeGreaterThan(between);
    expect(between).toBeGreaterThan(before);
  },
);
