import { createTurns, type Turns } from '../../tools/turns.ts';

/*
 * Limits the concurrent reads of each account, so that no signed-in user can slow down others' runs. A page reads two
 * or three resources at a time.
 */

const limits = { atOnce: 2, waiting: 1_000 };

export type AccountTurn = ReturnType<typeof createAccountTurn>;

/** Creates the queues of all accounts: a function that serves a read in its turn. Throws `overloaded` when too many wait. */
export function createAccountTurn() {
  const accounts = new Map<number, Turns>();
  return async <T>(accountId: number, read: () => Promise<T>): Promise<T> => {
    const turns = accounts.get(accountId) ?? createTurns(limits);
    accounts.set(accountId, turns);
    return turns.run(read).finally(() => {
      if (turns.count() === 0) accounts.delete(accountId);
    });
  };
}
