import type { Problem } from '@dossard/contract/refusals/problem.words.ts';
import { readDossard, readGender } from './participant.cells.ts';
import {
  columnsOfHeadings,
  type Field,
  fields,
  findHeadingRow,
  headingText,
  requiredFields,
} from './participant.headings.ts';
import type { SheetRow } from './sheet.ts';
import { isGarbled } from './text.encoding.ts';

/** Where a sheet keeps its riders. */
export interface Layout {
  columns: Map<Field, number>;
  /** What a problem calls each column: its heading, else its letter. */
  names: Map<Field, string>;
  riders: SheetRow[];
  /** What is wrong with the columns themselves; then no row can be taken as it is. */
  problems: Problem[];
}

/** Finds the columns by their headings, else by position, and leaves titles and headings out of the riders. */
export function findLayout(rows: readonly SheetRow[]): Layout {
  const positions = new Map(fields.map((field, column) => [field, column]));
  const byHeading = findHeadingRow(rows, 2);
  if (byHeading !== -1) return layoutByHeadings(rows, byHeading);
  const first = rows.findIndex(({ cells }) => looksLikeRider(cells, positions));
  // A table without a known order: its one known heading tells at least what else is missing.
  if (first === -1) return layoutByHeadings(rows, findHeadingRow(rows, 1));
  const riders = rows.slice(first);
  const hasClubs = riders.some(({ cells }) => textAt(cells, fields.indexOf('club')) !== '');
  const columns = new Map([...positions].filter(([field]) => field !== 'club' || hasClubs));
  const names = new Map([...columns].map(([field, column]) => [field, letterOf(column)]));
  return { columns, names, riders, problems: [] };
}

function layoutByHeadings(rows: readonly SheetRow[], index: number): Layout {
  const cells = rows[index]?.cells ?? [];
  const { columns, doubled } = columnsOfHeadings(cells);
  const nameOf = (column: number) => headingText(cells[column] ?? '') || letterOf(column);
  const names = new Map([...columns].map(([field, column]) => [field, nameOf(column)]));
  const row = rows[index]?.row;
  const at = row === undefined ? {} : { row };
  const garbled = cells.flatMap((cell, column): Problem[] =>
    isGarbled(cell)
      ? [{ path: 'file', code: 'garbled_text', ...at, column: letterOf(column), values: { value: headingText(cell) } }]
      : [],
  );
  const missing = requiredFields
    .filter((field) => !columns.has(field))
    .map((field): Problem => ({ path: field, code: 'column_missing', ...at }));
  const twice = doubled.map(
    ({ field, column }): Problem => ({
      path: field,
      code: 'column_doubled',
      ...at,
      column: nameOf(column),
      values: { other: names.get(field) ?? '', value: nameOf(column) },
    }),
  );
  // A garbled heading may be the one that seems to be missing.
  const problems = [...(garbled.length > 0 ? garbled : missing), ...twice];
  const heading = cells.join('\n');
  const riders = rows.filter(({ cells: others }, other) => {
    if (other > index) return others.join('\n') !== heading;
    return other < index && looksLikeRider(others, columns);
  });
  return { columns, names, riders: index === -1 ? [] : riders, problems };
}

/** Asks whether a row can be a rider rather than a title or an unknown heading, even one with mistakes. */
function looksLikeRider(cells: readonly string[], columns: Map<Field, number>): boolean {
  const cellOf = (field: Field) => textAt(cells, columns.get(field) ?? -1);
  const isRight = [
    'value' in readDossard(cellOf('dossard_number')),
    'value' in readGender(cellOf('gender')),
    /^u ?\d{1,2}$/i.test(cellOf('category')),
  ].filter(Boolean).length;
  const filled = fields.filter((field) => cellOf(field) !== '').length;
  return filled >= 3 && isRight >= 1;
}

/** Reads a cell's text; a row may be shorter than its heading. */
export function textAt(cells: readonly string[], column: number): string {
  return cells[column]?.trim() ?? '';
}

/** Names a column as spreadsheets do: A to Z, then AA. */
export function letterOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : letterOf(Math.floor(column / 26) - 1) + letter;
}
