import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Balancer, startBalancer } from './testing/balancer.ts';
import { makeEmptyDatabase } from './testing/empty.database.ts';
import { competitionInput, graduation, rider, runOf, tens } from './testing/main.job.ts';

/* Two processes on one PostgreSQL, behind a balancer, behave like one server. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const repository = fileURLToPath(new URL('../..', import.meta.url));
const superAdmin = { email: 'admin@dossard.test', password: 'Trial-2027' };
/** Stays below the write limit per account and process. */
const paceMs = 80;

const databaseUrl = await makeEmptyDatabase();
const folder = await mkdtemp(join(tmpdir(), 'dossard-cluster-'));
const ports = [await freePort(), await freePort()] as const;
const urls = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string];
const servers: ChildProcess[] = [];
let balancer: Balancer;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function start(index: 0 | 1): Promise<void> {
  const server = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: repository,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(ports[index]),
      PUBLIC_URL: balancer?.url ?? urls[index],
      DATA_DIR: join(folder, String(index)),
      DATABASE_URL: databaseUrl,
      ADMIN_EMAIL: superAdmin.email,
      ADMIN_PASSWORD: superAdmin.password,
      TRUST_PROXY: 'on',
      STOP_DELAY: '1',
    },
  });
  servers[index] = server;
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (said += text));
  await vi.waitUntil(() => /Dossard is at/.test(said) || server.exitCode !== null, { timeout: 60_000 });
  expect(server.exitCode, said).toBeNull();
}

async function end(index: 0 | 1, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const server = servers[index];
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  server.kill(signal);
  await once(server, 'exit');
}

const isReady = (index: 0 | 1) => expect.poll(() => balancer.ready()[index], { timeout: 30_000 });

beforeAll(async () => {
  await Promise.all([start(0), start(1)]);
  balancer = await startBalancer(ports);
});
afterAll(async () => {
  await balancer?.stop();
  await Promise.all([end(0, 'SIGTERM'), end(1, 'SIGTERM')]);
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what an answer is.
  body: any;
  cookie: string;
}

async function call(url: string, method: string, path: string, body?: unknown, cookie = ''): Promise<Answer> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { cookie, 'accept-language': 'en', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: text ? JSON.parse(text) : undefined,
    cookie: answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '',
  };
}

const signIn = async (url: string) => (await call(url, 'PUT', '/login', superAdmin)).cookie;

/** Creates a public competition with a zone and a rider. */
async function makeEvent(cookie: string) {
  const made = await call(urls[0], 'POST', '/competition', competitionInput, cookie);
  const competitionId: number = made.body.id;
  const zone = await call(
    urls[1],
    'POST',
    `/competition/${competitionId}/zone`,
    { name: 'Les Dalles', graduations: [graduation('U13', 'F', tens)] },
    cookie,
  );
  await call(urls[0], 'POST', '/participant', rider(competitionId, 1), cookie);
  const shown = { competition_id: competitionId, is_public: true };
  expect((await call(urls[1], 'PUT', '/competition/visibility', shown, cookie)).status).toBe(200);
  return { competitionId, zoneId: zone.body.id as number };
}

/** Follows a competition's stream like a browser, which reconnects automatically. */
function follow(url: string, competitionId: number) {
  const seen = { version: 0, at: 0, opened: 0, retry: 0 };
  const leaving = new AbortController();
  const read = async () => {
    const answer = await fetch(`${url}/api/competitions/${competitionId}/live`, { signal: leaving.signal });
    if (!answer.ok || !answer.body) return;
    seen.opened += 1;
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of answer.body) {
      text += decoder.decode(part as Uint8Array, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        seen.retry = Number(/^retry: (\d+)$/m.exec(event)?.[1] ?? seen.retry);
        const version = /^id: (\d+)$/m.exec(event)?.[1];
        if (version) Object.assign(seen, { version: Number(version), at: performance.now() });
      }
    }
  };
  const done = (async () => {
    while (!leaving.signal.aborted) {
      await read().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return {
    seen,
    async leave() {
      leaving.abort();
      await done;
    },
  };
}

test('migrations of processes that start together run once', async () => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as ran from drizzle.__drizzle_migrations');
  const accounts = await client.query('select count(*)::int as made from users');
  await client.end();
  const journal = await readFile(join(repository, 'server/src/database/migrations/meta/_journal.json'), 'utf8');
  expect(rows[0].ran).toBe(JSON.parse(journal).entries.length);
  expect(accounts.rows[0].made).toBe(1);
});

describe('whichever process answers', () => {
  test('a session is valid at both, and so is its end', async () => {
    const cookie = await signIn(urls[0]);
    for (const url of [...urls, balancer.url])
      expect((await call(url, 'GET', '/user/profile', undefined, cookie)).status).toBe(200);
    await call(urls[1], 'POST', '/logout', undefined, cookie);
    for (const url of urls) expect((await call(url, 'GET', '/user/profile', undefined, cookie)).status).toBe(401);
  });

  test('an invitation from one is accepted at the other', async () => {
    const cookie = await signIn(urls[0]);
    const { competitionId } = await makeEvent(cookie);
    const made = await call(urls[0], 'GET', `/competition/${competitionId}/referee/invitation`, undefined, cookie);
    const referee = { email: 'alix@dossard.test', first_name: 'Alix', last_name: 'Juge', password: 'Trial-2027' };
    const body = { ...referee, token: made.body.token };
    const accepted = await call(urls[1], 'POST', '/invitation/accept-unauthenticated', body);
    expect(accepted.body).toMatchObject({ competition_id: competitionId, role: 'referee' });
    expect((await call(urls[0], 'GET', '/user/profile', undefined, accepted.cookie)).status).toBe(200);
  });

  test('guesses of a password are counted together', async () => {
    const guess = (index: number) =>
      call(urls[index % 2] ?? urls[0], 'PUT', '/login', { email: 'nobody@dossard.test', password: `No-${index}` });
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) statuses.push((await guess(index)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  test('a run sent to one is announced by the other', async () => {
    const cookie = await signIn(urls[0]);
    const { competitionId, zoneId } = await makeEvent(cookie);
    const spectator = follow(urls[1], competitionId);
    await expect.poll(() => spectator.seen.version).toBeGreaterThan(0);
    const took: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const { version } = spectator.seen;
      const sent = await call(urls[0], 'POST', '/run', runOf(competitionId, zoneId, 1), cookie);
      const answered = performance.now();
      expect(sent.status).toBe(201);
      await expect.poll(() => spectator.seen.version, { timeout: 10_000 }).toBeGreaterThan(version);
      took.push(Math.max(0, spectator.seen.at - answered));
      const ranking = await call(urls[1], 'GET', `/competitions/${competitionId}/liveranking/public`);
      expect(ranking.body.rankings[0]).toMatchObject({ number_of_runs: run + 1 });
    }
    await spectator.leave();
    console.log(`a run sent to one process is announced by the other after ${Math.max(...took).toFixed(0)} ms at most`);
  });
});

/** Sends runs through the balancer one after the other, each until it is confirmed, until it is stopped. */
function sendRuns(event: { competitionId: number; zoneId: number }, cookie: string, again: boolean) {
  const confirmed: string[] = [];
  const failures: string[] = [];
  let ending = false;
  const sendOne = async () => {
    const run = runOf(event.competitionId, event.zoneId, 1);
    for (;;) {
      const answer = await call(balancer.url, 'POST', '/run', run, cookie).catch((error: Error) => String(error));
      if (typeof answer === 'object' && answer.status < 300) return void confirmed.push(run.submission_id);
      failures.push(typeof answer === 'object' ? `${answer.status} ${JSON.stringify(answer.body)}` : answer);
      if (!again || ending) return;
    }
  };
  const work = (async () => {
    while (!ending) {
      await sendOne();
      await new Promise((resolve) => setTimeout(resolve, paceMs));
    }
  })();
  return {
    confirmed,
    failures,
    async end() {
      ending = true;
      await work;
    },
  };
}

async function storedSubmissions(competitionId: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query('select submission_id from runs where competition_id = $1', [competitionId]);
  await client.end();
  return rows.map((row) => row.submission_id);
}

test('a process killed under load loses no confirmed run, and its spectators reconnect', async () => {
  const cookie = await signIn(urls[1]);
  const event = await makeEvent(cookie);
  const spectators = [follow(balancer.url, event.competitionId), follow(balancer.url, event.competitionId)];
  const referee = sendRuns(event, cookie, true);
  await expect.poll(() => referee.confirmed.length, { timeout: 30_000 }).toBeGreaterThan(10);
  await end(0, 'SIGKILL');
  const before = referee.confirmed.length;
  await expect.poll(() => referee.confirmed.length, { timeout: 30_000 }).toBeGreaterThan(before + 10);
  await referee.end();
  const ranking = await call(balancer.url, 'GET', `/competitions/${event.competitionId}/liveranking/public`);
  for (const { seen } of spectators)
    await expect.poll(() => seen.version, { timeout: 15_000 }).toBe(ranking.body.version);
  expect(spectators.some(({ seen }) => seen.opened > 1)).toBe(true);
  for (const spectator of spectators) await spectator.leave();
  const stored = await storedSubmissions(event.competitionId);
  expect(stored).toEqual(expect.arrayContaining(referee.confirmed));
  expect(new Set(stored).size).toBe(stored.length);
  expect(ranking.body.rankings[0].number_of_runs).toBe(stored.length);
  await start(0);
  await isReady(0).toBe(true);
});

test('processes that are restarted one after the other fail no request', async () => {
  const cookie = await signIn(urls[0]);
  const event = await makeEvent(cookie);
  const spectators = [follow(balancer.url, event.competitionId), follow(balancer.url, event.competitionId)];
  const referee = sendRuns(event, cookie, false);
  await expect.poll(() => referee.confirmed.length, { timeout: 30_000 }).toBeGreaterThan(5);
  for (const index of [0, 1] as const) {
    const ended = end(index, 'SIGTERM');
    await isReady(index).toBe(false);
    // Still stopping: a late request is answered, and then its connection is closed.
    const late = await fetch(`${urls[index]}/health/live`);
    expect(late.status).toBe(200);
    expect(late.headers.get('connection')).toBe('close');
    await ended;
    expect(servers[index]?.exitCode).toBe(0);
    await start(index);
    await isReady(index).toBe(true);
  }
  await referee.end();
  for (const spectator of spectators) await spectator.leave();
  expect(referee.failures).toEqual([]);
  expect(spectators.map(({ seen }) => seen.retry > 0)).toEqual([true, true]);
  expect(await storedSubmissions(event.competitionId)).toHaveLength(referee.confirmed.length);
});
