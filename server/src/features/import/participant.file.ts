import {
  isOptionalField,
  type OptionalField,
  type ParticipantFacts,
  participantFieldNames,
} from '@dossard/contract/participants/participant.fields.ts';
import type { Problem } from '@dossard/contract/refusals/problem.words.ts';
import { createCellReaders, type Reading, readDossard } from './participant.cells.ts';
import { findLayout, type Layout, textAt } from './participant.columns.ts';
import type { Field } from './participant.headings.ts';
import type { Sheet, SheetRow } from './sheet.ts';

/*
 * Turns a sheet into riders, without looking at the stored ones. It never guesses silently: a row is either understood
 * completely or refused with all its problems (I3).
 */

/** A rider read from a row of the file; optional fields without a column are absent, and keep the stored value (I5). */
export type Entry = { row: number; dossard_number: number } & Omit<ParticipantFacts, OptionalField> &
  Partial<ParticipantFacts>;

/** A refused row, with as much of its rider as can be shown. */
export interface RefusedRow {
  row: number;
  dossard_number: number | null;
  last_name: string;
  first_name: string;
  problems: Problem[];
}

export interface ReadFile {
  entries: Entry[];
  refused: RefusedRow[];
  /** All problems: of the file and its columns, then of the refused rows, by row. */
  problems: Problem[];
  /** The name of the dossard column, for problems of planned rows. */
  dossardColumn: string | undefined;
}

/** Reads the riders of a sheet; rows with a problem are excluded from `entries`. */
export function readEntries(sheet: Sheet): ReadFile {
  const unread: Problem[] =
    sheet.unread_from === undefined ? [] : [{ path: 'file', code: 'misplaced_quotes', row: sheet.unread_from }];
  if (sheet.rows.length === 0) return refuseFile([...unread, ...(unread.length > 0 ? [] : [noRows])]);

  const layout = findLayout(sheet.rows);
  const riders = layout.riders.filter((rider) => [...layout.columns.values()].some((at) => textAt(rider.cells, at)));
  if (riders.length === 0 && layout.problems.length + unread.length === 0) return refuseFile([noRows]);

  const firstRows = new Map<number, number>();
  const readers = createCellReaders();
  const read = riders.map((rider) => readRider(rider, layout, firstRows, readers));
  const refused = read.flatMap((result) => ('refused' in result ? [result.refused] : []));
  const entries = read.flatMap((result) => ('entry' in result ? [result.entry] : []));
  return {
    // With a column missing or duplicated, even rows without problems cannot be trusted.
    entries: layout.problems.length > 0 ? [] : entries,
    refused,
    problems: [...layout.problems, ...refused.flatMap((row) => row.problems), ...unread],
    dossardColumn: layout.names.get('dossard_number'),
  };
}

const noRows: Problem = { path: 'file', code: 'no_rows' };

const refuseFile = (problems: Problem[]): ReadFile => ({
  entries: [],
  refused: [],
  problems,
  dossardColumn: undefined,
});

type RowResult = { entry: Entry } | { refused: RefusedRow } | Record<never, never>;

function readRider(
  { row, cells }: SheetRow,
  layout: Layout,
  firstRows: Map<number, number>,
  readers: ReturnType<typeof createCellReaders>,
): RowResult {
  const problems: Problem[] = [];
  const report = (field: Field, found: Pick<Problem, 'code' | 'values'>[]) => {
    const column = layout.names.get(field);
    problems.push(...found.map((one) => ({ ...one, path: field, row, ...(column !== undefined && { column }) })));
  };
  /** Reads the cell of a field; undefined when the column is missing or the cell was refused. */
  const take = <Value>(field: Field, readCell: (cell: string) => Reading<Value>): Value | undefined => {
    const column = layout.columns.get(field);
    if (column === undefined) return undefined;
    const reading = readCell(cells[column] ?? '');
    if ('value' in reading) return reading.value;
    report(field, reading.problems);
    return undefined;
  };

  const dossard_number = take('dossard_number', readDossard);
  if (dossard_number !== undefined) {
    const other_row = firstRows.get(dossard_number);
    if (other_row === undefined) firstRows.set(dossard_number, row);
    else report('dossard_number', [{ code: 'dossard_doubled', values: { value: dossard_number, other_row } }]);
  }
  const read = participantFieldNames.map((field) => [field, take(field, readers[field])] as const);
  const facts = Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Partial<ParticipantFacts>;

  if (problems.length > 0) {
    const shown = (field: Field) => textAt(cells, layout.columns.get(field) ?? -1).slice(0, 100);
    return {
      refused: {
        row,
        dossard_number: dossard_number ?? null,
        last_name: shown('last_name'),
        first_name: shown('first_name'),
        problems,
      },
    };
  }
  // Without a required column there is nothing to add about this row: the column was reported once.
  if (dossard_number === undefined || !isWhole(facts)) return {};
  return { entry: { row, dossard_number, ...facts } };
}

const isWhole = (facts: Partial<ParticipantFacts>): facts is Omit<Entry, 'row' | 'dossard_number'> =>
  participantFieldNames.every((field) => isOptionalField(field) || facts[field]);
