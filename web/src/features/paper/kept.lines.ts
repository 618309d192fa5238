import type { PaperRun } from '@dossard/contract/runs/run.check.schema.ts';
import { type EntryStorage, listEntries } from '../../device/kept.entries.ts';

/*
 * Lines of a sheet that are compared with recorded runs and wait for the network or for a decision. Each is an entry of its own in
 * local storage, without a rider's name, so that a reload loses none; an account sees its own alone.
 */

/** Whose lines they are, and in which competition. */
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
  /** Compared already, and on paper alone; otherwise it waits for the network. */
  isMissing: boolean;
}

const prefixOf = ({ user, competitionId }: LineOwner) => `sheet check ${competitionId} ${user} `;

/** Keeps a line on this device, in place of what was kept under its id. Throws when the device has no room. */
export function keepLine(storage: EntryStorage, owner: LineOwner, { id, ...line }: KeptLine): void {
  storage.setItem(prefixOf(owner) + id, JSON.stringify(line));
}

export function deleteLine(storage: EntryStorage, owner: LineOwner, id: string): void {
  storage.removeItem(prefixOf(owner) + id);
}

/** Lists the lines that an account has kept; ids begin with the time, and so does their order. */
export function listLines(storage: EntryStorage, owner: LineOwner): KeptLine[] {
  return listEntries<Omit<KeptLine, 'id'>>(storage, prefixOf(owner))
    .map(([id, line]) => ({ id, ...line }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
