import { Refusal } from '../../refusals/refusal.ts';

/** A sheet of a file, as text; rows without text are left out. */
export interface Sheet {
  /** Absent in a csv file. */
  name?: string;
  hidden?: boolean;
  rows: SheetRow[];
  /** First row that could not be read because of its quotes; the rows after it were not read either. */
  unread_from?: number;
}

export interface SheetRow {
  /** 1-based row number as spreadsheet programs show it, counting blank rows. */
  row: number;
  cells: string[];
  /** Hidden or filtered out by the spreadsheet. */
  hidden?: true;
  /** Columns whose text is that of a cell merged with rows above. */
  merged?: number[];
  /** Columns with a formula whose result is not stored. */
  unvalued?: number[];
}

export const maxFileBytes = 10 * 1024 * 1024;
export const maxRows = 20_000;
export const maxColumns = 100;
/** Longer than any field may be, so a cut text is still refused as too long. */
const maxCellLength = 1_000;
/** Limit of all text together: one shared string can be repeated in two million cells. */
const maxTextLength = 20_000_000;

/** Removes characters that nobody sees, which programs leave in cells; joiners inside a word stay. */
const removeUnseen = (cell: string) =>
  cell.replace(
    /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|^[\u200c\u200d]+|[\u200c\u200d]+$/g,
    '',
  );

/** Collects the rows with text; `gather` throws `file_too_large` beyond 20,000 of them. */
export function rowGatherer() {
  let rows: SheetRow[] = [];
  let count = 0;
  let textLength = 0;
  const gather = (row: number, cells: readonly string[], marks: Omit<SheetRow, 'row' | 'cells'> = {}) => {
    const kept = cells.slice(0, maxColumns).map((cell) => removeUnseen(cell.slice(0, maxCellLength)));
    if (!kept.some((cell) => /\S/.test(cell))) return;
    textLength += kept.reduce((sum, cell) => sum + cell.length, 0);
    if (count + rows.length === maxRows || textLength > maxTextLength) throw tooManyRows();
    rows.push({ row, cells: kept, ...marks });
  };
  /** Starts the next sheet; the limits hold for all together. */
  const nextSheet = () => {
    const gathered = rows;
    count += rows.length;
    rows = [];
    return gathered;
  };
  return { gather, nextSheet };
}

/** Returns the refusal of a file with too many rows. */
export function tooManyRows(): Refusal {
  return new Refusal('file_too_large', { says: 'too_many_rows', values: { maximum: maxRows } });
}
