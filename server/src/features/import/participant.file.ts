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
  readCategoryOfBirth,
  readDossard,
  readField,
  readFullName,
  readGender,
  unclearGenders,
} from './participant.cells.ts';
import { textAt } from './participant.columns.ts';
import { type Field, headingText, isFirstLast } from './participant.headings.ts';
import { type FoundSheet, findSheets } from './participant.sheets.ts';
import { createRowReader } from './row.reader.ts';
import type { Sheet, SheetRow } from './sheet.ts';

/*
 * Turns the sheets of a file into riders, without looking at the stored ones. It never guesses silently: a row is either
 * understood completely or refused with all its problems (I3), and what was not read is named.
 */

/**
 * A rider read from a row of the file, without a bib if it is to be given; optional fields without a column are absent,
 * and keep the stored value (I5).
 */
export type ReadRider = { sheet?: string | undefined; row: number; dossard_number: number | null } & Omit<
  ParticipantFacts,
  OptionalField
> &
  Partial<ParticipantFacts>;

/** A refused row, with as much of its rider as can be shown. */
interface RefusedRow {
  sheet: string | undefined;
  row: number;
  dossard_number: number | null;
  last_name: string;
  first_name: string;
  problems: Problem[];
}

export interface ReadFile {
  entries: ReadRider[];
  refused: RefusedRow[];
  /** Problems of the file and its columns; those of rows are with the refused rows. */
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

/** Lists all problems of a file: of the file and its columns, then of the refused rows. */
export const problemsOfReading = ({ problems, refused }: Pick<ReadFile, 'problems' | 'refused'>): Problem[] => [
  ...problems,
  ...refused.flatMap((row) => row.problems),
];

/** Reads the riders of a file; rows with a problem are excluded from `entries`. */
export function readEntries(sheets: readonly Sheet[], options: ReadingOptions = {}): ReadFile {
  const chosen = new Map(
    Object.entries(options.columns ?? {}).map(([heading, field]) => [headingText(heading), field]),
  );
  const found = findSheets(sheets, chosen, options);
  const lists = found.filter(({ why }) => why === undefined);
  const reading = createReading(options, unclearGenders(lists.flatMap(listGenders)));
  const read = lists.map((one) => readSheet(one, reading));
  const riders = read.flatMap((one) => one.riders);
  const refused = riders.flatMap((result) => ('refused' in result ? [result.refused] : []));
  const ofSheets = read.flatMap((one) => one.problems);
  const unread = read.flatMap((one) => one.unread);
  const isEmpty = riders.length + ofSheets.length + unread.length === 0;
  // With a column missing or duplicated, even rows without problems cannot be trusted.
  const isTrusted = (sheet: string | undefined) => !read.some((one) => one.sheet === sheet && one.problems.length > 0);
  return {
    entries: riders.flatMap((result) => ('entry' in result && isTrusted(result.entry.sheet) ? [result.entry] : [])),
    refused,
    problems: [...(isEmpty ? [{ path: 'file', code: 'no_rows' } as const] : ofSheets), ...unread],
    warnings: reading.warnings,
    headings: new Map(lists.map(({ sheet, layout }) => [sheet.name, layout.names])),
    sheets: found.map(({ sheet, riders, why = null }) => ({
      name: sheet.name ?? '',
      riders,
      read: why === null,
      why,
    })),
    unread: lists.flatMap(({ sheet: { name = '' }, layout }) =>
      layout.unread.map((column) => ({ sheet: name, ...column })),
    ),
  };
}

/** Lists the words for genders in a list. */
function listGenders({ layout }: FoundSheet): string[] {
  const at = layout.columns.get('gender') ?? -1;
  return [...new Set(layout.riders.map(({ cells }) => textAt(cells, at)))];
}

/** What is shared by all rows of a file: the meanings of words, the rider of each bib, and warnings. */
function createReading({ values, bibs, season = 0 }: ReadingOptions, unclear: ReadonlySet<string>) {
  const wordOf = (cell: string) => cell.trim().normalize('NFC');
  const explained = (words: Record<string, string> = {}) =>
    new Map(Object.entries(words).map(([word, value]) => [wordOf(word), value]));
  const meanings: Partial<Record<ParticipantField, ReadonlyMap<string, string>>> = {
    gender: explained(values?.gender),
    category: explained(values?.category),
  };
  /** Reads what a word means, be it as the cell has it or as the preview shows it: `u 13` is shown as `U13`. */
  function readMeant(field: ParticipantField, cell: string) {
    const words = meanings[field];
    const explanation = words?.get(wordOf(cell));
    if (field === 'gender' && explanation === undefined) return readGender(cell, unclear);
    const reading = readField(field, explanation ?? cell);
    if (!words || explanation !== undefined || !('value' in reading)) return reading;
    const meant = words.get(reading.value ?? '');
    return meant === undefined ? reading : readField(field, meant);
  }
  // A list repeats its categories, clubs and first names.
  const known = new Map(participantFieldNames.map((field) => [field, new Map<string, ReturnType<typeof readField>>()]));
  return {
    season,
    /** Riders without a bib are given one. */
    isBibless: bibs !== undefined,
    read(field: ParticipantField, cell: string) {
      const reading = known.get(field)?.get(cell) ?? readMeant(field, cell);
      known.get(field)?.set(cell, reading);
      return reading;
    },
    first: new Map<number, { row: number; sheet: string | undefined; facts: Partial<ParticipantFacts> }>(),
    warnings: [] as Problem[],
  };
}
type FileReading = ReturnType<typeof createReading>;

type RowResult = { entry: ReadRider } | { refused: RefusedRow } | { skipped: true };

function readSheet(found: FoundSheet, reading: FileReading) {
  const { sheet, layout } = found;
  const unread: Problem[] =
    sheet.unread_from === undefined
      ? []
      : [{ sheet: sheet.name, path: 'file', code: 'misplaced_quotes', row: sheet.unread_from }];
  const category = found.given.category && reading.read('category', found.given.category);
  const given = {
    ...found.given,
    ...(category && 'value' in category && { category: category.value }),
  } as FoundSheet['given'];
  const filled = layout.riders.filter((rider) => [...layout.columns.values()].some((at) => textAt(rider.cells, at)));
  return {
    sheet: sheet.name,
    riders: filled.map((rider) => readRider(rider, { ...found, given }, reading)),
    problems: layout.problems.map((one): Problem => ({ sheet: sheet.name, ...one })),
    unread,
  };
}

function readRider(rider: SheetRow, found: FoundSheet, reading: FileReading): RowResult {
  const { layout, given } = found;
  const sheet = found.sheet.name;
  const { row } = rider;
  const { problems, textOf, report, read } = createRowReader(rider, { sheet, ...layout });
  const warn = (path: Field | 'file', code: Problem['code'], values?: Problem['values']) =>
    reading.warnings.push({ sheet, path, code, row, column: layout.names.get(path as Field), values });

  const isBibless = reading.isBibless && textOf('dossard_number') === '';
  const dossard_number = isBibless ? null : read('dossard_number', readDossard);
  const names =
    read('full_name', (cell) => readFullName(cell, isFirstLast(layout.names.get('full_name') ?? ''))) ??
    read('first_last_name', (cell) => readFullName(cell, true));
  // A date of birth gives the category that a row does not.
  const isAged = layout.columns.has('birth_date') && textOf('category') === '';
  const category = isAged ? read('birth_date', readAged) : undefined;
  const texts: Partial<Record<ParticipantField, string | null>> = { ...given, ...names, ...(category && { category }) };
  for (const field of participantFieldNames) {
    if (isAged && field === 'category') continue;
    const value = read(field, (cell) => reading.read(field, cell));
    if (value !== undefined) texts[field] = value;
  }
  const facts = texts as Partial<ParticipantFacts>;
  const isRepeated = typeof dossard_number === 'number' && noteBib(dossard_number);

  function readAged(cell: string) {
    const aged = readCategoryOfBirth(cell, reading.season);
    return 'value' in aged ? reading.read('category', aged.value) : aged;
  }

  function noteBib(dossard: number) {
    const other = reading.first.get(dossard);
    reading.first.set(dossard, other ?? { row, sheet, facts });
    if (!other) return false;
    const isOtherSheet = other.sheet !== sheet;
    const values = { value: dossard, other_row: isOtherSheet ? `${other.row} (${other.sheet})` : other.row };
    if (isOtherSheet && problems.length === 0 && hasSameFacts(other.facts, facts)) {
      warn('dossard_number', 'rider_repeated', values);
      return true;
    }
    report('dossard_number', [{ code: 'dossard_doubled', values }]);
    return false;
  }

  if (isRepeated) return { skipped: true };
  if (problems.length > 0) {
    const shown = (field: Field) => textOf(field).slice(0, 100);
    return {
      refused: {
        sheet,
        row,
        dossard_number: dossard_number ?? null,
        last_name: names?.last_name ?? (shown('last_name') || shown('full_name') || shown('first_last_name')),
        first_name: names?.first_name ?? shown('first_name'),
        problems,
      },
    };
  }
  if (rider.hidden) warn('file', 'row_hidden');
  for (const [field, at] of layout.columns)
    if (rider.merged?.includes(at)) warn(field, 'cell_merged', { value: textOf(field) });
  // Without a required column there is nothing to add about this row: the column was reported once.
  if (dossard_number === undefined || !isWhole(facts)) return { skipped: true };
  return { entry: { sheet, row, dossard_number, ...facts } };
}

/** Whether two rows of one bib say the same, as far as both say anything. */
const hasSameFacts = (one: Partial<ParticipantFacts>, other: Partial<ParticipantFacts>) =>
  participantFieldNames.every((field) => !one[field] || !other[field] || one[field] === other[field]);

const isWhole = (facts: Partial<ParticipantFacts>): facts is Omit<ReadRider, 'sheet' | 'row' | 'dossard_number'> =>
  participantFieldNames.every((field) => isOptionalField(field) || facts[field]);
