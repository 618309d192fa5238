import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import type { Problem } from '@dossard/contract/refusals/problem.words.ts';
import {
  type Reading,
  readCategory,
  readClub,
  readDossard,
  readGender,
  readingOnce,
  readName,
} from './participant.cells.ts';
import { findLayout, type Layout, textAt } from './participant.columns.ts';
import type { Field } from './participant.headings.ts';
import type { Sheet, SheetRow } from './sheet.ts';

/*
 * Turns a sheet into riders, without knowing those of the competition. It never guesses silently: a row is either
 * understood whole or refused with all that is wrong in it.
 */

/** A rider as a row of the file tells it. */
export interface Entry {
  row: number;
  dossard_number: number;
  category: string;
  gender: Gender;
  first_name: string;
  last_name: string;
  /** Absent when the file tells nothing of clubs, which keeps the stored one; `null` takes it away. */
  club?: string | null;
}

/** A row that cannot be taken, with as much of its rider as can be shown. */
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
  /** All problems: those of the file and its columns, then those of the refused rows, by row. */
  problems: Problem[];
  /** What a problem of a planned row may call its dossard column. */
  dossardColumn: string | undefined;
}

/** Reads the riders of a sheet; rows with a problem are left out of `entries`. */
export function readEntries(sheet: Sheet): ReadFile {
  const unread: Problem[] =
    sheet.unread_from === undefined ? [] : [{ path: 'file', code: 'misplaced_quotes', row: sheet.unread_from }];
  if (sheet.rows.length === 0) return refuseFile([...unread, ...(unread.length > 0 ? [] : [noRows])]);

  const layout = findLayout(sheet.rows);
  const riders = layout.riders.filter((rider) => [...layout.columns.values()].some((at) => textAt(rider.cells, at)));
  if (riders.length === 0 && layout.problems.length + unread.length === 0) return refuseFile([noRows]);

  const firstRows = new Map<number, number>();
  const repeated = {
    category: readingOnce(readCategory),
    first_name: readingOnce((cell) => readName('first_name', cell)),
    gender: readingOnce(readGender),
    club: readingOnce(readClub),
  };
  const read = riders.map((rider) => readRider(rider, layout, firstRows, repeated));
  const refused = read.flatMap((result) => ('refused' in result ? [result.refused] : []));
  const entries = read.flatMap((result) => ('entry' in result ? [result.entry] : []));
  return {
    // With a column missing or doubled, what seems right in a row is not known to be.
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
  repeated: {
    category: typeof readCategory;
    first_name: typeof readCategory;
    gender: typeof readGender;
    club: typeof readClub;
  },
): RowResult {
  const problems: Problem[] = [];
  const report = (field: Field, found: Pick<Problem, 'code' | 'values'>[]) => {
    const column = layout.names.get(field);
    problems.push(...found.map((one) => ({ ...one, path: field, row, ...(column !== undefined && { column }) })));
  };
  /** Reads the cell of a field; undefined when there is no such column or the cell was refused. */
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
  const category = take('category', repeated.category);
  const last_name = take('last_name', (cell) => readName('last_name', cell));
  const first_name = take('first_name', repeated.first_name);
  const gender = take('gender', repeated.gender);
  const club = take('club', repeated.club);

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
  // Without a required column nothing is left to say of this row: the column was reported once.
  if (dossard_number === undefined || !category || !last_name || !first_name || !gender) return {};
  const rider = { row, dossard_number, category, gender, first_name, last_name };
  return { entry: club === undefined ? rider : { ...rider, club } };
}
