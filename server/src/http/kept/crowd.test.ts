import {
  listPublicCompetitions,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { getPublicRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RankingSignal } from '../../live/live.signal.ts';
import { competitionInput, makeCompetition, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import type { Phase } from '../parts.ts';

let now = Date.parse('2027-06-12T10:00:00Z');
/** Notifications of other processes are sent by the test; `cluster.test.ts` shows that they arrive. */
const listeners: ((signal: RankingSignal | undefined) => void)[] = [];
const signals = {
  onSignal(listener: (typeof listeners)[number]) {
    listeners.push(listener);
    return () => {};
  },
  watch: () => {},
  isReceiving: () => true,
  stop: async () => {},
};
const announce = (signal: RankingSignal | undefined) => {
  for (const listener of listeners) listener(signal);
};
let phase: Phase = 'serving';
const house = await startTestApp({ clock: () => new Date(now), signals, phase: () => phase });
let admin: TestCaller;
let id: number;
let zoneId: number;

beforeEach(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 3));
  await admin.call(setVisibility, { body: { competition_id: id, is_public: true } });
});

const read = (headers: Record<string, string> = {}) =>
  house.visitor.call(getPublicRanking, { params: { id }, headers });
/** Changes the database without notification, to see which answers are read from it. */
async function changeBehind(club: string) {
  await house.db.execute(
    sql`update participants set club = ${club} where competition_id = ${id} and dossard_number = 1`,
  );
  await house.db.execute(sql`update competitions set version = version + 1 where id = ${id}`);
}
const clubOf = ({ body }: { body: { rankings: { club: string }[] } }) => body.rankings[0]?.club;

describe('an answer shared by a crowd', () => {
  it('is the same, including headers, for a quarter of a second', async () => {
    await changeBehind('Before');
    now += 1_000;
    const first = await read();
    await changeBehind('After');
    now += 249;
    const second = await read();
    expect([clubOf(first), clubOf(second)]).toEqual(['Before', 'Before']);
    const { date: _, ...headers } = second.headers;
    expect(first.headers).toMatchObject(headers);
    expect(Object.keys(second.headers).sort()).toEqual(Object.keys(first.headers).sort());
    now += 1;
    expect(clubOf(await read())).toBe('After');
  });

  it('is 304 for clients that have it, whether or not anybody needed the body', async () => {
    const etag = String((await read()).headers.etag);
    now += 1_000;
    const held = { 'if-none-match': etag };
    for (const answer of [await read(held), await read(held)]) {
      expect([answer.status, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
      expect(answer.headers).not.toHaveProperty('content-type');
    }
    const whole = await read();
    expect([whole.status, whole.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect((await read(held)).status).toBe(304);
    expect((await read()).body).toEqual(whole.body);
  });

  it('ends with every write that is answered here', async () => {
    expect((await read()).body.rankings[0].number_of_runs).toBe(0);
    await admin.call(createRun, { body: runOf(id, zoneId, 1) });
    expect((await read()).body.rankings[0].number_of_runs).toBe(1);
    await admin.call(setVisibility, { body: { competition_id: id, is_public: false } });
    expect((await read()).status).toBe(404);
  });

  it('ends when another process notifies a change, or when notifications may have been lost', async () => {
    for (const [club, signal] of [
      ['Announced', { competition_id: id, groups: null }],
      ['Missed', undefined],
    ] as const) {
      await read();
      await changeBehind(club);
      announce(signal);
      expect(clubOf(await read())).toBe(club);
    }
  });

  it('ends when the clock is set back', async () => {
    await read();
    await changeBehind('Earlier');
    now -= 3_600_000;
    expect(clubOf(await read())).toBe('Earlier');
  });

  it('is read again when its version is known to be outdated', async () => {
    const { version } = (await read()).body;
    await changeBehind('Newer');
    const newer = await house.visitor.call(getPublicRanking, { params: { id }, query: { version: version + 1 } });
    expect([newer.body.version, clubOf(newer)]).toEqual([version + 1, 'Newer']);
  });

  it('outlasts what changes nothing: a HEAD, a refused write', async () => {
    const first = await read();
    await changeBehind('Unseen');
    const path = `/api/competitions/${id}/liveranking/public`;
    expect((await house.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);
    expect((await house.visitor.call(createRun, { body: runOf(id, zoneId, 1) })).status).toBe(401);
    const second = await read();
    expect(second.body).toEqual(first.body);
  });

  it('ends with the last day on which names are shown', async () => {
    now = Date.parse('2027-06-12T23:59:59.900Z');
    const body = { ...competitionInput, public_names: 'full', names_until: '2027-06-12' };
    await admin.call(updateCompetition, { params: { id }, body });
    expect((await read()).body.rankings[0].last_name).toMatch(/Garnier/);
    now += 200;
    expect((await read()).body.rankings[0].last_name).toBe('');
  });

  it('is not shared by a process that is stopping, whose clients should reconnect elsewhere', async () => {
    expect((await read()).headers.connection).not.toBe('close');
    phase = 'stopping';
    expect((await read()).headers.connection).toBe('close');
    phase = 'serving';
    now += 250;
  });

  it('is never a refusal', async () => {
    await admin.call(setVisibility, { body: { competition_id: id, is_public: false } });
    expect((await read()).status).toBe(404);
    await house.db.execute(sql`update competitions set is_public = true where id = ${id}`);
    expect((await read()).status).toBe(200);
  });

  it('is shared at every public address', async () => {
    const list = () => house.visitor.call(listPublicCompetitions, {});
    const { body } = await list();
    await house.db.execute(sql`update competitions set name = 'Renamed' where id = ${id}`);
    expect((await list()).body).toEqual(body);
    now += 250;
    expect(JSON.stringify((await list()).body)).toContain('Renamed');
  });
});

it('a write that finishes while an answer is being read prevents sharing of that answer', async () => {
  await changeBehind('Held');
  now += 1_000;
  const holder = new pg.Client({ connectionString: house.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table participants in access exclusive mode');
  const reading = read();
  const isWaiting = async () => (await holder.query(waiting)).rowCount;
  await expect.poll(isWaiting).toBe(1);
  const renamed = await admin.call(updateCompetition, {
    params: { id },
    body: { ...competitionInput, public_names: 'bib' },
  });
  await holder.query('commit');
  await holder.end();
  const { version } = (await reading).body;
  expect([renamed.status, (await read()).body.version]).toEqual([200, version + 1]);
});

/** Selects the sessions of this database that wait for a lock. */
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
