import type { Database, Transaction } from '../database/client.ts';

/** A write: its transaction, competition, author and time. */
export interface Write {
  tx: Transaction;
  /** 0 for accounts and the system. */
  competition_id: number;
  /** `null` without a session. */
  actor_id: number | null;
  now: Date;
  /** Part of an exchange with the other installation: relayed from it, or a local consequence of its changes (Y3). */
  exchange?: 'relayed' | 'own';
}

/** Returns the account that makes a write; throws for a write without a session. */
export function actorOf({ actor_id }: Write): number {
  if (actor_id === null) throw new Error('This write needs a session.');
  return actor_id;
}

/** Describes a write about an account without a session. */
export const withoutSession = (now: Date): Omit<Write, 'tx'> => ({ competition_id: 0, actor_id: null, now });

/** Runs `work` as a write in its own transaction. */
export const writeTo = <Result>(
  db: Database,
  by: Omit<Write, 'tx'>,
  work: (write: Write) => Promise<Result>,
): Promise<Result> => db.transaction((tx) => work({ ...by, tx }));
