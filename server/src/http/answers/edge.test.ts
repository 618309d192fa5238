import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resetSystem } from '@dossard/contract/administration/administration.endpoints.ts';
import {
  deleteCompetition,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { afterAll, expect, test } from 'vitest';
import { competitionInput, makeCompetition } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { createEdgePurge } from './edge.ts';

/* The shared cache is purged before the organiser's request is answered. */

const purged: string[] = [];
let status = 200;
const edge = createServer((request, answer) => {
  purged.push(`${request.method} ${request.headers['x-competition']}`);
  answer.writeHead(status).end();
});
await once(edge.listen(0, '127.0.0.1'), 'listening');
afterAll(() => void edge.close());
const troubles: Error[] = [];
const { port } = edge.address() as AddressInfo;
const purgeEdge = createEdgePurge(`http://127.0.0.1:${port}`, (error) => troubles.push(error));
const house = await startTestApp({ purgeEdge });

test('changing who may read a competition, or how it names riders, purges it before the answer', async () => {
  const { admin, competitionId: id } = await makeCompetition(house, 2);
  const visible = (is_public: boolean) => admin.call(setVisibility, { body: { competition_id: id, is_public } });
  const once = (expected = `PURGE ${id}`) => expect(purged.splice(0)).toEqual([expected]);
  purged.length = 0;
  await visible(true);
  once();
  await visible(false);
  once();
  await admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, public_names: 'bib' } });
  once();
  await admin.call(erasePersonalData, { params: { id, dossard: 1 } });
  once();
  await admin.call(deleteCompetition, { params: { id } });
  once();
});

test('a reset purges everything before the answer', async () => {
  const own = await startTestApp({ purgeEdge, writeBackup: async () => 'the-backup.gz' });
  const boss = await own.signIn(['super_admin']);
  purged.length = 0;
  expect((await boss.call(resetSystem, { headers: { 'x-confirm': 'RESET' } })).status).toBe(200);
  // Without a competition, everything is purged.
  expect(purged).toEqual(['PURGE undefined']);
});

test('an unreachable or refusing cache does not block the change', async () => {
  const { admin, competitionId: id } = await makeCompetition(house, 0);
  status = 403;
  const answer = await admin.call(setVisibility, { body: { competition_id: id, is_public: true } });
  expect(answer.status).toBe(200);
  expect(troubles.map(({ message }) => message)).toEqual(['The cache answered 403.']);
});
