import { type CellObject, CFB, type ParsingOptions, read, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { Refusal } from '../../refusals/refusal.ts';
import { findHidden, type Hidden } from './opendocument.hidden.ts';
import { maxColumns, maxRows, rowGatherer, type Sheet, type SheetRow } from './sheet.ts';
import { readWebPage } from './web.page.ts';
import { unzipParts } from './zip.parts.ts';

/**
 * No HTML, no declared dimensions (they may be false), and sparse rows: a cell at XFD1048576 costs one cell. Styles tell
 * which rows are hidden, formulas which results are missing. Dates in the format of the reader's country are read as in
 * Europe.
 */
const options: ParsingOptions = {
  type: 'buffer',
  dense: true,
  nodim: true,
  cellDates: true,
  dateNF: 'dd/mm/yyyy',
  cellFormula: true,
  cellHTML: false,
  cellStyles: true,
};
/** More merged cells than any list has. */
const maxMerges = 1_000;

/**
 * Reads an Office Open XML or OpenDocument workbook. Throws `unsupported_file`, or `file_too_large` when it unzips to too
 * much.
 */
export async function readZipped(bytes: Uint8Array): Promise<Sheet[]> {
  const parts = await unzipParts(bytes);
  const isNumbers = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('.iwa');
  if (isNumbers) throw new Refusal('unsupported_file', { says: 'numbers_file' });
  const content = parts.get('content.xml');
  if (!parts.has('[Content_Types].xml') && !content) throw new Refusal('unsupported_file');
  return sheetsOf(readWorkbook(zipUnpacked(parts)), content && findHidden(content.toString()));
}

/** Reads a BIFF workbook. Throws `unsupported_file`. */
export function readXls(bytes: Uint8Array): Sheet[] {
  return sheetsOf(readWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
}

/** Reads a web page or XML of 2003 that was saved as a workbook. Throws `unsupported_file` if it has no table. */
export function readMarkup(text: string): Sheet[] {
  if (!/<(\w+:)?table\b/i.test(text)) throw new Refusal('unsupported_file', { says: 'web_page_file' });
  if (!/<(\w+:)?Worksheet\b/i.test(text)) return readWebPage(text);
  try {
    return sheetsOf(read(text, { ...options, type: 'string', raw: true }));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('unsupported_file', { says: 'web_page_file' });
  }
}

/** Builds an uncompressed zip, the form in which the library accepts what is already inflated. */
function zipUnpacked(parts: Map<string, Buffer>): Buffer {
  const zip = CFB.utils.cfb_new();
  for (const [name, part] of parts) CFB.utils.cfb_add(zip, name, part, { unsafe: true });
  return CFB.write(zip, { fileType: 'zip', type: 'buffer' });
}

function readWorkbook(bytes: Buffer): WorkBook {
  try {
    return read(bytes, options);
  } catch {
    // Broken and password-protected workbooks throw errors of many kinds.
    throw new Refusal('unsupported_file');
  }
}

function sheetsOf(workbook: WorkBook, hidden?: Map<string, Hidden>): Sheet[] {
  const { gather, nextSheet } = rowGatherer();
  return workbook.SheetNames.map((name, index) => {
    const sheet = workbook.Sheets[name];
    const hides = hidden?.get(name);
    if (sheet) gatherRows(sheet, gather, hides);
    const isHidden = hides?.sheet ?? Boolean(workbook.Workbook?.Sheets?.[index]?.Hidden);
    return { name, rows: nextSheet(), ...(isHidden && { hidden: true }) };
  });
}

function gatherRows(sheet: WorkSheet, gather: ReturnType<typeof rowGatherer>['gather'], hides?: Hidden): void {
  const data: (CellObject | undefined)[][] = sheet['!data'] ?? [];
  const mergedIn = mergedCells(sheet);
  let next = 0;
  /** To be asked in the order of the rows: a file may hide every second of a million. */
  const isHidden = (index: number) => {
    if (!hides) return sheet['!rows']?.[index]?.hidden;
    while ((hides.rows[next]?.[1] ?? index) < index) next += 1;
    return (hides.rows[next]?.[0] ?? index + 1) <= index;
  };
  // Keys, not indexes: a sparse sheet may jump from row 1 to row 1,048,576.
  for (const key of Object.keys(data)) {
    const index = Number(key);
    const cells = Array.from(data[index]?.slice(0, maxColumns) ?? []);
    const texts = cells.map(textOf);
    const isMissing = (cell: CellObject | undefined) => cell?.f !== undefined && cell.t === 'z';
    const unvalued = cells.flatMap((cell, column) => (isMissing(cell) ? [column] : []));
    const isBlank = !texts.some((text) => /\S/.test(text));
    const merged = isBlank ? [] : (mergedIn.get(index) ?? []);
    for (const { column, top } of merged) {
      while (texts.length < column) texts.push('');
      texts[column] = textOf(data[top]?.[column]);
    }
    const marks: Omit<SheetRow, 'row' | 'cells'> = {
      ...(isHidden(index) && { hidden: true }),
      ...(merged.length > 0 && { merged: merged.map(({ column }) => column) }),
      ...(unvalued.length > 0 && { unvalued }),
    };
    gather(index + 1, texts, marks);
  }
}

/** Finds the cells below the first row of merged cells, by row: there the spreadsheet shows the text of the first. */
function mergedCells(sheet: WorkSheet): Map<number, { column: number; top: number }[]> {
  const found = new Map<number, { column: number; top: number }[]>();
  for (const { s, e } of sheet['!merges']?.slice(0, maxMerges) ?? []) {
    if (s.c >= maxColumns) continue;
    for (let row = s.r + 1; row <= Math.min(e.r, s.r + maxRows); row += 1)
      found.set(row, (found.get(row) ?? []).concat({ column: s.c, top: s.r }));
  }
  return found;
}

/** Formats a cell: text as typed, plain numbers (12.0 is `12`) with the zeros shown in front, dates as displayed. */
function textOf(cell: CellObject | undefined): string {
  if (cell?.v === undefined || cell.v === null || cell.t === 'z') return '';
  if (cell.t === 'n' && cell.w !== undefined && /^0\d+$/.test(cell.w)) return cell.w;
  if (cell.t === 's' || cell.t === 'n') return String(cell.v);
  return cell.w ?? String(cell.v);
}
