import type { Standings } from '@dossard/contract/series/standings.schema.ts';
import { writeCsv } from '../rankings/ranking.csv.ts';

/** Formats standings as CSV, like rankings (L5): one line per rider, with points and ranks of each column. */
export function writeStandingsCsv({ standings, columns }: Standings): string {
  const headings = ['category', 'gender', 'rank', 'first_name', 'last_name', 'club', 'total_points', 'starts', 'guest'];
  const ofColumns = columns.flatMap(({ name, date }) => [
    `points ${date} ${name}`,
    `rank ${date} ${name}`,
    `dropped ${date} ${name}`,
  ]);
  return writeCsv([
    [...headings, ...ofColumns, 'why_fr', 'why_en'],
    ...standings.map((line) => [
      line.category,
      line.gender,
      line.rank ?? '',
      line.first_name,
      line.last_name,
      line.club ?? '',
      line.total_points,
      line.starts,
      line.guest ? 1 : 0,
      ...columns.flatMap((_, position) => {
        const { points = '', rank, status, started, dropped } = line.results[position] ?? {};
        return [started ? points : '', rank ?? status ?? '', dropped ? 1 : 0];
      }),
      line.why.fr,
      line.why.en,
    ]),
  ]);
}
