import type { PaperRun } from '@dossard/contract/runs/run.check.schema.ts';
import { type EntryStorage, listKept } from '../../device/kept.entries.ts';

/*
 * Lines of a sheet that are compared with recorded runs and wait for the network or for a decision. Each is an entry of
 * its own in local storage, without a rider's name, so that a reload loses none; each account sees only its own.
 */
/** The account that typed the lines, and the competition. */
export interface LineOwner {
  user: string;
  competitionId: number;
}

export interface KeptLine {
  id: string;
  zoneId: number;
  dossard: number;
  run: PaperRun;
  points: number;
  /** True if the line was compared and is only on paper; otherwise it waits for the network. */
  isMissing: boolean;
}

const prefixOf = ({ user, competitionId }: LineOwner) => `sheet check ${competitionId} ${user} `;

/** Stores a line on this device, and replaces an earlier version with the same id. Throws when the storage is full. */
export function keepLine(storage: EntryStorage, owner: LineOwner, { id, ...line }: KeptLine): void {
  storage.setItem(prefixOf(owner) + id, JSON.stringify(line));
}

export function deleteLine(storage: EntryStorage, owner: LineOwner, id: string): void {
  storage.removeItem(prefixOf(owner) + id);
}

/** Lists the stored lines of an account in the order in which they were typed: ids begin with the time. */
export function listLines(storage: EntryStorage, owner: LineOwner): KeptLine[] {
  return listKept<Omit<KeptLine, 'id'>>(storage, prefixOf(owner))
    .map(([id, line]) => ({ id, ...line }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
