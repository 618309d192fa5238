import { type DBSchema, type IDBPObjectStore, openDB } from 'idb';
import { lastingDatabase } from '../../device/lasting.database.ts';
import { ageRun, type KeptRun, moveRun } from './kept.run.ts';
import type { OutboxStore } from './pump.ts';

/* The outbox in IndexedDB: one record for each submission id, shared by the page and its service worker. */

interface OutboxSchema extends DBSchema {
  entries: { key: string; value: KeptRun };
}
type Table = IDBPObjectStore<OutboxSchema, ['entries'], 'entries', 'readwrite'>;

/**
 * Opens the outbox of this browser; simulations use several, by name. `refill` returns the runs for a new database: a
 * page puts back what it has read after the browser has cleared its storage. Throws where there is no IndexedDB.
 */
export async function openDatabaseStore(
  name = 'dossard-outbox',
  refill?: () => readonly KeptRun[] | undefined,
): Promise<OutboxStore> {
  const withDatabase = lastingDatabase((lost) =>
    openDB<OutboxSchema>(name, 1, {
      upgrade: (fresh) => {
        const table = fresh.createObjectStore('entries', { keyPath: 'submission.submission_id' });
        for (const run of refill?.() ?? []) void table.add(run);
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
  const within = <T>(step: (table: Table) => Promise<T>): Promise<T> =>
    withDatabase(async (db) => {
      const tx = db.transaction('entries', 'readwrite', { durability: 'strict' });
      const [result] = await Promise.all([step(tx.store), tx.done]);
      return result;
    });

  await within(async (table) => {
    const now = Date.now();
    for (const run of await table.getAll()) {
      const aged = ageRun(run, now);
      if (!aged) await table.delete(run.submission.submission_id);
      else if (aged !== run) await table.put(aged);
    }
  });
  return {
    list,
    add: (run) =>
      within(async (table) => {
        const isNew = (await table.getKey(run.submission.submission_id)) === undefined;
        if (isNew) await table.add(run);
        return isNew;
      }),
    move: (id, move) =>
      within(async (table) => {
        const run = await table.get(id);
        const moved = run && moveRun(run, move);
        if (!moved || moved === run) return undefined;
        await table.put(moved);
        return moved;
      }),
  };
}
