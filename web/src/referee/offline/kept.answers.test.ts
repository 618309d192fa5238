import '../outbox/fake.database.ts';
import { QueryClient } from '@tanstack/react-query';
import { openDB } from 'idb';
import { afterEach, expect, it, vi } from 'vitest';
import { fieldDatabase } from '../phone/phone.notes.ts';
import { restoreKept, startKeeping } from './kept.answers.ts';

vi.mock('../../session/session.store.ts', () => ({ knownUser: () => 'juge@dossard.test' }));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('stores new answers although the stored ones could not be read', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'true', setItem: () => {} });
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementationOnce(() => {
    throw new DOMException('unreadable', 'DataError');
  });
  const queryClient = new QueryClient();
  startKeeping(queryClient);
  await restoreKept(queryClient);
  queryClient.setQueryData(['zones', 7], ['Les Dalles']);
  const db = await openDB(fieldDatabase, 1);
  await vi.waitFor(async () => expect(await db.getAll('answers')).toMatchObject([{ data: ['Les Dalles'] }]));
});
