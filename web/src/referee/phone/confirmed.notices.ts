import { note } from './phone.notes.ts';

/*
 * The notices that a referee has confirmed on this phone and that the server does not know of yet: a heartbeat takes
 * them along (N2).
 */

const keyOf = (user: string) => `confirmed-notices ${user}`;

/** Lists the confirmed notices of an account that no heartbeat has delivered, by id. */
export function confirmedNotices(user: string): number[] {
  const kept = localStorage.getItem(keyOf(user));
  return kept ? kept.split(',').map(Number) : [];
}

/** Notes that an account's referee has confirmed a notice. */
export function noteConfirmed(user: string, id: number): void {
  note(keyOf(user), [...new Set([...confirmedNotices(user), id])].join(','));
}

/** Forgets the confirmed notices that the server now knows. */
export function forgetConfirmed(user: string, delivered: readonly number[]): void {
  const left = confirmedNotices(user).filter((id) => !delivered.includes(id));
  if (left.length > 0) note(keyOf(user), left.join(','));
  else localStorage.removeItem(keyOf(user));
}
