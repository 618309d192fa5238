import { type HistoryKind, historyKindSchema, type Touched } from '@dossard/contract/history/history.schema.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { type Facts, isRow, type LoggedEntry } from '../../logged/logged.entry.ts';
import { columnsOf, type FactsOf, loggedKinds } from '../../logged/logged.kinds.ts';

/*
 * A log entry stores rows before and after a change. This file reads them as facts, one per row, so that undoing an
 * entry, formatting it and computing the past work the same for all kinds.
 */

/** One row that an entry changed; null where it did not exist. */
export interface ChangeOf<Kind extends HistoryKind> {
  kind: Kind;
  key: string;
  before: FactsOf[Kind] | null;
  after: FactsOf[Kind] | null;
}
export type FactChange = { [Kind in HistoryKind]: ChangeOf<Kind> }[HistoryKind];

/** One side (before or after) of a changed row. */
type Keyed = { kind: HistoryKind; key: string; facts: object };

/** Reads the columns of a kind from a logged row, which has the same columns. */
export const readFacts = <Kind extends HistoryKind>(kind: Kind, row: Facts): FactsOf[Kind] =>
  Object.fromEntries(columnsOf(kind).map((name) => [name, row[name] ?? null])) as FactsOf[Kind];

const toChange = ({ kind, key }: Keyed, before: object | null, after: object | null) =>
  ({ kind, key, before, after }) as FactChange;

const isHistoryKind = (subject: string): subject is HistoryKind =>
  historyKindSchema.options.some((kind) => kind === subject);

/** Expands nested rows: a zone's graduations, a deleted rider's runs. */
function factsIn(kind: HistoryKind, value: unknown): Keyed[] {
  if (Array.isArray(value)) return value.flatMap((one) => factsIn(kind, one));
  if (!isRow(value)) return [];
  const { keyOf, nested } = loggedKinds[kind];
  const own = { kind, key: keyOf(value), facts: readFacts(kind, value) };
  return nested ? [own, ...factsIn(nested[1], value[nested[0]])] : [own];
}

/** Reads an entry as the rows that it changed; unchanged rows are omitted. */
export function changesOf({ subject, ...sides }: Pick<LoggedEntry, 'subject' | 'before' | 'after'>): FactChange[] {
  if (!isHistoryKind(subject)) return [];
  const rowsOf = (side: unknown) => new Map(factsIn(subject, side).map((row) => [`${row.kind} ${row.key}`, row]));
  const [before, after] = [rowsOf(sides.before), rowsOf(sides.after)];
  const changes = [...new Map([...before, ...after])].map(([name, row]) =>
    toChange(row, before.get(name)?.facts ?? null, after.get(name)?.facts ?? null),
  );
  return changes.filter((change) => !isSame(change.before, change.after));
}

/** A run that an entry gave another bib and number. */
export interface MovedRow {
  before: MovedKey;
  after: MovedKey;
}
type MovedKey = { dossard: number; run_number: number; submission_id: string; version: number };

const runsIn = (side: unknown): MovedKey[] =>
  [side]
    .flat()
    .filter(isRow)
    .flatMap((row) => (Array.isArray(row.runs) ? row.runs : 'submission_id' in row ? [row] : []));

/** Lists the runs that an entry moved, which are one submission before and after. */
export function movedRuns({ before, after }: Pick<LoggedEntry, 'before' | 'after'>): MovedRow[] {
  const known = new Map(runsIn(before).map((run) => [run.submission_id, run]));
  return runsIn(after).flatMap((run) => {
    const former = known.get(run.submission_id);
    return former && runKey(former) !== runKey(run) ? [{ before: former, after: run }] : [];
  });
}

/** Lists the riders whom an entry gave another bib: `from` their new one, back `to` the former. */
export const movedRiders = ({ after }: Pick<LoggedEntry, 'after'>): { from: number; to: number }[] =>
  [after].flat().flatMap((row) => {
    const { dossard_number, moved_from } = isRow(row) ? row : {};
    return moved_from ? [{ from: Number(dossard_number), to: Number(moved_from) }] : [];
  });

/** Returns the two bibs that an entry exchanged, or that its undo did. */
export function swappedBibs(changes: readonly FactChange[]): [number, number] | undefined {
  const [one, other, ...more] = changesOfKind(changes, 'participant');
  if (!one?.before || !other?.before || changes.length !== 2 || more.length > 0) return undefined;
  const isSwap = isSame(one.before, other.after) && isSame(other.before, one.after);
  return isSwap ? [Number(one.key), Number(other.key)] : undefined;
}

/** Whether two values of a column are the same. */
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Lists the changed columns of a row that exists before and after. */
export function changedNames({ kind, before, after }: FactChange): string[] {
  return columnsOf(kind).filter((name) => !isSame(columnOf(before, name), columnOf(after, name)));
}

/** Keeps some columns of a row. */
export const pickNames = (facts: object, names: readonly string[]): Facts =>
  Object.fromEntries(names.map((name) => [name, columnOf(facts, name)]));

/** Returns the changes of one kind. */
export const changesOfKind = <Kind extends HistoryKind>(changes: readonly FactChange[], kind: Kind): ChangeOf<Kind>[] =>
  changes.filter((change): change is Extract<FactChange, ChangeOf<Kind>> => change.kind === kind);

/** Reads a column of a row by its name. */
export const columnOf = (row: object | null | undefined, name: string): unknown => (row as Facts | null)?.[name];

/** Reverses a change. */
export const undone = (change: FactChange): FactChange =>
  ({ ...change, before: change.after, after: change.before }) as FactChange;

/** Counts, by kind, the rows that changes add, change and remove; a moved run is a change. */
export function countTouched(changes: readonly FactChange[], moved: number): Touched[] {
  const counts = new Map<HistoryKind, Touched>();
  for (const { kind, before, after } of changes) {
    const count = counts.get(kind) ?? { kind, added: 0, changed: 0, removed: 0 };
    counts.set(kind, count);
    if (before === null) count.added += 1;
    else if (after === null) count.removed += 1;
    else count.changed += 1;
  }
  const ofRuns = counts.get('run');
  if (ofRuns && moved > 0) {
    ofRuns.added -= moved;
    ofRuns.removed -= moved;
    ofRuns.changed += moved;
  }
  return [...counts.values()];
}

/** The rows of a competition, by kind and key, without deleted ones. */
export type CompetitionFacts = { [Kind in HistoryKind]: Map<string, FactsOf[Kind]> };

/** The present rows, and the runs that are hidden with their link (U4), which are no rows for the log. */
export type PresentFacts = CompetitionFacts & { hidden: Map<string, FactsOf['run']> };

/** Returns the rows of a competition that has none yet. */
export const noFacts = (): CompetitionFacts =>
  Object.fromEntries(historyKindSchema.options.map((kind) => [kind, new Map()])) as unknown as CompetitionFacts;

/** Applies a change to the rows. */
export function applyChange(facts: CompetitionFacts, change: FactChange): void {
  const { kind, key, before, after } = change;
  const rows: Map<string, object> = facts[kind];
  // An import logs no status, so only the columns that differ are written.
  if (before && after) rows.set(key, { ...before, ...rows.get(key), ...pickNames(after, changedNames(change)) });
  else if (after) rows.set(key, after);
  else rows.delete(key);
}
