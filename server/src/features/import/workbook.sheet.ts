import { type CellObject, CFB, type ParsingOptions, read, type WorkBook } from '@e965/xlsx';
import { Refusal } from '../../refusals/refusal.ts';
import { maxColumns, rowGatherer, type Sheet } from './sheet.ts';
import { unzipParts } from './zip.parts.ts';

/**
 * No formulas, no HTML, no declared dimensions (they may be false), and sparse rows: a cell at XFD1048576 costs one
 * cell.
 */
const options: ParsingOptions = {
  type: 'buffer',
  dense: true,
  nodim: true,
  cellDates: true,
  cellFormula: false,
  cellHTML: false,
};

/** Reads an Office Open XML workbook. Throws `unsupported_file`, or `file_too_large` when it unzips to too much. */
export function readXlsx(bytes: Uint8Array): Sheet {
  const parts = unzipParts(bytes);
  if (!parts.has('[Content_Types].xml')) throw new Refusal('unsupported_file');
  return firstSheetWithData(readWorkbook(zipUnpacked(parts)));
}

/** Reads a BIFF workbook. Throws `unsupported_file`. */
export function readXls(bytes: Uint8Array): Sheet {
  return firstSheetWithData(readWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
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

/** Finds the first visible sheet with text; a hidden one, often a list of choices, only if there is no other. */
function firstSheetWithData(workbook: WorkBook): Sheet {
  const isHidden = (index: number) => Boolean(workbook.Workbook?.Sheets?.[index]?.Hidden);
  const names = workbook.SheetNames.map((name, index) => ({ name, hidden: isHidden(index) }));
  for (const { name } of [...names.filter(({ hidden }) => !hidden), ...names.filter(({ hidden }) => hidden)]) {
    const rows = rowsOf(workbook.Sheets[name]?.['!data'] ?? []);
    if (rows.length > 0) return { rows };
  }
  return { rows: [] };
}

function rowsOf(data: (CellObject | undefined)[][]): Sheet['rows'] {
  const { rows, gather } = rowGatherer();
  // Keys, not indexes: a sparse sheet may jump from row 1 to row 1,048,576.
  for (const key of Object.keys(data)) {
    const index = Number(key);
    const cells = data[index];
    if (cells) gather(index + 1, Array.from(cells.slice(0, maxColumns), textOf));
  }
  return rows;
}

/** Formats a cell: text as typed, plain numbers (12.0 is `12`), dates as displayed. */
function textOf(cell: CellObject | undefined): string {
  if (cell?.v === undefined || cell.v === null) return '';
  if (cell.t === 's' || cell.t === 'n') return String(cell.v);
  return cell.w ?? String(cell.v);
}
