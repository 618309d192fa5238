/** The value of a cell; null is empty. */
export type Cell = string | number | Date | null;

/** A column: its heading, its width in characters, and its number or date format. */
export interface Column {
  heading: string;
  width: number;
  format?: 'hundredths' | 'moment';
}

/** A sheet of the results file. */
export interface ResultsSheet {
  name: string;
  columns: Column[];
  rows: Cell[][];
}
