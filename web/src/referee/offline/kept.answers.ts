import { partialMatchKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { type DBSchema, openDB } from 'idb';
import { useSyncExternalStore } from 'react';
import { lastingDatabase } from '../../device/lasting.database.ts';
import { createListeners } from '../../device/listeners.ts';
import { withTimeout } from '../../device/time.limit.ts';
import { knownUser } from '../../session/session.store.ts';
import { fieldDatabase, keepsField, noteFieldKept } from '../phone/phone.notes.ts';

/*
 * Offline data of a referee's phone: the last answers of a few queries, stored in IndexedDB for each account. They are
 * put into the query cache with their original age, so that a page shows them immediately and requests newer ones.
 */

/** The queries whose answers are stored, by the prefix of their keys. */
const keptQueries: readonly QueryKey[] = [
  ['competitions', 'mine'],
  ['competition'],
  ['zones'],
  ['roster'],
  ['handout'],
  ['field-notices'],
  ['profile'],
];

interface KeptAnswer {
  user: string;
  queryKey: QueryKey;
  data: unknown;
  /** Milliseconds since 1970. */
  at: number;
}

interface FieldSchema extends DBSchema {
  answers: { key: string; value: KeptAnswer };
}

/** Starts storing the data that a referee needs on this phone. */
export function startKeeping(queryClient: QueryClient): void {
  noteFieldKept(true);
  void restoreKept(queryClient);
}

const withField = lastingDatabase((lost) =>
  openDB<FieldSchema>(fieldDatabase, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('answers'),
    terminated: lost,
  }),
);

/**
 * How long an answer is stored after its last update, in milliseconds, so that lists of riders do not outlive the
 * event.
 */
const keptMs = 7 * 86_400_000;

/** The answers that are in the database now, by `answerKey`: those in the query cache may still be on their way. */
const inDatabase = new Set<string>();
/** True after an answer that this phone could not store: without space, or where the browser stores nothing. */
let isFailing = false;
const { subscribe, notify } = createListeners();

/** Returns whether the answers to all these queries are there after a reload without network. */
export function stateOfKept(queryKeys: readonly QueryKey[]): 'kept' | 'failing' | 'on their way' {
  if (queryKeys.every((queryKey) => inDatabase.has(answerKey(knownUser(), queryKey)))) return 'kept';
  return isFailing ? 'failing' : 'on their way';
}

/** Returns the same, and renders again when it changes. */
export const useKept = (queryKeys: readonly QueryKey[]) =>
  useSyncExternalStore(subscribe, () => stateOfKept(queryKeys));

function noteStored(key: string): void {
  inDatabase.add(key);
  isFailing = false;
  notify();
}

function noteFailure(error: unknown): void {
  console.error('An answer could not be kept:', error);
  isFailing = true;
  notify();
}

let started: Promise<void> | undefined;

/** Restores the stored answers of this account into the query cache, once, and stores new ones from then on. */
export function restoreKept(queryClient: QueryClient): Promise<void> {
  started ??= start(queryClient);
  return started;
}

/** Stored answers that cannot be read, or not in time, do not prevent new ones from being stored. */
async function start(queryClient: QueryClient): Promise<void> {
  await withTimeout(restore(queryClient)).catch((error) => console.error('No stored answer could be read:', error));
  store(queryClient);
}

async function restore(queryClient: QueryClient): Promise<void> {
  for (const queryKey of keptQueries) queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  const oldest = Date.now() - keptMs;
  for (const { user, queryKey, data, at } of await withField((db) => db.getAll('answers'))) {
    if (at < oldest) await withField((db) => db.delete('answers', answerKey(user, queryKey)));
    else if (user === knownUser() && (queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < at) {
      queryClient.setQueryData(queryKey, data, { updatedAt: at });
    }
    if (at >= oldest) noteStored(answerKey(user, queryKey));
  }
}

/** Stores the present answers, and each new one. */
function store(queryClient: QueryClient): void {
  const keep = async ({ queryKey, state }: Query) => {
    const user = knownUser();
    if (user === '' || state.status !== 'success' || !isKept(queryKey)) return;
    // After a sign-out, or where not even this note can be stored.
    if (!keepsField()) throw new Error('This phone stores nothing.');
    const answer = { user, queryKey, data: state.data, at: state.dataUpdatedAt };
    await withField((db) => db.put('answers', answer, answerKey(user, queryKey)));
    noteStored(answerKey(user, queryKey));
  };
  for (const query of queryClient.getQueryCache().getAll()) keep(query).catch(noteFailure);
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query).catch(noteFailure);
  });
}

const answerKey = (user: string, queryKey: QueryKey) => JSON.stringify([user, queryKey]);
const isKept = (queryKey: QueryKey) => keptQueries.some((start) => partialMatchKey(queryKey, start));

/** Deletes the stored answers of all accounts on sign-out, because they hold riders' names. */
export async function forgetKept(): Promise<void> {
  noteFieldKept(false);
  await withField((db) => db.clear('answers'));
  inDatabase.clear();
  notify();
}
