import { note } from './phone.notes.ts';

/*
 * The notices that a referee has confirmed on this phone and that the server does not know of yet: a heartbeat takes
 * them along (N2).
 */

/** One account's confirmations in one competition: its heartbeats go to no other. */
export interface Confirming {
  user: string;
  competitionId: number;
}

const keyOf = ({ user, competitionId }: Confirming) => `confirmed-notices ${competitionId} ${user}`;

/** Lists the confirmed notices of an account that no heartbeat has delivered, by id. */
export function confirmedNotices(by: Confirming): number[] {
  const kept = localStorage.getItem(keyOf(by));
  return kept ? kept.split(',').map(Number) : [];
}

/** Notes that an account's referee has confirmed a notice. */
export function noteConfirmed(by: Confirming, id: number): void {
  note(keyOf(by), [...new Set([...confirmedNotices(by), id])].join(','));
}

/** Forgets the confirmed notices that the server now knows. */
export function forgetConfirmed(by: Confirming, delivered: readonly number[]): void {
  const left = confirmedNotices(by).filter((id) => !delivered.includes(id));
  if (left.length > 0) note(keyOf(by), left.join(','));
  else localStorage.removeItem(keyOf(by));
}
