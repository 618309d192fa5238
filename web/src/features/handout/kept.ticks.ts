import type { Handout, Tick } from '@dossard/contract/bibs/handout.schema.ts';
import { type EntryStorage, listKept } from '../../device/kept.entries.ts';

/*
 * Ticks of the hand-out that the server does not have yet. Each is an entry of its own in local storage, written
 * immediately, so that neither a reload nor another tab loses one; each account sends only its own.
 */

/** One account's ticks in one competition. */
export interface Ticking {
  user: string;
  competitionId: number;
}

const prefixOf = ({ user, competitionId }: Ticking) => `handout ${competitionId} ${user} `;

/** Stores a tick on this device, and replaces an earlier one of the rider. Throws when the storage is full. */
export function keepTick(storage: EntryStorage, by: Ticking, { dossard, came, at }: Tick): void {
  storage.setItem(prefixOf(by) + dossard, JSON.stringify({ came, at }));
}

/** Lists the unsent ticks of an account in the order in which they were made. */
export function listTicks(storage: EntryStorage, by: Ticking): Tick[] {
  return listKept<Omit<Tick, 'dossard'>>(storage, prefixOf(by))
    .map(([dossard, tick]) => ({ dossard: Number(dossard), ...tick }))
    .sort((a, b) => a.at.localeCompare(b.at));
}

/** Deletes ticks that the server has, except those that have changed since they were sent. */
export function forgetTicks(storage: EntryStorage, by: Ticking, sent: readonly Tick[]): void {
  for (const { dossard, came, at } of sent) {
    const key = prefixOf(by) + dossard;
    if (storage.getItem(key) === JSON.stringify({ came, at })) storage.removeItem(key);
  }
}

/** A rider with the unsent tick of this device, if there is one. */
export type HandoutRider = Handout['riders'][number] & { isUnsent: boolean };

/** Applies the ticks of this device to the last list of the server. */
export function mergeTicks(riders: Handout['riders'], ticks: readonly Tick[]): HandoutRider[] {
  const own = new Map(ticks.map((tick) => [tick.dossard, tick]));
  return riders.map((rider) => {
    const tick = own.get(rider.dossard);
    return { ...rider, came: tick?.came ?? rider.came, isUnsent: tick !== undefined };
  });
}
