import type { HistoryKind, Touched } from '@dossard/contract/history/history.schema.ts';
import { participantFieldNames } from '@dossard/contract/participants/participant.fields.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { doorNames } from '@dossard/contract/runs/run.schema.ts';
import { pointsNames } from '@dossard/contract/zones/zone.schema.ts';

/*
 * An entry of the history keeps what was there before and after. Here it is read as facts, each of one row, so that
 * undoing an entry, telling it, and finding how things were at a time are the same few lines for all kinds.
 */

/** What is known of one row, by column. */
export type Facts = Record<string, unknown>;

/** One row that an entry changed; null where it was not there. */
export interface FactChange {
  kind: HistoryKind;
  key: string;
  before: Facts | null;
  after: Facts | null;
}

/** The columns that can be changed, of each kind. */
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
  ],
  zone: ['name'],
  graduation: ['zone_id', 'category', 'gender', ...pointsNames],
  participant: participantFieldNames,
  run: ['zone_id', ...doorNames, 'penality', 'chrono_sec'],
  member: ['role'],
};

/** What an entry must say of itself to be read. */
export interface RawEntry {
  subject: string;
  before: unknown;
  after: unknown;
}

const pick = (kind: HistoryKind, row: Facts): Facts =>
  Object.fromEntries(factNames[kind].map((name) => [name, row[name] ?? null]));

type Keyed = { kind: HistoryKind; key: string; facts: Facts };
const isRow = (value: unknown): value is Facts => typeof value === 'object' && value !== null;

const keyOf: Record<HistoryKind, (row: Facts) => string> = {
  competition: (row) => String(row.id),
  zone: (row) => String(row.id),
  graduation: (row) => String(row.id),
  participant: (row) => String(row.dossard_number),
  run: (row) => runKey(row as { dossard: number; run_number: number }),
  member: (row) => String(row.id),
};

/** The rows that one side of an entry tells of: a zone brings its graduations, a rider who went their runs. */
function factsIn(subject: string, value: unknown): Keyed[] {
  if (Array.isArray(value)) return value.flatMap((one) => factsIn(subject, one));
  if (!isRow(value) || !(subject in keyOf)) return [];
  const kind = subject as HistoryKind;
  const own = { kind, key: keyOf[kind](value), facts: pick(kind, value) };
  if (kind === 'zone') return [own, ...factsIn('graduation', value.graduations)];
  if (kind === 'participant') return [own, ...factsIn('run', value.runs)];
  return [own];
}

/** Reads an entry as the rows that it changed; rows that stayed as they were are left out. */
export function changesOf(entry: RawEntry): FactChange[] {
  const changes = new Map<string, FactChange>();
  for (const { kind, key, facts } of factsIn(entry.subject, entry.before)) {
    changes.set(`${kind} ${key}`, { kind, key, before: facts, after: null });
  }
  for (const { kind, key, facts } of factsIn(entry.subject, entry.after)) {
    const before = changes.get(`${kind} ${key}`)?.before ?? null;
    changes.set(`${kind} ${key}`, { kind, key, before, after: facts });
  }
  return [...changes.values()].filter(({ before, after }) => !isSame(before, after));
}

/** Whether two values of a column are the same. */
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The columns that a change changed, for a row that is there before and after. */
export function changedNames({ kind, before, after }: FactChange): string[] {
  return factNames[kind].filter((name) => !isSame(before?.[name], after?.[name]));
}

/** The same change the other way round. */
export const undone = ({ kind, key, before, after }: FactChange): FactChange => ({
  kind,
  key,
  before: after,
  after: before,
});

/** Counts by kind what changes add, change and remove. */
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
