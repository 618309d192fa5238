import type { DeclaredResult } from '@dossard/contract/declarations/result.state.schema.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { entryOf, type KeptRanking } from './ranking.answers.ts';

/** The columns, with the field names of the JSON answer: programs read both, in any language. */
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
 * Formats a ranking as CSV: UTF-8 with BOM, semicolons, CRLF, one line per rider (L5). The state of declared groups is
 * in two more columns (E1).
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
  const shown = entries.some(({ start_time }) => start_time) ? [...columns, 'start_time' as const] : columns;
  const lines = [
    [...shown, ...headings],
    ...entries.map((entry) => [...shown.map((column) => entry[column] ?? ''), ...facts]),
  ];
  return writeCsv(lines);
}

const written = new WeakMap<KeptRanking, Buffer>();

/** Writes a cached ranking as CSV, once for all readers. */
export function answerRankingCsv(ranking: KeptRanking): Buffer {
  const { ranked, names, result } = ranking;
  const entries = () => ranked.map((rider) => entryOf(rider, names));
  const bytes = written.get(ranking) ?? Buffer.from(writeRankingCsv(entries(), result));
  written.set(ranking, bytes);
  return bytes;
}

/** Formats rows as CSV for a French spreadsheet: UTF-8 with BOM, semicolons, decimal commas, CRLF. */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(writeCell).join(';')}\r\n`).join('')}`;

/**
 * Formats a cell. A text that looks like a formula, also in fullwidth signs, gets an apostrophe, so that no spreadsheet
 * evaluates it; one with a separator is quoted.
 */
function writeCell(cell: string | number): string {
  const isFormula = typeof cell === 'string' && /^[=+\-@\t\r＝＋－＠]/.test(cell);
  const text = typeof cell === 'number' ? String(cell).replace('.', ',') : isFormula ? `'${cell}` : cell;
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
