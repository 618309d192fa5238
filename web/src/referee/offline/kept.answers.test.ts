import '../outbox/fake.database.ts';
import { QueryClient } from '@tanstack/react-query';
import { openDB } from 'idb';
import { afterEach, expect, it, vi } from 'vitest';
import { fieldDatabase } from '../phone/phone.notes.ts';
import { restoreKept, startKeeping, stateOfKept } from './kept.answers.ts';

vi.mock('../../session/session.store.ts', () => ({ knownUser: () => 'juge@dossard.test' }));

/** One for all tests, as a page has one. */
const queryClient = new QueryClient();

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
  startKeeping(queryClient);
  await restoreKept(queryClient);
  queryClient.setQueryData(['zones', 7], ['Les Dalles']);
  const db = await openDB(fieldDatabase, 1);
  await vi.waitFor(async () => expect(await db.getAll('answers')).toMatchObject([{ data: ['Les Dalles'] }]));
});

it('counts an answer as kept once it is in the database, not once it is on the page', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'true', setItem: () => {} });
  startKeeping(queryClient);
  await restoreKept(queryClient);
  queryClient.setQueryData(['roster', 8], []);
  expect(stateOfKept([['roster', 8]])).toBe('on their way');
  await vi.waitFor(() => expect(stateOfKept([['roster', 8]])).toBe('kept'));
  expect(
    stateOfKept([
      ['roster', 8],
      ['zones', 8],
    ]),
  ).toBe('on their way');
});

it('says that an answer cannot be kept where the phone is full, until one can', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'true', setItem: () => {} });
  vi.spyOn(console, 'error').mockReturnValue();
  startKeeping(queryClient);
  await restoreKept(queryClient);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  queryClient.setQueryData(['roster', 9], []);
  await vi.waitFor(() => expect(stateOfKept([['roster', 9]])).toBe('failing'));
  queryClient.setQueryData(['roster', 9], []);
  await vi.waitFor(() => expect(stateOfKept([['roster', 9]])).toBe('kept'));
});
