import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import { overloaded } from '../../refusals/overload.ts';
import { createTurns } from '../../tools/turns.ts';
import { refusalMs } from './pressure.ts';

/*
 * Limits anonymous writes: signing in and out, registering, requesting a mail. Anyone may make these calls, and most
 * are expensive: a password hash, a mail, or database queries. A few requests of each call are served at the same time;
 * a few more wait.
 */

const limits = { atOnce: 4, waiting: 60 };

/** Whether a call is an anonymous write; anonymous reads use the visitors' queue. */
export const isOpenWrite = ({ who, method }: Endpoint) => who.kind === 'anyone' && method !== 'GET';

/**
 * Creates the queue of one call: a function that serves it in its turn; `preferred` calls go first. Throws `overloaded`,
 * after a pause, when too many wait.
 */
export function createAnonymousTurn() {
  const turns = createTurns(limits);
  return async <T>(serve: () => Promise<T>, preferred: boolean): Promise<T> => {
    const end = await turns.take(preferred);
    if (!end) {
      await sleep(refusalMs);
      throw overloaded();
    }
    try {
      return await serve();
    } finally {
      // In the next turn of the event loop, so that other pending calls come first.
      setImmediate(end);
    }
  };
}
