import { connect } from 'node:net';
import { listPublicCompetitions, setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import { getPublicRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { recordRun } from '@dossard/contract/runs/run.endpoints.ts';
import { listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { makeCompetition, runOf } from '../testing/main.job.ts';
import { startTestApp } from '../testing/test.app.ts';

/* More is asked than can be answered: who is refused, how, and that it ends. */

const never = Number.POSITIVE_INFINITY;
const calm = { visitor: never, reader: never, writer: never };
const limits = { underWay: { ...calm }, delayMs: calm };
const house = await startTestApp({ pressure: limits });
const { admin, competitionId, zoneId } = await makeCompetition(house);
await admin.call(setVisibility, { body: { competition_id: competitionId, is_public: true } });
await house.app.listen({ host: '127.0.0.1', port: 0 });
const address = house.app.server.address();
if (address === null || typeof address === 'string') throw new Error('The test application does not listen.');
const { port } = address;
const base = `http://127.0.0.1:${port}`;
afterEach(() => {
  limits.underWay = { ...calm };
});

describe('under load', () => {
  it.each([
    ['visitors first', { ...calm, visitor: 0 }, [503, 200, 201]],
    ['then those who read', { ...calm, visitor: 0, reader: 0 }, [503, 503, 201]],
    ['and writers last', { visitor: 0, reader: 0, writer: 0 }, [503, 503, 503]],
  ])('refuses %s', async (_, underWay, statuses) => {
    limits.underWay = underWay;
    const answers = [
      await house.visitor.call(listPublicCompetitions),
      await admin.call(listZones, { params: { id: competitionId } }),
      await admin.call(recordRun, { body: runOf(competitionId, zoneId, 2) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    for (const { status, body, headers } of answers) {
      if (status !== 503) continue;
      expect(body.code).toBe('overloaded');
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(2);
    }
    // Pages, their files and the checks of health are never refused.
    for (const path of ['/health/live', '/health/ready']) expect((await house.app.inject(path)).statusCode).toBe(200);
    expect((await house.app.inject('/assets/some.js')).statusCode).toBe(404);
  });
});

describe('a flood', () => {
  it('is answered rightly or refused at once, lets a run in, and leaves nothing behind', async () => {
    limits.underWay = { visitor: 1, reader: 100, writer: 1_000 };
    const ranking = `${base}/api${getPublicRanking.path.replace(':id', String(competitionId))}`;
    const flood = Array.from({ length: 400 }, (_, index) => fetch(`${ranking}?page_size=${1 + (index % 100)}`));
    const run = admin.call(recordRun, { body: runOf(competitionId, zoneId, 2) });
    const answers = await Promise.all(flood);
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 503]);
    expect((await run).status).toBe(201);
    for (const answer of answers) if (answer.status === 200) expect(await answer.json()).toHaveProperty('rankings');
    expect((await fetch(ranking)).status).toBe(200);
  });
});

it('a client that asks for much at once and breaks off before the first answer leaves nothing behind', async () => {
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

describe('slow clients', () => {
  it('are let go when they do not finish their request', async () => {
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
