import { CsvError, type Options, parse } from 'csv-parse/sync';
import { Refusal } from '../../refusals/refusal.ts';
import { rowGatherer, type Sheet, tooManyRows } from './sheet.ts';

const separators = [';', ',', '\t'] as const;
/** How much of a file is sampled to detect its kind, in characters. */
const sampleLength = 20_000;

/** Maximum number of records in a file, including blank ones: 10 MB of line ends would block a worker for 15 s. */
const maxRecords = 100_000;

/** The errors of csv-parse about unbalanced quotes. */
const quoteErrors = ['CSV_QUOTE_NOT_CLOSED', 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE'];

/**
 * Reads a csv file with any usual encoding, separator and line end. Throws `unsupported_file` for other files,
 * `file_too_large` for too many rows.
 */
export function readCsv(text: string | null): Sheet {
  if (text === null || !isTable(text)) throw new Refusal('unsupported_file');
  const { gather, nextSheet } = rowGatherer();
  const { read, stopped } = eachRecord(text, findSeparator(text), gather);
  const rows = nextSheet();
  return stopped ? { rows, unread_from: read + 1 } : { rows };
}

/** Rejects binary files, PDF and RTF, which could all be decoded as text. */
function isTable(text: string): boolean {
  if (/^\s*(%PDF|\{\\rtf)/.test(text)) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters mark binary files
  const control = text.slice(0, sampleLength).match(/[\x00-\x08\x0e-\x1f]/g) ?? [];
  return !text.includes('\0') && control.length <= Math.max(1, Math.min(text.length, sampleLength) / 50);
}

/** Finds the separator that splits most rows into the same number of cells, preferring more cells. */
function findSeparator(text: string): string {
  const quoted = /(^|[;,\t\r\n]) *"[^"]*(?:""[^"]*)*"/g;
  const rows = text
    .slice(0, sampleLength)
    .replace(quoted, '$1')
    .split(/\r\n|\n|\r/);
  const scores = separators.map((separator) => ({ separator, score: scoreSeparator(rows, separator) }));
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).separator;
}

function scoreSeparator(rows: readonly string[], separator: string): number {
  const rowsByCuts = new Map<number, number>();
  for (const row of rows) {
    const cuts = row.split(separator).length - 1;
    rowsByCuts.set(cuts, (rowsByCuts.get(cuts) ?? 0) + 1);
  }
  return Math.max(...[...rowsByCuts].map(([cuts, count]) => cuts * count));
}

/** Takes away what keeps a spreadsheet from making a number of a text: `="0012"`, `'0012`. */
const unguard = (cell: string) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell.replace(/^'(?=[\d=+@-])/, '');

/** Passes each record with its row number to `take`, until the end or a quote error; `read` counts the records. */
function eachRecord(text: string, delimiter: string, take: (row: number, cells: string[]) => void) {
  let read = 0;
  const options: Options = {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    on_record: (cells: string[]) => {
      // The row number counts records, not line ends: a blank line is a row, and so is a record of several lines.
      read += 1;
      if (read > maxRecords) throw tooManyRows();
      take(read, cells.map(unguard));
      return null;
    },
  };
  try {
    parse(text, options);
    return { read, stopped: false };
  } catch (error) {
    if (error instanceof CsvError && quoteErrors.includes(error.code)) return { read, stopped: true };
    throw error;
  }
}
