import type { IDBPDatabase } from 'idb';

/** Errors of a database that the browser has closed, as phones do for pages in the background. */
const closedNames: ReadonlySet<string> = new Set(['InvalidStateError', 'UnknownError']);

/**
 * Keeps a database open for the life of a page. If the browser has closed it, the database is opened again and `work`
 * is repeated, so `work` must be idempotent.
 */
export function lastingDatabase<Schema>(
  open: (lost: () => void) => Promise<IDBPDatabase<Schema>>,
): <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>) => Promise<T> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => {
    opened = undefined;
  };
  async function get(): Promise<IDBPDatabase<Schema>> {
    opened ??= open(forget);
    try {
      return await opened;
    } catch (error) {
      forget();
      throw error;
    }
  }
  return async (work) => {
    const db = await get();
    try {
      return await work(db);
    } catch (error) {
      if (!(error instanceof DOMException && closedNames.has(error.name))) throw error;
      forget();
      return work(await get());
    }
  };
}
