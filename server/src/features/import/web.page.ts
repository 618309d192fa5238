import { Parser } from 'htmlparser2';
import { maxColumns, maxRows, rowGatherer, type Sheet, type SheetRow } from './sheet.ts';

/** A table that is read: its rows so far, and its cells that reach into the rows below. */
interface OpenTable {
  rows: SheetRow[];
  /** The row being read; undefined between rows. */
  current: SheetRow | undefined;
  /** The cell being read; undefined between cells. */
  cell: { column: number; text: string; rowspan: number } | undefined;
  reaching: Map<number, { text: string; rows: number }>;
  /** Number of rows so far, blank ones included. */
  count: number;
}

/** Tags whose text nobody sees. */
const unseen = ['script', 'style', 'template'];
const isHidden = ({ hidden, style = '' }: Record<string, string>) =>
  hidden !== undefined || /display\s*:\s*none/i.test(style);
/** Reads how many rows or columns a cell takes. */
const spanOf = (text: string | undefined, most: number) =>
  Math.min(Math.max(Number.parseInt(text ?? '', 10) || 1, 1), most);

/**
 * Reads the tables of a web page, each as a sheet, as browsers do: with cells that are not closed, and tables inside
 * cells apart. Throws `file_too_large`.
 */
export function readWebPage(page: string): Sheet[] {
  const found: OpenTable[] = [];
  const open: OpenTable[] = [];
  let silent = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (unseen.includes(name)) silent += 1;
      if (name === 'table') {
        const begun: OpenTable = { rows: [], current: undefined, cell: undefined, reaching: new Map(), count: 0 };
        open.push(begun);
        found.push(begun);
      }
      const table = open.at(-1);
      if (!table) return;
      if (name === 'tr') beginRow(table, isHidden(attributes));
      if (name === 'td' || name === 'th') beginCell(table, attributes);
      if (name === 'br' && table.cell) table.cell.text += '\n';
    },
    ontext(text) {
      const cell = open.at(-1)?.cell;
      if (cell && silent === 0) cell.text += text;
    },
    onclosetag(name) {
      if (unseen.includes(name)) silent -= 1;
      const table = open.at(-1);
      if (!table) return;
      if (name === 'td' || name === 'th') endCell(table);
      if (name === 'tr') table.current = undefined;
      if (name === 'table') open.pop();
    },
  });
  parser.end(page);
  const { gather, nextSheet } = rowGatherer();
  return found
    .filter(({ rows }, index) => rows.length > 0 || index === 0)
    .map(({ rows }, index) => {
      // A cell that reaches into a short row leaves a gap before it.
      for (const { row, cells, ...marks } of rows)
        gather(
          row,
          Array.from(cells, (cell) => cell ?? ''),
          marks,
        );
      return { name: `Sheet${index + 1}`, rows: nextSheet() };
    });
}

/** Begins a row with the texts of the cells that reach into it. */
function beginRow(table: OpenTable, hidden: boolean): void {
  table.count += 1;
  table.cell = undefined;
  const row: SheetRow = { row: table.count, cells: [], ...(hidden && { hidden: true }) };
  for (const [column, above] of table.reaching) {
    row.cells[column] = above.text;
    row.merged = [...(row.merged ?? []), column];
    above.rows -= 1;
    if (above.rows === 0) table.reaching.delete(column);
  }
  table.current = row;
  table.rows.push(row);
}

/** Begins a cell in the first free column of its row. */
function beginCell(table: OpenTable, { colspan, rowspan }: Record<string, string>): void {
  if (!table.current) beginRow(table, false);
  const cells = table.current?.cells ?? [];
  let column = 0;
  while (cells[column] !== undefined) column += 1;
  const width = spanOf(colspan, maxColumns);
  for (let at = column; at < Math.min(column + width, maxColumns); at += 1) cells[at] = '';
  table.cell = { column, text: '', rowspan: spanOf(rowspan, maxRows) };
}

function endCell(table: OpenTable): void {
  const { cell, current } = table;
  table.cell = undefined;
  if (!cell || !current || cell.column >= maxColumns) return;
  const text = cell.text.replace(/[^\S\n]+/g, ' ').trim();
  current.cells[cell.column] = text;
  if (cell.rowspan > 1) table.reaching.set(cell.column, { text, rows: cell.rowspan - 1 });
}
