import type { Handout, Tick } from '@dossard/contract/bibs/handout.schema.ts';
import { type EntryStorage, listEntries } from '../../device/kept.entries.ts';

/*
 * Ticks of the hand-out that the server does not have yet. Each is a line of its own in local storage, written at once, so
 * that no reload and no other tab loses one; an account sends its own alone.
 */

/** One account's ticks in one competition. */
export interface Ticking {
  user: string;
  competitionId: number;
}

const prefixOf = ({ user, competitionId }: Ticking) => `handout ${competitionId} ${user} `;

/** Keeps a tick on this device, in place of an earlier one of the rider. Throws when the device has no room. */
export function keepTick(storage: EntryStorage, by: Ticking, { dossard, came, at }: Tick): void {
  storage.setItem(prefixOf(by) + dossard, JSON.stringify({ came, at }));
}

/** Lists the ticks of an account that the server does not have yet, in the order in which they were made. */
export function listTicks(storage: EntryStorage, by: Ticking): Tick[] {
  return listEntries<Omit<Tick, 'dossard'>>(storage, prefixOf(by))
    .map(([dossard, tick]) => ({ dossard: Number(dossard), ...tick }))
    .sort((a, b) => a.at.localeCompare(b.at));
}

/** Forgets ticks that the server has; not those that were made anew since they were sent. */
export function forgetTicks(storage: EntryStorage, by: Ticking, sent: readonly Tick[]): void {
  for (const { dossard, came, at } of sent) {
    const key = prefixOf(by) + dossard;
    if (storage.getItem(key) === JSON.stringify({ came, at })) storage.removeItem(key);
  }
}

/** A rider as this device sees them: with its own tick, as long as that is not sent. */
export type HandoutRider = Handout['riders'][number] & { isUnsent: boolean };

/** Puts the ticks of this device over what the server last said. */
export function mergeTicks(riders: Handout['riders'], ticks: readonly Tick[]): HandoutRider[] {
  const own = new Map(ticks.map((tick) => [tick.dossard, tick]));
  return riders.map((rider) => {
    const tick = own.get(rider.dossard);
    return { ...rider, came: tick?.came ?? rider.came, isUnsent: tick !== undefined };
  });
}
