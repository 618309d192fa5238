import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import { setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import { getPublicRanking, streamRankings } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { countOpenStreams } from '../../live/live.stream.ts';
import { makeCompetition, runOf } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { countClosedConnections } from '../input/incomplete.requests.ts';
import { usualLimits } from './pressure.ts';

/* Overload: which requests are refused, how, and that the server recovers. */

const never = Number.POSITIVE_INFINITY;
const calm = { visitor: never, reader: never, writer: never };
const limits = {
  underWay: { ...calm },
  delayMs: calm,
  unfinished: { silentPerAddress: 100, perAddress: 50, inAll: 200, graceMs: 400 },
  visitors: { atOnce: 4, waiting: 30 },
};
const house = await startTestApp({ pressure: limits });
const load = () => house.app.load();
const nothing = { underWay: 0, visitors: 0, unfinished: 0 };
const { admin, competitionId, zoneId } = await makeCompetition(house);
await admin.call(setVisibility, { body: { competition_id: competitionId, is_public: true } });
await house.app.listen({ host: '127.0.0.1', port: 0 });
const address = house.app.server.address();
if (address === null || typeof address === 'string') throw new Error('The test application does not listen.');
const { port } = address;
const base = `http://127.0.0.1:${port}`;
afterEach(async () => {
  limits.underWay = { ...calm };
  await expect.poll(load, { timeout: 10_000 }).toEqual(nothing);
});

/** Formats the text of a request, with only `length` characters of its body. */
function write(method: string, path: string, body = '', length = body.length, cookie = ''): string {
  const head = [`${method} /api${path} HTTP/1.1`, 'Host: x', ...(cookie ? [`Cookie: ${cookie}`] : [])];
  if (body) head.push('Content-Type: application/json', `Content-Length: ${body.length}`);
  return `${head.join('\r\n')}\r\n\r\n${body.slice(0, length)}`;
}
const open = async (text: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  // A socket notices that the other end closed it only when it is read.
  socket.resume();
  return socket;
};
const record = () => admin.call(createRun, { body: runOf(competitionId, zoneId, 2) });
/** Like `record`, over a new connection. */
const recordOverWire = () =>
  fetch(`${base}/api/run`, {
    method: 'POST',
    headers: { cookie: admin.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(runOf(competitionId, zoneId, 2)),
  });

describe('under load', () => {
  it.each([
    ['visitors first', { ...calm, visitor: 0 }, [503, 200, 201]],
    ['then those who read', { ...calm, visitor: 0, reader: 0 }, [503, 503, 201]],
    ['and writers last', { visitor: 0, reader: 0, writer: 0 }, [503, 503, 503]],
  ])('refuses %s', async (_, underWay, statuses) => {
    limits.underWay = underWay;
    const { cookie } = admin;
    const answers = [
      await fetch(`${base}/api/competitions/public`),
      await fetch(`${base}/api/competition/${competitionId}/zones`, { headers: { cookie } }),
      await recordOverWire(),
    ];
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    for (const answer of answers) {
      if (answer.status !== 503) continue;
      expect(await answer.json()).toMatchObject({ code: 'overloaded' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(2);
    }
    // Pages, files and health checks are never refused.
    for (const path of ['/health/live', '/health/ready']) expect((await house.app.inject(path)).statusCode).toBe(200);
    expect((await house.app.inject('/assets/some.js')).statusCode).toBe(404);
  });
});

// ASVS 2.4.1
describe('a flood', () => {
  it('is answered correctly or refused immediately, lets a run in, and leaves nothing behind', async () => {
    limits.underWay = { visitor: 1, reader: 100, writer: 1_000 };
    const ranking = `${base}/api${getPublicRanking.path.replace(':id', String(competitionId))}`;
    const flood = Array.from({ length: 400 }, (_, index) => fetch(`${ranking}?page_size=${1 + (index % 100)}`));
    const run = admin.call(createRun, { body: runOf(competitionId, zoneId, 2) });
    const answers = await Promise.all(flood);
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 503]);
    expect((await run).status).toBe(201);
    for (const answer of answers) if (answer.status === 200) expect(await answer.json()).toHaveProperty('rankings');
    expect((await fetch(ranking)).status).toBe(200);
  });
});

it('a client that sends many requests and disconnects before the first answer leaves nothing behind', async () => {
  const ask = `GET /api${getPublicRanking.path.replace(':id', String(competitionId))}?page_size=7&page=3 HTTP/1.1\r\nHost: x\r\n\r\n`;
  const holder = new pg.Client({ connectionString: house.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table competitions in access exclusive mode');
  const socket = connect(port, '127.0.0.1');
  socket.write(ask.repeat(100));
  const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await holder.query(isWaiting)).rowCount).toBeGreaterThan(0);
  socket.resetAndDestroy();
  await holder.query('commit');
  await holder.end();
  limits.underWay = { ...calm, visitor: 1 };
  const answer = async () => (await fetch(`${base}/api/competitions/public`)).status;
  await expect.poll(answer, { timeout: 10_000 }).toBe(200);
});

describe('answers that nobody reads', () => {
  const deaf: Socket[] = [];
  afterEach(() => {
    for (const socket of deaf.splice(0)) socket.destroy();
  });
  /** Opens connections that ask for long answers and read none of them. */
  async function openDeaf(count: number): Promise<void> {
    deaf.push(...(await Promise.all(Array.from({ length: count }, () => open('')))));
    for (const socket of deaf) socket.pause().write(write('GET', '/openapi.json').repeat(30));
    const counted = Math.min(count, limits.unfinished.perAddress);
    await expect.poll(() => load().unfinished, { timeout: 20_000 }).toBeGreaterThanOrEqual(counted);
  }

  it('take no turn of a visitor, and do not count', async () => {
    limits.underWay = { ...calm, visitor: 40 };
    await openDeaf(limits.visitors.atOnce + 1);
    await expect.poll(load, { timeout: 20_000 }).toMatchObject({ underWay: 0, visitors: 0 });
    expect((await fetch(`${base}/api/competitions/public?turn=deaf`)).status).toBe(200);
  });

  it('are limited by address', async () => {
    const before = countClosedConnections();
    await openDeaf(limits.unfinished.perAddress + 10);
    // Until the oldest are closed, further ones of the address are refused; runs are not.
    expect((await fetch(`${base}/api/openapi.json`)).status).toBe(503);
    expect((await recordOverWire()).status).toBe(201);
    await expect.poll(countClosedConnections, { timeout: 20_000 }).toBeGreaterThan(before);
  });
});

describe('incomplete requests', () => {
  const credentials = JSON.stringify({ email: 'a@dossard.test', password: 'Wrong-2027' });

  it('do not count, are limited by address, and never displace a complete one', async () => {
    limits.underWay = { visitor: 40, reader: 40, writer: 40 };
    const half: Socket[] = [];
    for (let count = 0; count < 200; count += 1) half.push(await open(write('PUT', '/login', credentials, 20)));
    const answers = await Promise.all(Array.from({ length: 30 }, recordOverWire));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const closed = () => half.filter(({ destroyed }) => destroyed).length;
    await expect.poll(closed, { timeout: 10_000 }).toBeGreaterThanOrEqual(150);
    // The oldest was closed.
    expect(half.findIndex(({ destroyed }) => !destroyed)).toBe(closed());
    expect(load().underWay).toBe(0);
    for (const socket of half) socket.destroy();
  });

  it('include connections without a request', async () => {
    const silent = await Promise.all(Array.from({ length: 130 }, () => open('')));
    await expect
      .poll(() => silent.filter(({ destroyed }) => destroyed).length, { timeout: 10_000 })
      .toBeGreaterThanOrEqual(30);
    expect((await recordOverWire()).status).toBe(201);
    for (const socket of silent) socket.destroy();
  });

  it('do not include connections of a crowd that is slow to send', async () => {
    const crowd = await Promise.all(Array.from({ length: 80 }, () => open('')));
    await new Promise((resolve) => setTimeout(resolve, 3 * limits.unfinished.graceMs));
    const answers = crowd.map(async (socket) => String((await once(socket, 'data'))[0]).slice(9, 12));
    for (const socket of crowd) socket.write(write('GET', '/competitions/public'));
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['200']));
    for (const socket of crowd) socket.destroy();
  });

  it('may be many for a moment, as when a crowd arrives together', async () => {
    const crowd = await Promise.all(Array.from({ length: 150 }, () => open('')));
    const answers = crowd.map(async (socket) => String((await once(socket, 'data'))[0]).slice(9, 12));
    for (const socket of crowd) socket.write(write('GET', '/competitions/public'));
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['200']));
    for (const socket of crowd) socket.destroy();
  });

  it('count once they are complete', async () => {
    limits.underWay = { ...calm, reader: 1 };
    const half = await Promise.all(
      Array.from({ length: 20 }, () => open(write('PUT', '/login', credentials, credentials.length - 1))),
    );
    await expect.poll(() => load().unfinished, { timeout: 10_000 }).toBe(20);
    const answers = half.map(async (socket) => String((await once(socket, 'data'))[0]).slice(9, 12));
    for (const socket of half) socket.write(credentials.slice(-1));
    const statuses = await Promise.all(answers);
    expect([...new Set(statuses)].sort()).toEqual(['401', '503']);
    for (const socket of half) socket.destroy();
  });
});

// ASVS 15.2.2
describe('visitors', () => {
  const ranking = (size: number) =>
    fetch(`${base}/api/competitions/${competitionId}/liveranking/public?page_size=${size}`);

  it('delay only each other, and the excess of them is refused', async () => {
    const crowded = await startTestApp(
      { pressure: { ...limits, visitors: { atOnce: 2, waiting: 3 } } },
      house.databaseUrl,
    );
    const referee = await crowded.signInAs('referee', competitionId);
    // The first call shows that the session is valid.
    expect((await referee.call(getProfile)).status).toBe(200);
    const holder = new pg.Client({ connectionString: house.databaseUrl });
    await holder.connect();
    await holder.query('begin; lock table participants in access exclusive mode');
    const asked = Array.from({ length: 20 }, (_, index) =>
      crowded.visitor.call(getPublicRanking, { params: { id: competitionId }, query: { page_size: 1 + index } }),
    );
    const refused = await Promise.all(asked.slice(5));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await referee.call(getProfile)).status).toBe(200);
    expect((await referee.call(listZones, { params: { id: competitionId } })).status).toBe(200);
    const madeUp = await crowded.visitor.call(getProfile, { headers: { cookie: 'session=made-up' } });
    expect(madeUp.status).toBe(503);
    await holder.query('commit');
    await holder.end();
    const served = await Promise.all(asked.slice(0, 5));
    expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await crowded.visitor.call(getProfile, { headers: { cookie: 'session=made-up' } })).status).toBe(401);
  });

  it('who request the same are all answered', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => ranking(99)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

// ASVS 1.4.3
describe('after a storm', () => {
  const ranking = getPublicRanking.path.replace(':id', String(competitionId));
  const live = streamRankings.path.replace(':id', String(competitionId));
  const run = () => JSON.stringify(runOf(competitionId, zoneId, 2));
  const kinds = [
    () => write('GET', `${ranking}?page_size=${1 + Math.floor(Math.random() * 100)}`),
    () => write('GET', ranking).repeat(5),
    () => write('GET', live),
    () => write('HEAD', live),
    () => write('GET', '/competition', '', 0, admin.cookie),
    () => write('POST', '/run', run(), 30, admin.cookie),
    () => write('POST', '/run', run(), undefined, admin.cookie),
    () => write('POST', '/run', run(), undefined, admin.cookie) + write('GET', live) + write('GET', ranking),
    () => write('POST', `/competition/${competitionId}/participants`, 'nonsense', 4, admin.cookie),
    () => 'GET /api/competitions/public HTTP/1.1\r\nHost:',
    () => 'nonsense\r\n\r\n',
  ];

  it('of clients that disconnect at any moment, every counter returns to exactly 0 and the protection still works', async () => {
    const storm = Array.from({ length: 440 }, async (_, index) => {
      const socket = await open((kinds[index % kinds.length] as () => string)());
      socket.resume();
      await new Promise((resolve) => setTimeout(resolve, index % 40));
      if (index % 3 === 0) socket.destroy();
      else socket.resetAndDestroy();
    });
    await Promise.all(storm);
    await expect.poll(load, { timeout: 20_000 }).toEqual(nothing);
    await expect.poll(countOpenStreams, { timeout: 20_000 }).toBe(0);
    expect((await record()).status).toBe(201);
    limits.underWay = { ...calm, visitor: 1 };
    const flood = Array.from({ length: 50 }, (_, index) => fetch(`${base}/api${ranking}?page_size=${1 + index}`));
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  });
});

it('a process that was busy for a while refuses no write', async () => {
  const own = await startTestApp({ pressure: usualLimits });
  const made = await makeCompetition(own);
  const answers: Promise<{ status: number }>[] = [];
  // Long turns of the event loop in sequence, with a write between each.
  for (let turn = 0; turn < 8; turn += 1) {
    answers.push(made.admin.call(createRun, { body: runOf(made.competitionId, made.zoneId, 1) }));
    const end = performance.now() + 300;
    while (performance.now() < end);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([201]));
});

describe('slow clients', () => {
  it('are disconnected when they do not finish their request', async () => {
    const { server } = house.app;
    expect([server.headersTimeout, server.requestTimeout]).toEqual([15_000, 30_000]);
    server.headersTimeout = 200;
    const slow = Array.from({ length: 50 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.write('GET /api/competitions/public HTTP/1.1\r\nHost: x\r\nX-Slow:');
      return socket;
    });
    expect((await fetch(`${base}/health/live`)).status).toBe(200);
    await Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('close', resolve).resume())));
  });
});
