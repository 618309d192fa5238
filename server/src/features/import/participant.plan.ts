import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import {
  type ParticipantFacts,
  type ParticipantField,
  participantFieldNames,
  pickFacts,
} from '@dossard/contract/participants/participant.fields.ts';
import { shareName } from '@dossard/contract/participants/same.person.rules.ts';
import type { Problem } from '@dossard/contract/refusals/problem.words.ts';
import type { Entry } from './participant.file.ts';

/** The effect of one row of a file on the riders of a competition. */
export interface PlannedRow {
  row: number;
  dossard_number: number;
  action: 'add' | 'change' | 'none' | 'refuse';
  entry: Entry;
  /** The rider as stored now; absent for a new one. */
  before?: ParticipantFacts & { dossard_number: number };
  /** The rider as it would be stored. */
  after: ParticipantFacts & { dossard_number: number };
  /** Old and new value of each field that would change. */
  changes?: Partial<Record<ParticipantField, { from: string | null; to: string | null }>>;
  problems?: Problem[];
}

/**
 * Plans an import: new riders are added, known ones updated, and a dossard of another rider is refused
 * (`dossard_taken`). `dossardColumn` is the column's name in problems (I4).
 */
export function planImport(
  entries: readonly Entry[],
  existing: ReadonlyMap<number, ParticipantFacts>,
  dossardColumn?: string,
): PlannedRow[] {
  return entries.map((entry) => planRow(entry, existing.get(entry.dossard_number), dossardColumn));
}

function planRow(entry: Entry, stored: ParticipantFacts | undefined, column: string | undefined): PlannedRow {
  const { row, dossard_number } = entry;
  const after = { dossard_number, ...mergeFacts(entry, stored) };
  if (!stored) return { row, dossard_number, action: 'add', entry, after };

  const before = { dossard_number, ...pickFacts(stored) };
  if (!shareName(entry, stored)) {
    const values = { value: dossard_number, holder: `${stored.first_name} ${stored.last_name}` };
    const problem: Problem = { path: 'dossard_number', code: 'dossard_taken', row, ...(column && { column }), values };
    return { row, dossard_number, action: 'refuse', entry, before, after, problems: [problem] };
  }
  const changes = compareFacts(before, after);
  if (Object.keys(changes).length === 0) return { row, dossard_number, action: 'none', entry, before, after };
  return { row, dossard_number, action: 'change', entry, before, after, changes };
}

/**
 * Merges a row into the stored rider; fields without a column keep their value, and the category its stored spelling.
 */
function mergeFacts(entry: Entry, stored: ParticipantFacts | undefined): ParticipantFacts {
  const isSameCategory = stored !== undefined && categoryKey(stored.category) === categoryKey(entry.category);
  const wanted = { ...entry, ...(isSameCategory && { category: stored.category }) };
  const merge = (name: ParticipantField) => (wanted[name] === undefined ? (stored?.[name] ?? null) : wanted[name]);
  return Object.fromEntries(participantFieldNames.map((name) => [name, merge(name)])) as unknown as ParticipantFacts;
}

function compareFacts(before: ParticipantFacts, after: ParticipantFacts): NonNullable<PlannedRow['changes']> {
  const changed = participantFieldNames.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]));
}
