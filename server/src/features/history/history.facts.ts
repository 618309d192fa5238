import type { Role } from '@dossard/contract/access/permissions.ts';
import type { Group } from '@dossard/contract/categories/category.schema.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { ComplaintState } from '@dossard/contract/complaints/complaint.schema.ts';
import type { ResultState } from '@dossard/contract/declarations/result.state.schema.ts';
import type { HistoryKind, Touched } from '@dossard/contract/history/history.schema.ts';
import { type ParticipantFacts, participantFieldNames } from '@dossard/contract/participants/participant.fields.ts';
import { type StatusFacts, statusNames } from '@dossard/contract/participants/status.fields.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { type Doors, doorNames } from '@dossard/contract/runs/run.schema.ts';
import { type GraduationInput, pointsNames } from '@dossard/contract/zones/zone.schema.ts';

/*
 * A log entry stores rows before and after a change. This file reads them as facts, one per row, so that undoing an
 * entry, formatting it and computing the past work the same for all kinds.
 */

/** The columns of a row that can change, for each kind. */
export interface FactsOf extends Record<HistoryKind, object> {
  competition: Omit<Competition, 'id' | 'role'>;
  zone: { name: string };
  graduation: { zone_id: number } & GraduationInput;
  participant: ParticipantFacts & StatusFacts;
  run: Doors & { zone_id: number; penality: number; chrono_sec: number };
  member: { role: Role };
  result: ResultFacts;
  tie: Group & { order: string };
  /** The round that a competition follows, or a start order. */
  round: { follows: string | null; groups: string } | (Group & { order: string });
  complaint: ComplaintFacts;
}
type ResultFacts = Group & {
  state: ResultState;
  revision: number;
  complaints_until: string | null;
  sha256: string | null;
};
type ComplaintFacts = {
  dossard: number;
  run_number: number | null;
  complaint_state: ComplaintState;
  text: string;
  fee: string;
};
/** Columns of a row of any kind. */
export type Facts = Record<string, unknown>;
/** Whether a logged value is one row: not a list of rows, nor a plain value. */
export const isRow = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One row that an entry changed; null where it did not exist. */
export interface ChangeOf<Kind extends HistoryKind> {
  kind: Kind;
  key: string;
  before: FactsOf[Kind] | null;
  after: FactsOf[Kind] | null;
}
export type FactChange = { [Kind in HistoryKind]: ChangeOf<Kind> }[HistoryKind];

/** The names of the columns that can change, for each kind. */
export const factNames: Record<HistoryKind, readonly string[]> = {
  competition: [
    'name',
    'date',
    'location',
    'description',
    'organizer',
    'contact',
    'is_public',
    'ranking_rule',
    'public_names',
    'names_until',
    'youth_words',
    'departed_referees',
    'laps',
    'laps_of_groups',
  ],
  zone: ['name'],
  graduation: ['zone_id', 'category', 'gender', ...pointsNames],
  participant: [...participantFieldNames, ...statusNames],
  run: ['zone_id', ...doorNames, 'penality', 'chrono_sec'],
  member: ['role'],
  result: ['category', 'gender', 'state', 'revision', 'complaints_until', 'sha256'],
  tie: ['category', 'gender', 'order'],
  round: ['follows', 'groups', 'category', 'gender', 'order'],
  complaint: ['dossard', 'run_number', 'complaint_state', 'text', 'fee'],
};

/** The fields of an entry that are needed to read it. */
export interface RawEntry {
  subject: string;
  before: unknown;
  after: unknown;
}

/** One side (before or after) of a changed row. */
type Keyed = { kind: HistoryKind; key: string; facts: object };

/** Reads the columns of a kind from a logged row, which has the same columns. */
export const readFacts = <Kind extends HistoryKind>(kind: Kind, row: Facts): FactsOf[Kind] =>
  Object.fromEntries(factNames[kind].map((name) => [name, row[name] ?? null])) as FactsOf[Kind];

const toChange = ({ kind, key }: Keyed, before: object | null, after: object | null) =>
  ({ kind, key, before, after }) as FactChange;

const keyOf: Record<HistoryKind, (row: Facts) => string> = {
  competition: (row) => String(row.id),
  zone: (row) => String(row.id),
  graduation: (row) => String(row.id),
  participant: (row) => String(row.dossard_number),
  run: (row) => runKey(row as { dossard: number; run_number: number }),
  member: (row) => String(row.id),
  result: (row) => `${row.category} ${row.gender}`,
  tie: (row) => `${row.category} ${row.gender}`,
  round: (row) => (row.category ? `${row.category} ${row.gender}` : 'follows'),
  complaint: (row) => String(row.id),
};

/** Expands nested rows: a zone's graduations, a deleted rider's runs. */
function factsIn(subject: string, value: unknown): Keyed[] {
  if (Array.isArray(value)) return value.flatMap((one) => factsIn(subject, one));
  if (!isRow(value) || !(subject in keyOf)) return [];
  const kind = subject as HistoryKind;
  const own = { kind, key: keyOf[kind](value), facts: readFacts(kind, value) };
  if (kind === 'zone') return [own, ...factsIn('graduation', value.graduations)];
  if (kind === 'participant') return [own, ...factsIn('run', value.runs)];
  return [own];
}

/** Reads an entry as the rows that it changed; unchanged rows are omitted. */
export function changesOf(entry: RawEntry): FactChange[] {
  const before = new Map(factsIn(entry.subject, entry.before).map((row) => [`${row.kind} ${row.key}`, row]));
  const after = new Map(factsIn(entry.subject, entry.after).map((row) => [`${row.kind} ${row.key}`, row]));
  const changes = [...new Map([...before, ...after])].map(([name, row]) =>
    toChange(row, before.get(name)?.facts ?? null, after.get(name)?.facts ?? null),
  );
  return changes.filter((change) => !isSame(change.before, change.after));
}

/** Whether two values of a column are the same. */
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Lists the changed columns of a row that exists before and after. */
export function changedNames({ kind, before, after }: FactChange): string[] {
  return factNames[kind].filter((name) => !isSame(columnOf(before, name), columnOf(after, name)));
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

/** Counts, by kind, the rows that changes add, change and remove. */
export function countTouched(changes: readonly FactChange[]): Touched[] {
  const counts = new Map<HistoryKind, Touched>();
  for (const { kind, before, after } of changes) {
    const count = counts.get(kind) ?? { kind, added: 0, changed: 0, removed: 0 };
    counts.set(kind, count);
    if (before === null) count.added += 1;
    else if (after === null) count.removed += 1;
    else count.changed += 1;
  }
  return [...counts.values()];
}
