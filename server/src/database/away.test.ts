import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listCompetitions, setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import { getPublicRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun, listRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { makeCompetition, runOf } from '../testing/main.job.ts';
import { copyDatabase, startTestApp, type TestAnswer } from '../testing/test.app.ts';

/* The database becomes unreachable under the running application, and comes back. */

const direct = new URL(await copyDatabase());
const sockets = new Set<Socket>();
let open = true;
/** Connections stay open and new ones are accepted, but no data passes. */
let isSilent = false;
const wire = createServer((near) => {
  if (!open) return void near.destroy();
  if (isSilent) return void near.on('error', () => {}).on('close', () => near.destroy());
  const far = connect(Number(direct.port), direct.hostname);
  for (const socket of [near, far]) {
    sockets.add(socket);
    socket
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
  }
  near.pipe(far);
  far.pipe(near);
}).listen(0, '127.0.0.1');
await once(wire, 'listening');
const through = new URL(direct);
through.port = String((wire.address() as { port: number }).port);
afterAll(() => {
  wire.close();
  // Where a connection is being authenticated, PostgreSQL lets nobody drop a database for a minute.
  for (const socket of sockets) socket.destroy();
});

const patience = { connectMs: 5_000, statementMs: 2_000, answerMs: 2_500, pauseMs: 1_000 };
const house = await startTestApp({}, through.href, false, { patience, heartbeatMs: 400 });
const { admin, competitionId, zoneId } = await makeCompetition(house);

function cut(): void {
  open = false;
  for (const socket of sockets) socket.destroy();
}

/** Connections cut silently stay dead after the repair: both ends still consider them open. */
function cutSilently(): void {
  isSilent = true;
  for (const socket of sockets) socket.unpipe().pause();
}
const mend = () => {
  open = true;
  isSilent = false;
};

/** Sends a run like a phone: retries as long as the answer says so. */
async function sendUntilServed(body: Record<string, unknown>): Promise<TestAnswer> {
  const answer = await admin.call(createRun, { body });
  if (answer.status !== 503) return answer;
  await new Promise((resolve) => setTimeout(resolve, 200));
  return sendUntilServed(body);
}
const status = async (path: string) => (await house.app.inject(path)).statusCode;
const often = { timeout: 30_000, interval: 100 };

it('answers 503 with Retry-After while the database is down, and recovers automatically', async () => {
  expect((await admin.call(listCompetitions)).status).toBe(200);
  cut();
  const run = runOf(competitionId, zoneId, 1);
  const answers = [await admin.call(listCompetitions), await admin.call(createRun, { body: run })];
  for (const { status, headers, body } of answers) {
    expect([status, body.code]).toEqual([503, 'overloaded']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await house.app.inject('/health/live')).statusCode).toBe(200);
  expect((await house.app.inject('/health/ready')).statusCode).toBe(503);
  mend();
  expect((await admin.call(createRun, { body: run })).status).toBe(201);
  await expect.poll(() => status('/health/ready'), often).toBe(200);
});

it('does not record half a run when the database fails in the middle of many', async () => {
  const runs = Array.from({ length: 60 }, (_, index) => runOf(competitionId, zoneId, 1 + (index % 3)));
  const first = runs.map((body) => admin.call(createRun, { body }));
  setTimeout(cut, 5);
  const statuses = (await Promise.all(first)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
  mend();
  const again = await Promise.all(runs.map(sendUntilServed));
  // A run acknowledged before is stored, so it is not recorded again.
  statuses.forEach((status, index) => {
    if (status === 201) expect(again[index]?.status).toBe(200);
  });
  expect(new Set(again.map(({ body }) => `${body.dossard}/${body.run_number}`)).size).toBe(60);
});

it('reports not ready when the database is silent, still answers, and recovers with its live events', async () => {
  await admin.call(setVisibility, { body: { competition_id: competitionId, is_public: true } });
  const base = await house.app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const stream = await fetch(`${base}/api/competitions/${competitionId}/live`, { signal: leaving.signal });
  let told = '';
  const reading = (async () => {
    for await (const bytes of stream.body ?? []) told += new TextDecoder().decode(bytes);
  })().catch(() => {});
  await expect.poll(() => told, often).toContain('event: ranking');

  cutSilently();
  await expect.poll(() => status('/health/ready'), often).toBe(503);
  expect(await status('/health/live')).toBe(200);
  const runs = Array.from({ length: 30 }, (_, index) => runOf(competitionId, zoneId, 1 + (index % 3)));
  const answers = await Promise.all(runs.map((body) => admin.call(createRun, { body })));
  expect(answers.map(({ status }) => status)).toEqual(runs.map(() => 503));

  mend();
  await expect.poll(() => status('/health/ready'), often).toBe(200);
  for (const body of runs)
    await expect.poll(async () => (await admin.call(createRun, { body })).status, often).toBe(201);
  const { version } = (await house.visitor.call(getPublicRanking, { params: { id: competitionId } })).body;
  await expect.poll(() => told, often).toContain(`id: ${version}\n`);
  leaving.abort();
  await reading;
});

it('recovers from a silent cut in the middle of many runs, and leaves no lock behind', async () => {
  const runs = Array.from({ length: 80 }, () => runOf(competitionId, zoneId, 1));
  const sending = Promise.all(runs.map(sendUntilServed));
  setTimeout(cutSilently, 20);
  setTimeout(mend, 3_000);
  // A retry of a lost answer finds the stored run.
  expect((await sending).filter(({ status }) => status !== 201 && status !== 200)).toEqual([]);
  const { runs: stored } = (await admin.call(listRuns, { params: { id: competitionId, dossard: 1 } })).body;
  const ids = new Set(runs.map(({ submission_id }) => submission_id));
  const recorded = await house.db.execute(
    sql`select submission_id from submissions where competition_id = ${competitionId}`,
  );
  expect(recorded.rows.filter(({ submission_id }) => ids.has(String(submission_id)))).toHaveLength(80);
  expect(stored.length).toBeGreaterThanOrEqual(80);
});

it('answers 503 while its connections lead to a standby, and drops them, so that it finds the primary', async () => {
  const operator = new pg.Client({ connectionString: direct.href, options: '-c default_transaction_read_only=off' });
  await operator.connect();
  const name = direct.pathname.slice(1);
  // A former primary accepts connections again as a read-only standby.
  await operator.query(`alter database ${name} set default_transaction_read_only = on`);
  await operator.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [name],
  );
  const run = runOf(competitionId, zoneId, 2);
  const answers = [];
  for (let turn = 0; turn < 30; turn += 1) answers.push(await admin.call(createRun, { body: run }));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['503 overloaded']));
  await operator.query(`alter database ${name} reset default_transaction_read_only`);
  await operator.end();
  await expect.poll(async () => (await admin.call(createRun, { body: run })).status, often).toBe(201);
});
