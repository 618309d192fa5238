import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import { overloaded } from '../refusals/overload.ts';
import { createTurns } from '../tools/turns.ts';
import { refusalMs } from './pressure.ts';

/*
 * Signing in and out, registering, asking for a mail: anyone may make these calls, and most cost a hash of a password, a
 * mail, or looks into the database. Of each such call a few are served at once; a few more wait.
 */

const limits = { atOnce: 4, waiting: 60 };

/** Serves a call in its turn; `preferred` calls go first. Throws `overloaded`, after a pause, when too many wait. */
export type StrangerTurn = <T>(serve: () => Promise<T>, preferred: boolean) => Promise<T>;

/** Whether strangers may make a call that writes; the visitors' queue has those that read. */
export const isOpenWrite = ({ who, method }: Endpoint) => who.kind === 'anyone' && method !== 'GET';

/** Makes the turns of one call. */
export function createStrangerTurn(): StrangerTurn {
  const turns = createTurns(limits);
  return async (serve, preferred) => {
    const end = await turns.take(preferred);
    if (!end) {
      await sleep(refusalMs);
      throw overloaded();
    }
    try {
      return await serve();
    } finally {
      // In the next turn of the event loop: calls of others that are due come first.
      setImmediate(end);
    }
  };
}
