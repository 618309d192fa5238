import {
  isOptionalField,
  type OptionalField,
  type ParticipantFacts,
  type ParticipantField,
  participantFieldNames,
} from '@dossard/contract/participants/participant.fields.ts';
import type { ImportOptions } from '@dossard/contract/participants/participant.schema.ts';
import type { Problem } from '@dossard/contract/refusals/problem.words.ts';
import {
  createCellReaders,
  type Reading,
  readCategoryOfBirth,
  readDossard,
  readFullName,
} from './participant.cells.ts';
import { textAt } from './participant.columns.ts';
import { type Field, headingText, isFirstLast } from './participant.headings.ts';
import { type FoundSheet, findSheets } from './participant.sheets.ts';
import type { Sheet, SheetRow } from './sheet.ts';

/*
 * Turns the sheets of a file into riders, without looking at the stored ones. It never guesses silently: a row is either
 * understood completely or refused with all its problems (I3), and what was not read is named.
 */

/**
 * A rider read from a row of the file, without a bib if it is to be given; optional fields without a column are absent,
 * and keep the stored value (I5).
 */
export type ReadRider = { sheet?: string; row: number; dossard_number: number | null } & Omit<
  ParticipantFacts,
  OptionalField
> &
  Partial<ParticipantFacts>;

/** A refused row, with as much of its rider as can be shown. */
interface RefusedRow {
  sheet?: string;
  row: number;
  dossard_number: number | null;
  last_name: string;
  first_name: string;
  problems: Problem[];
}

export interface ReadFile {
  entries: ReadRider[];
  refused: RefusedRow[];
  /** All problems: of the file and its columns, then of the refused rows, by row. */
  problems: Problem[];
  /** Doubts about what was read. */
  warnings: Problem[];
  /** The headings of the read columns by sheet, for problems of planned rows. */
  headings: Map<string | undefined, Map<Field, string>>;
  sheets: { name: string; riders: number; read: boolean; why: Problem | null }[];
  unread: { sheet: string; heading: string; example: string }[];
}

/** What a person decided about the file, and the year for which a date of birth gives the category. */
export type ReadingOptions = ImportOptions & { season?: number };

/** Reads the riders of a file; rows with a problem are excluded from `entries`. */
export function readEntries(sheets: readonly Sheet[], options: ReadingOptions = {}): ReadFile {
  const chosen = new Map(
    Object.entries(options.columns ?? {}).map(([heading, field]) => [headingText(heading), field]),
  );
  const found = findSheets(sheets, chosen, options);
  const reading = createReading(options);
  const isRead = ({ why }: FoundSheet) => why === undefined;
  const read = found.filter(isRead).map((one) => readSheet(one, reading));
  const riders = read.flatMap((one) => one.riders);
  const refused = riders.flatMap((result) => ('refused' in result ? [result.refused] : []));
  const ofSheets = read.flatMap((one) => one.problems);
  const unread = read.flatMap((one) => one.unread);
  const isEmpty = riders.length + ofSheets.length + unread.length === 0;
  // With a column missing or duplicated, even rows without problems cannot be trusted.
  const isTrusted = (sheet: string | undefined) => !read.some((one) => one.sheet === sheet && one.distrusted);
  return {
    entries: riders.flatMap((result) => ('entry' in result && isTrusted(result.entry.sheet) ? [result.entry] : [])),
    refused,
    problems: [
      ...(isEmpty ? [{ path: 'file', code: 'no_rows' } as const] : ofSheets),
      ...refused.flatMap((row) => row.problems),
      ...unread,
    ],
    warnings: reading.warnings,
    headings: new Map(found.filter(isRead).map(({ sheet, layout }) => [sheet.name, layout.names])),
    sheets: found.map(({ sheet, riders, why }) => ({
      name: sheet.name ?? '',
      riders,
      read: why === undefined,
      why: why ?? null,
    })),
    unread: found
      .filter(isRead)
      .flatMap(({ sheet, layout }) => layout.unread.map((column) => ({ sheet: sheet.name ?? '', ...column }))),
  };
}

/** What is shared by all rows of a file: readers of cells, the rider of each bib, and warnings. */
function createReading({ values, bibs, season = 0 }: ReadingOptions) {
  const readers = createCellReaders();
  const given = (field: ParticipantField) => {
    const words = field === 'gender' || field === 'category' ? values?.[field] : undefined;
    const known = new Map<string, string>(Object.entries(words ?? {}).map(([word, value]) => [word.trim(), value]));
    return (cell: string) => known.get(cell.trim()) ?? cell;
  };
  const meanings = Object.fromEntries(participantFieldNames.map((field) => [field, given(field)]));
  return {
    season,
    /** Riders without a bib are given one. */
    isBibless: bibs !== undefined,
    read: (field: ParticipantField, cell: string) => readers[field](meanings[field]?.(cell) ?? cell),
    first: new Map<number, { at: SheetRow; sheet: string | undefined; facts: Partial<ParticipantFacts> }>(),
    warnings: [] as Problem[],
  };
}
type FileReading = ReturnType<typeof createReading>;

type RowResult = { entry: ReadRider } | { refused: RefusedRow } | { skipped: true };

function readSheet(found: FoundSheet, reading: FileReading) {
  const { sheet, layout } = found;
  const of = sheet.name === undefined ? {} : { sheet: sheet.name };
  const unread: Problem[] =
    sheet.unread_from === undefined ? [] : [{ ...of, path: 'file', code: 'misplaced_quotes', row: sheet.unread_from }];
  const category = found.given.category && reading.read('category', found.given.category);
  const given = {
    ...found.given,
    ...(category && 'value' in category && { category: category.value }),
  } as FoundSheet['given'];
  const filled = layout.riders.filter((rider) => [...layout.columns.values()].some((at) => textAt(rider.cells, at)));
  return {
    sheet: sheet.name,
    riders: filled.map((rider) => readRider(rider, { ...found, given }, reading)),
    problems: layout.problems.map((one): Problem => ({ ...of, ...one })),
    unread,
    distrusted: layout.problems.length > 0,
  };
}

function readRider(rider: SheetRow, { sheet, layout, given }: FoundSheet, reading: FileReading): RowResult {
  const { row, cells } = rider;
  const of = sheet.name === undefined ? {} : { sheet: sheet.name };
  const problems: Problem[] = [];
  const columnOf = (field: Field) => {
    const column = layout.names.get(field);
    return column === undefined ? {} : { column };
  };
  const report = (field: Field, found: Pick<Problem, 'code' | 'values'>[]) =>
    problems.push(...found.map((one): Problem => ({ ...of, ...one, path: field, row, ...columnOf(field) })));
  const warn = (field: string, code: Problem['code'], values?: Problem['values'], column = {}) =>
    reading.warnings.push({ ...of, path: field, code, row, ...column, ...(values && { values }) });
  /** Reads the cell of a field; undefined when the column is missing or the cell was refused. */
  const take = <Value>(field: Field, readCell: (cell: string) => Reading<Value>): Value | undefined => {
    const column = layout.columns.get(field);
    if (column === undefined) return undefined;
    const isMissing = rider.unvalued?.includes(column) && textAt(cells, column) === '';
    const found = isMissing
      ? { problems: [{ code: 'formula_without_value' as const }] }
      : readCell(cells[column] ?? '');
    if ('value' in found) return found.value;
    report(field, found.problems);
    return undefined;
  };

  const isBibless = reading.isBibless && textAt(cells, layout.columns.get('dossard_number') ?? -1) === '';
  const dossard_number = isBibless ? null : take('dossard_number', readDossard);
  const names = take('full_name', (cell) => readFullName(cell, isFirstLast(layout.names.get('full_name') ?? '')));
  const isAged = !layout.columns.has('category');
  const category = isAged ? take('birth_date', (cell) => readCategoryOfBirth(cell, reading.season)) : undefined;
  const read = participantFieldNames.map((field) => [field, take(field, (cell) => reading.read(field, cell))] as const);
  const facts = Object.fromEntries(
    [...Object.entries({ ...given, ...names, category: category ?? given.category }), ...read].filter(
      ([, value]) => value !== undefined,
    ),
  ) as Partial<ParticipantFacts>;
  const isRepeated = typeof dossard_number === 'number' && noteBib(dossard_number);

  function noteBib(dossard: number) {
    const other = reading.first.get(dossard);
    reading.first.set(dossard, other ?? { at: rider, sheet: sheet.name, facts });
    if (!other) return false;
    const isOtherSheet = other.sheet !== sheet.name;
    const values = { value: dossard, other_row: isOtherSheet ? `${other.at.row} (${other.sheet})` : other.at.row };
    if (isOtherSheet && problems.length === 0 && hasSameFacts(other.facts, facts)) {
      warn('dossard_number', 'rider_repeated', values, columnOf('dossard_number'));
      return true;
    }
    report('dossard_number', [{ code: 'dossard_doubled', values }]);
    return false;
  }

  if (isRepeated) return { skipped: true };
  if (problems.length > 0) {
    const shown = (field: Field) => textAt(cells, layout.columns.get(field) ?? -1).slice(0, 100);
    return {
      refused: {
        ...of,
        row,
        dossard_number: dossard_number ?? null,
        last_name: names?.last_name ?? (shown('last_name') || shown('full_name')),
        first_name: names?.first_name ?? shown('first_name'),
        problems,
      },
    };
  }
  if (rider.hidden) warn('file', 'row_hidden');
  for (const [field, at] of layout.columns)
    if (rider.merged?.includes(at)) warn(field, 'cell_merged', { value: textAt(cells, at) }, columnOf(field));
  // Without a required column there is nothing to add about this row: the column was reported once.
  if (dossard_number === undefined || !isWhole(facts)) return { skipped: true };
  return { entry: { ...of, row, dossard_number, ...facts } };
}

/** Whether two rows of one bib say the same, as far as both say anything. */
const hasSameFacts = (one: Partial<ParticipantFacts>, other: Partial<ParticipantFacts>) =>
  participantFieldNames.every((field) => !one[field] || !other[field] || one[field] === other[field]);

const isWhole = (facts: Partial<ParticipantFacts>): facts is Omit<ReadRider, 'sheet' | 'row' | 'dossard_number'> =>
  participantFieldNames.every((field) => isOptionalField(field) || facts[field]);
