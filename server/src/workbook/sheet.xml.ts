import { formatColumn } from '../tools/column.letters.ts';
import type { Cell, Sheet } from './sheet.ts';
import { cellText, spreadsheet, xmlHead } from './xml.text.ts';

/** Size of the pieces in which a sheet is written, in characters. */
const pieceLength = 65_536;

/** The indexes of cell styles in `xl/styles.xml`. */
const styles = { plain: 0, heading: 1, hundredths: 2, moment: 3 } as const;

/** Writes a sheet as SpreadsheetML, in pieces: headings in bold and frozen, then the rows. */
export function* sheetXml({ columns, rows }: Sheet): Generator<string> {
  const styled = columns.map(({ format }, index) => ({
    letters: formatColumn(index),
    style: styles[format ?? 'plain'],
  }));
  const headings = columns.map(({ heading }) => heading);
  const inBold = styled.map((column) => ({ ...column, style: styles.heading }));
  yield `${xmlHead}<worksheet xmlns="${spreadsheet}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columns.map(columnXml).join('')}</cols><sheetData>${rowXml(headings, 1, inBold)}`;
  let piece = '';
  for (const [index, row] of rows.entries()) {
    piece += rowXml(row, index + 2, styled);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}</sheetData></worksheet>`;
}

interface ColumnStyle {
  letters: string;
  style: number;
}

function columnXml({ width }: { width: number }, index: number): string {
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
}

function rowXml(row: readonly Cell[], number: number, columns: readonly ColumnStyle[]): string {
  let cells = '';
  for (const [index, { letters, style }] of columns.entries()) {
    cells += cellXml(row[index] ?? null, `r="${letters}${number}" s="${style}"`);
  }
  return `<row r="${number}">${cells}</row>`;
}

/** Marks text as text, so that no program reads it as a formula, a number or a date. */
function cellXml(cell: Cell, attributes: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c ${attributes}><v>${cell}</v></c>`;
  if (cell instanceof Date) return `<c ${attributes}><v>${daysOf(cell)}</v></c>`;
  return `<c ${attributes} t="inlineStr"><is><t xml:space="preserve">${cellText(cell)}</t></is></c>`;
}

/** Converts a moment to spreadsheet days; 1 January 1970 is day 25,569. */
const daysOf = (moment: Date) => moment.getTime() / 86_400_000 + 25_569;
