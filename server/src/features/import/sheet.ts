import { Refusal } from '../../refusals/refusal.ts';

/** The first sheet with data of a file, as text; rows without text are left out. */
export interface Sheet {
  rows: SheetRow[];
  /** First row that could not be read because of its quotes; the rows after it were not read either. */
  unread_from?: number;
}

export interface SheetRow {
  /** 1-based row number as spreadsheet programs show it, counting blank rows. */
  row: number;
  cells: string[];
}

export const maxFileBytes = 10 * 1024 * 1024;
const maxRows = 20_000;
export const maxColumns = 100;
/** Longer than any field may be, so a cut text is still refused as too long. */
const maxCellLength = 1_000;
/** Limit of all text together: one shared string can be repeated in two million cells. */
const maxTextLength = 20_000_000;

/** Collects the rows with text; `gather` throws `file_too_large` beyond 20,000 of them. */
export function rowGatherer(): { rows: SheetRow[]; gather: (row: number, cells: readonly string[]) => void } {
  const rows: SheetRow[] = [];
  let textLength = 0;
  const gather = (row: number, cells: readonly string[]) => {
    if (!cells.some((cell) => /\S/.test(cell))) return;
    const kept = cells.slice(0, maxColumns).map((cell) => cell.slice(0, maxCellLength));
    textLength += kept.reduce((sum, cell) => sum + cell.length, 0);
    if (rows.length === maxRows || textLength > maxTextLength) throw tooManyRows();
    rows.push({ row, cells: kept });
  };
  return { rows, gather };
}

/** Returns the refusal of a file with too many rows. */
export function tooManyRows(): Refusal {
  return new Refusal('file_too_large', { says: 'too_many_rows', values: { maximum: maxRows } });
}
