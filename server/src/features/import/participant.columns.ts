import { isOptionalField } from '@dossard/contract/participants/participant.fields.ts';
import type { Problem } from '@dossard/contract/refusals/problem.words.ts';
import { formatColumn } from '../../tools/column.letters.ts';
import { readDossard, readGender } from './participant.cells.ts';
import {
  type ChosenColumns,
  columnsOfHeadings,
  type Field,
  fields,
  findHeadingRow,
  headingText,
  missingFields,
} from './participant.headings.ts';
import type { SheetRow } from './sheet.ts';
import { isGarbled } from './text.encoding.ts';

/** The columns and rows of a sheet that contain riders. */
export interface Layout {
  columns: Map<Field, number>;
  /** The name of each column in problems: its heading, else its letter. */
  names: Map<Field, string>;
  riders: SheetRow[];
  /** Problems of the columns themselves; with any, no row can be imported as it is. */
  problems: Problem[];
  /** Columns with text that are not read, with the first text below the heading. */
  unread: { heading: string; example: string }[];
  /** Whether columns were identified by their headings. */
  isHeaded: boolean;
}

/** Finds the columns by their headings, else by position, and skips titles and headings (I2). */
export function findLayout(rows: readonly SheetRow[], chosen: ChosenColumns): Layout {
  const positions = new Map<Field, number>(fields.map((field, column) => [field, column]));
  const heading = findHeadingRow(rows, chosen);
  if (heading !== -1) return layoutByHeadings(rows, heading, chosen);
  const first = rows.findIndex(({ cells }) => looksLikeRider(cells, positions));
  // Neither heading nor riders in the known order: every column is missing.
  if (first === -1) return layoutByHeadings(rows, -1, chosen);
  const riders = rows.slice(first);
  const isFilled = (column: number) => riders.some(({ cells }) => textAt(cells, column) !== '');
  const columns = new Map([...positions].filter(([field, column]) => !isOptionalField(field) || isFilled(column)));
  const names = new Map([...columns].map(([field, column]) => [field, formatColumn(column)]));
  const unread = unreadColumns(riders, new Set(positions.values()), formatColumn);
  return { columns, names, riders, problems: [], unread, isHeaded: false };
}

/** Lists the columns with text below the heading that nothing reads. */
export function unreadColumns(
  rows: readonly SheetRow[],
  read: ReadonlySet<number>,
  nameOf: (column: number) => string,
) {
  const examples = new Map<number, string>();
  for (const { cells } of rows)
    for (const column of cells.keys())
      if (!read.has(column) && !examples.has(column) && textAt(cells, column))
        examples.set(column, textAt(cells, column).slice(0, 100));
  return [...examples].sort(([a], [b]) => a - b).map(([column, example]) => ({ heading: nameOf(column), example }));
}

function layoutByHeadings(rows: readonly SheetRow[], index: number, chosen: ChosenColumns): Layout {
  // Without a heading a person may still have chosen columns, by letter.
  const letters = Array.from({ length: Math.max(0, ...rows.map(({ cells }) => cells.length)) }, (_, at) =>
    formatColumn(at),
  );
  const cells = rows[index]?.cells ?? letters;
  const byLetter = letters.flatMap((letter, column): [Field, number][] => {
    const field = chosen.get(letter);
    return field ? [[field, column]] : [];
  });
  const { columns, doubled } =
    index === -1 ? { columns: new Map(byLetter), doubled: [] } : columnsOfHeadings(cells, chosen);
  const nameOf = (column: number) => headingText(cells[column] ?? '') || formatColumn(column);
  const names = new Map([...columns].map(([field, column]) => [field, nameOf(column)]));
  const row = rows[index]?.row;
  const garbled = cells.flatMap((cell, column): Problem[] =>
    isGarbled(cell)
      ? [
          {
            path: 'file',
            code: 'garbled_text',
            row,
            column: formatColumn(column),
            values: { value: headingText(cell) },
          },
        ]
      : [],
  );
  const missing = missingFields(columns).map((field): Problem => ({ path: field, code: 'column_missing', row }));
  const twice = doubled.map(
    ({ field, column }): Problem => ({
      path: field,
      code: 'column_doubled',
      row,
      column: nameOf(column),
      values: { other: names.get(field) ?? '', value: nameOf(column) },
    }),
  );
  // A garbled heading may be the one that seems to be missing.
  const problems = [...(garbled.length > 0 ? garbled : missing), ...twice];
  const heading = cells.join('\n');
  const riders = rows.filter(({ cells: others }, other) => {
    if (other > index) return others.join('\n') !== heading;
    return other < index && isRiderAbove(others, columns);
  });
  const isBlind = index === -1 && columns.size === 0;
  const unread = unreadColumns(index === -1 ? rows : riders, new Set(columns.values()), nameOf);
  return { columns, names, riders: isBlind ? [] : riders, problems, unread, isHeaded: index !== -1 };
}

/** Whether a row is a rider, possibly with mistakes, rather than a title or an unknown heading. */
function looksLikeRider(cells: readonly string[], columns: Map<Field, number>): boolean {
  const isRight = hasDossard(cells, columns) || hasGender(cells, columns) || hasOfferedCategory(cells, columns);
  return isRight && [...columns.values()].filter((column) => textAt(cells, column) !== '').length >= 2;
}

/** Rows above a heading are usually titles with dates and numbers, so only an unmistakable rider counts. */
function isRiderAbove(cells: readonly string[], columns: Map<Field, number>): boolean {
  return hasDossard(cells, columns) && hasGender(cells, columns);
}

const hasDossard = (cells: readonly string[], columns: Map<Field, number>) =>
  'value' in readDossard(textAt(cells, columns.get('dossard_number') ?? -1));

const hasGender = (cells: readonly string[], columns: Map<Field, number>) =>
  'value' in readGender(textAt(cells, columns.get('gender') ?? -1));

const hasOfferedCategory = (cells: readonly string[], columns: Map<Field, number>) =>
  /^u ?\d{1,2}$/i.test(textAt(cells, columns.get('category') ?? -1));

/** Returns a cell's text; a row may be shorter than its heading. */
export function textAt(cells: readonly string[], column: number): string {
  return cells[column]?.trim() ?? '';
}
