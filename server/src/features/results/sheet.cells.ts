/** What a cell holds; it is empty when null. */
export type Cell = string | number | Date | null;

/** A column: its heading, its width in characters, and how its numbers or dates are written. */
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
