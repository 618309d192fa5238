import { type DBSchema, type IDBPObjectStore, openDB } from 'idb';
import { lastingDatabase } from '../../device/lasting.database.ts';
import { ageEntry, type KeptRun, moveRun } from './kept.run.ts';
import type { OutboxStore } from './pump.ts';

/* The outbox in IndexedDB: one record for each submission id, shared by the page and its service worker. */

interface OutboxSchema extends DBSchema {
  entries: { key: string; value: KeptRun };
}
type Table = IDBPObjectStore<OutboxSchema, ['entries'], 'entries', 'readwrite'>;

/**
 * Opens the outbox of this browser; simulations use several, by name. `refill` returns the entries for a new database: a
 * page puts back what it has read after the browser has cleared its storage. Throws where there is no IndexedDB.
 */
export async function openDatabaseStore(
  name = 'dossard-outbox',
  refill?: () => readonly KeptRun[] | undefined,
): Promise<OutboxStore> {
  const withDatabase = lastingDatabase((lost) =>
    openDB<OutboxSchema>(name, 1, {
      upgrade: (fresh) => {
        const entries = fresh.createObjectStore('entries', { keyPath: 'submission.submission_id' });
        for (const entry of refill?.() ?? []) void entries.add(entry);
      },
      terminated: () => {
        lost();
        // At once, because a page without network may not need it before it is closed.
        void list().catch(() => undefined);
      },
    }),
  );

  const list = () => withDatabase((db) => db.getAll('entries'));

  /** Runs one transaction; resolves only once the data is on disk. */
  const within = <T>(step: (entries: Table) => Promise<T>): Promise<T> =>
    withDatabase(async (db) => {
      const tx = db.transaction('entries', 'readwrite', { durability: 'strict' });
      const [result] = await Promise.all([step(tx.store), tx.done]);
      return result;
    });

  await within(async (entries) => {
    const now = Date.now();
    for (const entry of await entries.getAll()) {
      const aged = ageEntry(entry, now);
      if (!aged) await entries.delete(entry.submission.submission_id);
      else if (aged !== entry) await entries.put(aged);
    }
  });
  return {
    list,
    add: (entry) =>
      within(async (entries) => {
        const isNew = (await entries.getKey(entry.submission.submission_id)) === undefined;
        if (isNew) await entries.add(entry);
        return isNew;
      }),
    move: (id, move) =>
      within(async (entries) => {
        const entry = await entries.get(id);
        const moved = entry && moveRun(entry, move);
        if (!moved || moved === entry) return undefined;
        await entries.put(moved);
        return moved;
      }),
  };
}
