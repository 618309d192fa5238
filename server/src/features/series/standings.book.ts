import type { Language } from '@dossard/contract/language/language.ts';
import { statusLetters } from '@dossard/contract/rankings/rider.status.ts';
import type { SeriesResult } from '@dossard/contract/series/standings.schema.ts';
import { writeBook } from '../results/results.book.ts';
import { resultsWords } from '../results/results.words.ts';
import type { Cell, ResultsSheet } from '../results/sheet.cells.ts';
import { sheetNames } from '../results/sheet.names.ts';
import type { Season } from './season.ts';
import { writeClubs, writeGroup } from './standings.ts';

/**
 * Writes standings as xlsx: a sheet for each group with its columns, and one of clubs if they are ranked.
 */
export async function writeStandingsBook(season: Season, language: Language): Promise<Buffer<ArrayBuffer>> {
  const sheets: ResultsSheet[] = [];
  for (const group of season.groups) sheets.push(await groupSheet(season, group, language));
  if (season.series.rule.clubs !== null) sheets.push(await clubSheet(season, language));
  if (sheets.length === 0) {
    sheets.push({
      name: season.series.season,
      columns: [{ heading: resultsWords(language)('nobody'), width: 40 }],
      rows: [],
    });
  }
  const names = sheetNames(sheets.map(({ name }) => name));
  return writeBook(sheets.map((sheet, index) => ({ ...sheet, name: names[index] ?? sheet.name })));
}

async function groupSheet(season: Season, group: Season['groups'][number], language: Language): Promise<ResultsSheet> {
  const wordFor = resultsWords(language);
  return {
    name: `${group.category} ${wordFor(group.gender)}`,
    columns: [
      { heading: wordFor('rank'), width: 7 },
      { heading: wordFor('last_name'), width: 22 },
      { heading: wordFor('first_name'), width: 18 },
      { heading: wordFor('club'), width: 28 },
      ...season.columns.map(({ name, date }) => ({ heading: `${date} ${name}`, width: 16 })),
      { heading: wordFor('points'), width: 9 },
      { heading: wordFor('starts'), width: 9 },
      { heading: wordFor('why'), width: 80 },
    ],
    rows: (await writeGroup(season, group)).map((line) => [
      line.rank,
      line.last_name,
      line.first_name,
      line.club,
      ...line.results.map(resultCell),
      line.total_points,
      line.starts,
      line.why[language],
    ]),
  };
}

/** Formats a result: points that count as a number, dropped ones in brackets; without a start empty, or the status. */
function resultCell({ points, status, started, dropped }: SeriesResult): Cell {
  if (!started) return status && statusLetters(status);
  return dropped ? `(${points})` : points;
}

async function clubSheet(season: Season, language: Language): Promise<ResultsSheet> {
  const wordFor = resultsWords(language);
  const { clubs } = await writeClubs(season);
  return {
    name: wordFor('clubs'),
    columns: [
      { heading: wordFor('rank'), width: 7 },
      { heading: wordFor('club'), width: 28 },
      { heading: wordFor('points'), width: 9 },
      { heading: wordFor('riders'), width: 80 },
    ],
    rows: clubs.map(({ rank, club, total_points, riders }) => [
      rank,
      club,
      total_points,
      riders
        .filter(({ counted }) => counted)
        .map((one) => `${one.last_name} ${one.first_name} ${one.category} (${one.total_points})`)
        .join(', '),
    ]),
  };
}
