import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resetSystem } from '@dossard/contract/administration/administration.endpoints.ts';
import {
  deleteCompetition,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { newStanding } from '@dossard/contract/places/home.ts';
import { afterAll, expect, test } from 'vitest';
import { writeTo } from '../../audit/write.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { openLedger, type StoredLedger } from '../../features/places/ledger.ts';
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
const purging = ({ purgeBy }: DatabaseClient) => {
  purgeBy(purgeEdge);
  return { writeBackup: async () => 'the-backup.gz' };
};
const house = await startTestApp(purging);

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

test('undoing a setting purges it too, and so do erasures and settings from the other installation', async () => {
  const { admin, competitionId: id } = await makeCompetition(house, 1);
  await admin.call(setVisibility, { body: { competition_id: id, is_public: true } });
  const { entries } = (await admin.call(listHistory, { params: { id }, query: {} })).body;
  purged.length = 0;
  expect((await admin.call(restoreEntry, { params: { id, entry: entries[0].id } })).status).toBe(200);
  expect(purged.splice(0)).toEqual([`PURGE ${id}`]);
  const exchanged = (work: (ledger: StoredLedger) => Promise<void>) =>
    writeTo(house.db, { competition_id: id, actor_id: null, now: new Date() }, async (write) =>
      work(await openLedger(write, newStanding('a'))),
    );
  await exchanged((ledger) => ledger.erase(1));
  expect(purged.splice(0)).toEqual([`PURGE ${id}`]);
  await exchanged((ledger) => ledger.put({ kind: 'settings', fields: { public_names: 'bib' } }, false));
  expect(purged.splice(0)).toEqual([`PURGE ${id}`]);
  const failed = exchanged(async (ledger) => {
    await ledger.erase(1);
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  expect(purged).toEqual([]);
});

test('a reset purges everything before the answer', async () => {
  const own = await startTestApp(purging);
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
