import type { Language } from '@dossard/contract/language/language.ts';
import { statusLetters } from '@dossard/contract/rankings/rider.status.ts';
import type { SeriesResult } from '@dossard/contract/series/standings.schema.ts';
import { type Cell, type Column, layOutSheet, type Sheet } from '../../workbook/sheet.ts';
import { writeBook } from '../../workbook/workbook.ts';
import { resultsWords } from '../results/results.words.ts';
import type { Season } from './season.ts';
import { writeClubs, writeGroup } from './standings.ts';

/**
 * Writes standings as xlsx: a sheet for each group with its columns, and one of clubs if they are ranked.
 */
export async function writeStandingsBook(season: Season, language: Language): Promise<Buffer<ArrayBuffer>> {
  const sheets: Sheet[] = [];
  for (const group of season.groups) sheets.push(await groupSheet(season, group, language));
  if (season.series.rule.clubs !== null) sheets.push(await clubSheet(season, language));
  if (sheets.length === 0) {
    sheets.push({
      name: season.series.season,
      columns: [{ heading: resultsWords(language)('nobody'), width: 40 }],
      rows: [],
    });
  }
  return writeBook(sheets);
}

async function groupSheet(season: Season, group: Season['groups'][number], language: Language): Promise<Sheet> {
  const wordFor = resultsWords(language);
  const lines = await writeGroup(season, group);
  const columns: Column<(typeof lines)[number]>[] = [
    { heading: wordFor('rank'), width: 7, cellOf: ({ rank }) => rank },
    { heading: wordFor('last_name'), width: 22, cellOf: ({ last_name }) => last_name },
    { heading: wordFor('first_name'), width: 18, cellOf: ({ first_name }) => first_name },
    { heading: wordFor('club'), width: 28, cellOf: ({ club }) => club },
    ...season.columns.map(
      ({ name, date }, index): Column<(typeof lines)[number]> => ({
        heading: `${date} ${name}`,
        width: 16,
        cellOf: ({ results }) => resultCell(results[index]),
      }),
    ),
    { heading: wordFor('points'), width: 9, cellOf: ({ total_points }) => total_points },
    { heading: wordFor('starts'), width: 9, cellOf: ({ starts }) => starts },
    { heading: wordFor('why'), width: 80, cellOf: ({ why }) => why[language] },
  ];
  return layOutSheet(`${group.category} ${wordFor(group.gender)}`, columns, lines);
}

/** Formats a result: points that count as a number, dropped ones in brackets; without a start empty, or the status. */
function resultCell(result: SeriesResult | undefined): Cell {
  if (!result) return null;
  const { points, status, started, dropped } = result;
  if (!started) return status && statusLetters(status);
  return dropped ? `(${points})` : points;
}

async function clubSheet(season: Season, language: Language): Promise<Sheet> {
  const wordFor = resultsWords(language);
  const { clubs } = await writeClubs(season);
  const columns: Column<(typeof clubs)[number]>[] = [
    { heading: wordFor('rank'), width: 7, cellOf: ({ rank }) => rank },
    { heading: wordFor('club'), width: 28, cellOf: ({ club }) => club },
    { heading: wordFor('points'), width: 9, cellOf: ({ total_points }) => total_points },
    {
      heading: wordFor('riders'),
      width: 80,
      cellOf: ({ riders }) =>
        riders
          .filter(({ counted }) => counted)
          .map((one) => `${one.last_name} ${one.first_name} ${one.category} (${one.total_points})`)
          .join(', '),
    },
  ];
  return layOutSheet(wordFor('clubs'), columns, clubs);
}
