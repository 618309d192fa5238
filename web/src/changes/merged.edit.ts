import { hashKey } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../api/failure.ts';

/*
 * Concurrent edits. A form sends the new values together with the values it was opened with; if those are no longer the
 * current ones, the server refuses, and this person's changes are merged onto the current values, to be reviewed and
 * saved again. No change is overwritten unseen.
 */

type Values = Record<string, unknown>;

export interface Edit<T> {
  /** The values that the edit is based on; sent as `seen`. */
  seen: T;
  /** The initial values of the form. */
  initial: T;
  /** The values before somebody else changed them; null while there is no conflict. */
  before: T | null;
  /** Number of conflicts so far. Used as the key of the fields, so that they take the new initial values. */
  conflicts: number;
}

/** Compares values; the order of the fields in an object does not matter, because the database does not keep it. */
const isEqual = (one: unknown, other: unknown) => hashKey([one]) === hashKey([other]);

/** Applies only the fields that a person changed to the current values. */
export function mergeEdit<T extends object>(seen: T, edited: T, current: T): T {
  const changed = Object.entries(edited).filter(([field, value]) => !isEqual(value, (seen as Values)[field]));
  return { ...current, ...Object.fromEntries(changed) };
}

/** Returns the current values from an edit_conflict, or undefined for any other error. */
function currentIn(error: unknown): object | undefined {
  if (!(error instanceof Failure && error.isEditConflict)) return undefined;
  return error.refusal?.run ?? error.refusal?.current;
}

/** Returns the state of a form without the error of a conflict, which a `ConflictNote` in the form explains. */
export const withoutConflict = <State extends { error: unknown }>(state: State): State =>
  currentIn(state.error) ? { ...state, error: null } : state;

/** Tracks one edit from the values shown through any number of conflicts. */
export function useMergedEdit<T extends object>(shown: T) {
  const [edit, setEdit] = useState<Edit<T>>({ seen: shown, initial: shown, before: null, conflicts: 0 });

  /** Sends edited values; a conflict merges them onto the current ones. Throws what `send` throws. */
  async function attempt<Answer>(edited: T, send: () => Promise<Answer>): Promise<Answer> {
    try {
      return await send();
    } catch (error) {
      const now = currentIn(error);
      if (now) {
        setEdit(({ seen, conflicts }) => {
          const current = { ...seen, ...now };
          return { seen: current, initial: mergeEdit(seen, edited, current), before: seen, conflicts: conflicts + 1 };
        });
      }
      throw error;
    }
  }

  return {
    ...edit,
    attempt,
    restart: (values: T) => setEdit({ seen: values, initial: values, before: null, conflicts: 0 }),
  };
}
