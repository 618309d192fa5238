import './fake.database.ts';
import { openDatabaseStore } from './database.store.ts';
import { memoryStore } from './memory.store.ts';
import type { OutboxStore } from './pump.ts';

/** Opens an empty store of each kind, for tests that require the same behaviour of both. */
export const stores: [kind: string, open: () => Promise<OutboxStore>][] = [
  ['memory', async () => memoryStore()],
  ['IndexedDB', () => openDatabaseStore(crypto.randomUUID())],
];
