import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listCompetitions } from '@dossard/contract/competitions/competition.endpoints.ts';
import { recordRun } from '@dossard/contract/runs/run.endpoints.ts';
import { afterAll, expect, it } from 'vitest';
import { makeCompetition, runOf } from '../testing/main.job.ts';
import { copyDatabase, startTestApp } from '../testing/test.app.ts';

/* The database goes away under the running application, and comes back. */

const direct = new URL(await copyDatabase());
const sockets = new Set<Socket>();
let open = true;
const wire = createServer((near) => {
  if (!open) return void near.destroy();
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
afterAll(() => void wire.close());

const house = await startTestApp({}, through.href);
const { admin, competitionId, zoneId } = await makeCompetition(house);

function cut(): void {
  open = false;
  for (const socket of sockets) socket.destroy();
}

it('answers 503 with a moment to come back while it is away, and serves again by itself', async () => {
  expect((await admin.call(listCompetitions)).status).toBe(200);
  cut();
  const run = runOf(competitionId, zoneId, 1);
  const answers = [await admin.call(listCompetitions), await admin.call(recordRun, { body: run })];
  for (const { status, headers, body } of answers) {
    expect([status, body.code]).toEqual([503, 'overloaded']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await house.app.inject('/health/live')).statusCode).toBe(200);
  expect((await house.app.inject('/health/ready')).statusCode).toBe(503);
  open = true;
  expect((await admin.call(recordRun, { body: run })).status).toBe(201);
  expect((await house.app.inject('/health/ready')).statusCode).toBe(200);
});

it('does not record half a run when it goes away in the middle of many', async () => {
  const runs = Array.from({ length: 60 }, (_, index) => runOf(competitionId, zoneId, 1 + (index % 3)));
  const first = runs.map((body) => admin.call(recordRun, { body }));
  setTimeout(cut, 5);
  const statuses = (await Promise.all(first)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
  open = true;
  const again = await Promise.all(runs.map((body) => admin.call(recordRun, { body })));
  // What was acknowledged before is there, so it is not recorded anew.
  statuses.forEach((status, index) => {
    if (status === 201) expect(again[index]?.status).toBe(200);
  });
  expect(new Set(again.map(({ body }) => `${body.dossard}/${body.run_number}`)).size).toBe(60);
});
