import type { DeclaredResult } from '@dossard/contract/declarations/result.state.schema.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';

/** The columns, by the names that the JSON answer has: programs read both, in any language. */
const columns = [
  'rank',
  'dossard',
  'first_name',
  'last_name',
  'club',
  'category',
  'gender',
  'total_points',
  'penality',
  'chrono_sec',
  'number_of_runs',
  'status',
] as const satisfies readonly (keyof RankingEntry)[];

/**
 * Writes a ranking as CSV: UTF-8 with BOM, semicolons, CRLF, one line for each rider (L5). The state of a group that was
 * declared stands in two more columns (E1).
 */
export function writeRankingCsv(
  entries: readonly RankingEntry[],
  result?: Pick<DeclaredResult, 'state' | 'revision'> | undefined,
): string {
  const isDeclared = result !== undefined && result.state !== 'running';
  const [headings, facts] = isDeclared
    ? [
        ['state', 'revision'],
        [result.state, result.revision],
      ]
    : [[], []];
  const lines = [
    [...columns, ...headings],
    ...entries.map((entry) => [...columns.map((column) => entry[column] ?? ''), ...facts]),
  ];
  return writeCsv(lines);
}

/** Writes rows as CSV: UTF-8 with BOM, semicolons, CRLF. */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(writeCell).join(';')}\r\n`).join('')}`;

/**
 * Writes a cell. A text that begins like a formula is given an apostrophe, so that no spreadsheet computes it; one with a
 * separator is quoted.
 */
function writeCell(cell: string | number): string {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
