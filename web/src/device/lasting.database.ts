import type { IDBPDatabase } from 'idb';

/** Errors of a database that the browser closed by itself, as phones do for pages in the background. */
const closedNames: ReadonlySet<string> = new Set(['InvalidStateError', 'UnknownError']);

/**
 * Keeps a database open for the life of a page: when the browser closed it meanwhile, it is opened anew and the work is
 * done again, so it must be work that may be done twice.
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
