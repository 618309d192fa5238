/** The value of a cell; null is empty. */
export type Cell = string | number | Date | null;

/** The head of a column, its width in characters, and its number or date format. */
interface Head {
  heading: string;
  width: number;
  format?: 'hundredths' | 'moment';
}

/** A column with the cell that it has for each row. */
export interface Column<Row> extends Head {
  cellOf: (row: Row) => Cell;
}

export interface Sheet {
  name: string;
  columns: readonly Head[];
  rows: readonly (readonly Cell[])[];
}

/** Lays out rows in the columns of a sheet. */
export const layOutSheet = <Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): Sheet => ({
  name,
  columns,
  rows: rows.map((row) => columns.map(({ cellOf }) => cellOf(row))),
});
