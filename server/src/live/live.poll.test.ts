import { deleteCompetition, setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import { getPublicRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '../database/client.ts';
import { competitions } from '../tables/competition.table.ts';
import { competitionInput, makeCompetition, runOf } from '../testing/main.job.ts';
import { recordStatements } from '../testing/sent.statements.ts';
import { startTestApp } from '../testing/test.app.ts';
import { whenOver } from '../testing/when.over.ts';
import { pollRankings } from './live.poll.ts';
import { liveChannel } from './live.signal.ts';
import { followPublic } from './testing/follow.ts';

/* LIVE_SIGNAL=poll: two processes that detect each other's changes by polling versions. */

const house = await startTestApp({}, undefined, false, { sessions: 'pooled' });
const other = await startTestApp({}, house.databaseUrl, false, { sessions: 'pooled' });
const patient = { timeout: 20_000 };

async function makePublic() {
  const event = await makeCompetition(house);
  await event.admin.call(setVisibility, { body: { competition_id: event.competitionId, is_public: true } });
  const record = () => event.admin.call(createRun, { body: runOf(event.competitionId, event.zoneId, 1) });
  return { ...event, record };
}

test('a run recorded by one process is announced by the other, with the new ranking', async () => {
  const { competitionId, record } = await makePublic();
  const { received } = await followPublic(other, competitionId);
  await expect.poll(() => received.length, patient).toBe(1);
  const [begun] = received;
  expect((await record()).status).toBe(201);
  await expect.poll(() => received.at(-1)?.version, patient).toBe((begun?.version ?? 0) + 1);
  expect(received.at(-1)?.groups).toHaveLength(2);
  const { body } = await other.visitor.call(getPublicRanking, {
    params: { id: competitionId },
    query: { gender: 'F', version: received.at(-1)?.version },
  });
  expect([body.version, body.rankings[0].number_of_runs]).toEqual([received.at(-1)?.version, 1]);
});

test('no notification is sent, so that no transaction waits for another to commit', async () => {
  const { competitionId, record } = await makePublic();
  const listener = new pg.Client({ connectionString: house.databaseUrl });
  await listener.connect();
  whenOver(() => listener.end());
  const notified = vi.fn();
  listener.on('notification', notified);
  await listener.query(`listen ${liveChannel}`);
  const { received } = await followPublic(other, competitionId);
  await expect.poll(() => received.length, patient).toBe(1);
  await record();
  await expect.poll(() => received.length, patient).toBe(2);
  // Notifications arrive before the answer to a later statement.
  await listener.query('select 1');
  expect(notified).not.toHaveBeenCalled();
});

test('a stream ends when its competition is deleted', async () => {
  const { admin, competitionId } = await makePublic();
  const { received, isEnded } = await followPublic(other, competitionId);
  await expect.poll(() => received.length, patient).toBe(1);
  await admin.call(deleteCompetition, { params: { id: competitionId } });
  await expect.poll(isEnded, patient).toBe(true);
});

test('polls once for all followed competitions, and for no others', async () => {
  const client = openDatabase(house.databaseUrl, () => {});
  const sent = recordStatements(client.pool);
  const made = await client.db
    .insert(competitions)
    .values([competitionInput, competitionInput, competitionInput])
    .returning();
  const [first = 0, second = 0, third = 0] = made.map(({ id }) => id);
  const raise = (id: number) =>
    house.db.update(competitions).set({ version: sql`version + 1` }).where(eq(competitions.id, id));
  const signals = pollRankings(client.db, () => {}, 20);
  const signalled: (number | undefined)[] = [];
  signals.onSignal((signal) => signalled.push(signal?.competition_id));
  sent.take();
  signals.watch(() => [first, second]);
  await expect.poll(() => signalled.length, patient).toBe(2);
  await raise(third);
  await raise(second);
  await expect.poll(() => signalled, patient).toEqual([first, second, second]);
  signals.watch(() => []);
  await signals.stop();
  expect(new Set(sent.take().map(({ text }) => text))).toEqual(
    new Set(['select "id", "version" from "competitions" where "competitions"."id" in ($1, $2)']),
  );
  await client.close();
});

test('a database outage is reported once, and counts as missed changes when it is over', async () => {
  const client = openDatabase(house.databaseUrl, () => {});
  let isAway = true;
  const select = client.db.select.bind(client.db);
  vi.spyOn(client.db, 'select').mockImplementation(((...given: []) => {
    if (isAway) throw new Error('away');
    return select(...given);
  }) as typeof select);
  const [troubles, gaps] = [vi.fn(), vi.fn()];
  const signals = pollRankings(client.db, troubles, 20);
  signals.onSignal((signal) => signal || gaps());
  signals.watch(() => [1]);
  await expect.poll(signals.isReceiving, patient).toBe(false);
  expect(gaps).not.toHaveBeenCalled();
  isAway = false;
  await expect.poll(signals.isReceiving, patient).toBe(true);
  expect([troubles, gaps].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  await signals.stop();
  await client.close();
});
