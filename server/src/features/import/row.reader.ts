import type { Problem } from '@dossard/contract/refusals/problem.words.ts';
import type { Reading } from './participant.cells.ts';
import { textAt } from './participant.columns.ts';
import type { SheetRow } from './sheet.ts';

/** Where the columns of a list are, and their names in problems. */
interface ListColumns<Column> {
  sheet: string | undefined;
  columns: ReadonlyMap<Column, number>;
  names: ReadonlyMap<Column, string>;
}

/** Returns the functions that read the cells of a row, and the problems found so far. */
export function createRowReader<Column extends string>(
  { row, cells, unvalued }: SheetRow,
  { sheet, columns, names }: ListColumns<Column>,
) {
  const problems: Problem[] = [];
  const textOf = (field: Column) => textAt(cells, columns.get(field) ?? -1);
  const report = (field: Column, found: Pick<Problem, 'code' | 'values'>[]) => {
    problems.push(...found.map((one) => ({ ...one, sheet, row, column: names.get(field), path: field })));
  };
  return {
    problems,
    textOf,
    report,
    /** Reads the cell of a field; undefined when the column is missing or the cell was refused. */
    read<Value>(field: Column, readCell: (cell: string) => Reading<Value>): Value | undefined {
      const column = columns.get(field);
      if (column === undefined) return undefined;
      const isMissing = unvalued?.includes(column) && textOf(field) === '';
      const found: Reading<Value> = isMissing
        ? { problems: [{ code: 'formula_without_value' }] }
        : readCell(cells[column] ?? '');
      if ('value' in found) return found.value;
      report(field, found.problems);
      return undefined;
    },
  };
}
