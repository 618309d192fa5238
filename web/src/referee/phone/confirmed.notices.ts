import type { EntryOwner } from '../../device/kept.entries.ts';
import { note } from '../../device/notes.ts';

/*
 * Notices that a referee has confirmed on this phone and that the server does not know of yet: the next heartbeat
 * of their account and competition reports them (N2).
 */

const noticesKey = ({ user, competitionId }: EntryOwner) => `confirmed-notices ${competitionId} ${user}`;

/** Lists the ids of confirmed notices of an account that no heartbeat has reported yet. */
export function confirmedNotices(by: EntryOwner): number[] {
  const kept = localStorage.getItem(noticesKey(by));
  return kept ? kept.split(',').map(Number) : [];
}

/** Stores that an account's referee has confirmed a notice. */
export function noteConfirmed(by: EntryOwner, id: number): void {
  note(noticesKey(by), [...new Set([...confirmedNotices(by), id])].join(','));
}

/** Deletes the confirmations that the server has received. */
export function forgetConfirmed(by: EntryOwner, delivered: readonly number[]): void {
  const left = confirmedNotices(by).filter((id) => !delivered.includes(id));
  note(noticesKey(by), left.length > 0 ? left.join(',') : undefined);
}
