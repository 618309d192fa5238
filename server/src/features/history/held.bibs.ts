import { isSamePerson } from '@dossard/contract/participants/same.person.rules.ts';
import { type Facts, isRow, type LoggedEntry, sidesOf } from '../../logged/logged.entry.ts';
import { registeredOf } from '../../logged/logged.kinds.ts';

/* Which bibs a person had, and which rows of the log are therefore about them (I4, B6, B7). */

type NumberedEntry = LoggedEntry & { id: number; action: string };

/** A bib that a person had from one entry of the log to another, by their ids. */
export interface HeldBib {
  dossard: number;
  since: number;
  until: number;
}

/** The bibs of a person and of their runs, which differ where an exchange left the runs with the bib. */
export interface HeldBibs {
  person: readonly HeldBib[];
  runs: readonly HeldBib[];
}

/** Finds the bibs of the person who has a bib now, in the log of a competition. */
export function findHeldBibs(log: readonly NumberedEntry[], dossard: number): HeldBibs {
  const latestFirst = log.filter(({ subject }) => subject === 'participant').sort((a, b) => b.id - a.id);
  const arrivals = latestFirst.flatMap((entry) => listArrivals(entry).map((arrival) => ({ ...arrival, id: entry.id })));
  /** The entry by which somebody got a bib that was left at another one. */
  const nextOn = (bib: number, left: number) =>
    latestFirst.findLast(
      ({ id, after }) => id > left && rowsOf(after).some((row) => Number(row.dossard_number) === bib),
    )?.id ?? left;
  return {
    person: follow(arrivals, dossard, nextOn),
    runs: follow(
      arrivals.filter(({ how }) => how !== 'swap'),
      dossard,
      nextOn,
    ),
  };
}

/** A person who got a bib: an import moved them, they exchanged it, or another bib was theirs too. */
interface Arrival {
  /** `split`: a merge was undone. */
  how: 'move' | 'swap' | 'merge' | 'split';
  from: number;
  to: number;
}

function listArrivals({ action, subject_key, before, after }: NumberedEntry): Arrival[] {
  const isUndo = action === 'restore';
  const moved = rowsOf(isUndo ? before : after).flatMap(({ dossard_number, moved_from }): Arrival[] => {
    if (!moved_from) return [];
    const [from, to] = [Number(moved_from), Number(dossard_number)];
    return [isUndo ? { how: 'move', from: to, to: from } : { how: 'move', from, to }];
  });
  const [one = 0, other = 0] = subject_key.split('/').map(Number);
  const [had, has] = [rowsOf(before).length, rowsOf(after).length];
  const isOfTwo = isUndo && other > 0;
  if (action === 'merge') return [...moved, { how: 'merge', from: other, to: one }];
  if (isOfTwo && had < has) return [...moved, { how: 'split', from: other, to: one }];
  if (action !== 'swap' && !isOfTwo) return moved;
  return [...moved, { how: 'swap', from: one, to: other }, { how: 'swap', from: other, to: one }];
}

/** Finds the bib that a person has after the entries of a log, oldest first; undefined if somebody new got theirs. */
export function followBib(log: readonly NumberedEntry[], dossard: number): number | undefined {
  let bib = dossard;
  let isFree = false;
  for (const entry of log) {
    const isTaken = rowsOf(entry.after).some((row) => Number(row.dossard_number) === bib);
    // Undoing the deletion brings the same person back.
    if (isFree && isTaken && entry.action !== 'restore') return undefined;
    isFree = !isTaken && (isFree || (entry.action === 'delete' && Number(entry.subject_key) === bib));
    bib = listArrivals(entry).find(({ how, from }) => how !== 'split' && from === bib)?.to ?? bib;
  }
  return bib;
}

function follow(
  arrivals: readonly (Arrival & { id: number })[],
  dossard: number,
  nextOn: (bib: number, left: number) => number,
): HeldBib[] {
  const ended: HeldBib[] = [];
  const held = new Map([[dossard, Number.POSITIVE_INFINITY]]);
  /** Merges that were undone later. */
  const undone: string[] = [];
  for (const { how, from, to, id } of arrivals) {
    const merge = undone.indexOf(`${to}/${from}`);
    if (how === 'split') undone.push(`${to}/${from}`);
    else if (how === 'merge' && merge >= 0) undone.splice(merge, 1);
    if (how === 'split' || (how === 'merge' && merge >= 0)) continue;
    const until = held.get(to);
    const left = held.get(from);
    const isLeft = () => how !== 'swap' && !arrivals.some((other) => other.id === id && other.to === from);
    // Somebody left the bib and goes on elsewhere: who got it later is another person.
    if (until === undefined && left !== undefined && isLeft()) {
      ended.push({ dossard: from, since: nextOn(from, id), until: left });
      held.delete(from);
    }
    // Got by the other half of the same exchange.
    if (until === undefined || until === id) continue;
    if (how !== 'merge') {
      ended.push({ dossard: to, since: id, until });
      held.delete(to);
    }
    held.set(from, Math.max(id, held.get(from) ?? id));
  }
  return [...ended, ...[...held].map(([bib, until]) => ({ dossard: bib, since: Number.NEGATIVE_INFINITY, until }))];
}

/** Narrows the bibs of a person to the time since another person last had them (J10). */
export const sinceOthers = (bibs: readonly HeldBib[], log: readonly NumberedEntry[]): HeldBib[] =>
  bibs.map((bib) => ({ ...bib, since: findArrival(bib, log) }));

function findArrival(bib: HeldBib, log: readonly NumberedEntry[]): number {
  const ofRiders = log.filter(({ subject }) => subject === 'participant').sort((a, b) => a.id - b.id);
  let { since } = bib;
  let last: Facts | undefined;
  for (const entry of ofRiders) {
    const { before, after } = rowsAbout(entry, [bib]);
    last ??= before[0];
    for (const row of after) {
      if (last && !isSamePerson(last as never, row as never)) since = entry.id;
      last = row;
    }
  }
  return since;
}

const rowsOf = (side: unknown): Facts[] => [side].flat().filter(isRow);

/**
 * Lists the rows of an entry that are about a person, before and after it: an entry that changes the bib has the former
 * one before and the new one after it.
 */
export function rowsAbout(entry: NumberedEntry, bibs: readonly HeldBib[]): { before: Facts[]; after: Facts[] } {
  const { id, subject, subject_key } = entry;
  const { ridersOf } = registeredOf(subject);
  const own = (side: unknown, isHeld: (bib: HeldBib) => boolean) => {
    const held = bibs.filter(isHeld).map(({ dossard }) => dossard);
    return rowsOf(side).filter((row) => ridersOf?.(row, subject_key).some((bib) => held.includes(bib)));
  };
  return {
    before: own(entry.before, ({ since, until }) => since < id && id <= until),
    after: own(entry.after, ({ since, until }) => since <= id && id < until),
  };
}

/** What an entry says of a person: the rows with their personal fields, and whether its reason may name them. */
export interface Said<Entry> {
  entry: Entry;
  rows: Facts[];
  isReason: boolean;
}

/**
 * Lists what each entry of a log, oldest first, says of a person, by the bibs that they had when it was written. The
 * text of a row that repeats it is theirs if the first entry was, the reasons of a run if it became theirs later.
 */
export function listSaid<Entry extends NumberedEntry>(
  log: readonly Entry[],
  { person, runs }: HeldBibs,
  isErased: (row: Facts) => boolean,
): Said<Entry>[] {
  const texts = new Map<string, boolean>();
  const said = log.map((entry) => {
    const { erased, repeatsText } = registeredOf(entry.subject);
    // Reasons of runs that an exchange left with the former bib may name the person who rode them.
    const { before, after } = rowsAbout(entry, erased ? person : [...person, ...runs]);
    const rows = [...before, ...after].filter(isErased);
    if (!repeatsText) return { entry, rows, isReason: rows.length > 0 };
    const isTheirs = texts.get(entry.subject_key) ?? rows.length > 0;
    texts.set(entry.subject_key, isTheirs);
    const written = isTheirs ? sidesOf(entry).filter(({ text }) => text !== undefined) : [];
    return { entry, rows: written, isReason: isTheirs || rows.length > 0 };
  });
  const ridden = new Set<unknown>();
  for (const one of said.toReversed()) {
    if (one.entry.subject !== 'run') continue;
    for (const { submission_id } of one.rows) if (submission_id) ridden.add(submission_id);
    one.isReason ||= sidesOf(one.entry).some(({ submission_id }) => ridden.has(submission_id));
  }
  return said;
}

/** Whether a person had a bib at a time, by the times of the log's entries. */
export function hadBib(
  log: readonly { id: number; at: string }[],
  bibs: readonly HeldBib[],
  { dossard, at }: { dossard: number; at: string },
): boolean {
  const last = log.findLast((entry) => Date.parse(entry.at) <= Date.parse(at))?.id ?? Number.NEGATIVE_INFINITY;
  return bibs.some((bib) => bib.dossard === dossard && bib.since <= last && last < bib.until);
}
