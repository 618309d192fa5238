import type { IDBPDatabase } from 'idb';
import { describe, expect, it } from 'vitest';
import { lastingDatabase } from './lasting.database.ts';

/** Returns databases that are opened one after the other; the browser has closed those with the numbers in `closed`. */
function browser(closed: readonly number[], name = 'InvalidStateError') {
  let opened = 0;
  const within = lastingDatabase(async () => {
    opened += 1;
    return { name: String(opened) } as IDBPDatabase;
  });
  const read = () =>
    within(async (db) => {
      if (closed.includes(Number(db.name))) throw new DOMException('closed', name);
      return db.name;
    });
  return { read, opened: () => opened };
}

describe('a database that stays open as long as its page', () => {
  it('is opened once', async () => {
    const { read, opened } = browser([]);
    expect([await read(), await read(), opened()]).toEqual(['1', '1', 1]);
  });

  it.each(['InvalidStateError', 'UnknownError'])('is opened anew where the browser closed it: %s', async (name) => {
    const { read } = browser([1], name);
    expect([await read(), await read()]).toEqual(['2', '2']);
  });

  it('is not retried after another error, nor more than once', async () => {
    await expect(browser([1], 'QuotaExceededError').read()).rejects.toThrow('closed');
    await expect(browser([1, 2]).read()).rejects.toThrow('closed');
  });

  it('is opened again after a failed attempt to open it', async () => {
    let refused = true;
    const within = lastingDatabase(async () => {
      if (refused) throw new DOMException('not now', 'AbortError');
      return {} as IDBPDatabase;
    });
    await expect(within(async () => 'read')).rejects.toThrow('not now');
    refused = false;
    expect(await within(async () => 'read')).toBe('read');
  });
});
