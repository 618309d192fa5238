import { overloaded } from '../refusals/overload.ts';
import { createTurns, type Turns } from '../tools/turns.ts';

/*
 * Of the reads of one account a few are served at once, so that nobody who is signed in slows down the others' runs,
 * however much they ask for. A page asks for two or three things.
 */

const limits = { atOnce: 2, waiting: 1_000 };

/** Serves a read when it is its account's turn. Throws `overloaded` when too many wait. */
export type AccountTurn = <T>(accountId: number, read: () => Promise<T>) => Promise<T>;

/** Makes the turns of all accounts. */
export function createAccountTurn(): AccountTurn {
  const accounts = new Map<number, Turns>();
  return async (accountId, read) => {
    const turns = accounts.get(accountId) ?? createTurns(limits);
    accounts.set(accountId, turns);
    const end = await turns.take();
    if (!end) throw overloaded();
    try {
      return await read();
    } finally {
      end();
      if (turns.count() === 0) accounts.delete(accountId);
    }
  };
}
