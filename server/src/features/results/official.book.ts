import type { Language } from '@dossard/contract/language/language.ts';
import { statusLetters } from '@dossard/contract/rankings/rider.status.ts';
import type { PublishedList } from '@dossard/contract/results/result.schema.ts';
import { doorNames } from '@dossard/contract/runs/doors.ts';
import { writeBook } from './results.book.ts';
import { resultsWords } from './results.words.ts';
import type { Cell, ResultsSheet } from './sheet.cells.ts';
import { sheetNames } from './sheet.names.ts';

/** Writes an official list as xlsx, from its frozen JSON: the ranking, the runs, and the proof. */
export function writeOfficialBook(published: PublishedList, language: Language): Promise<Buffer<ArrayBuffer>> {
  const sheets = [rankingSheet(published, language), runsSheet(published, language), proofSheet(published, language)];
  const names = sheetNames(sheets.map(({ name }) => name));
  return writeBook(sheets.map((sheet, index) => ({ ...sheet, name: names[index] ?? sheet.name })));
}

/** Returns a function from bib to name cells; an erased rider has only the bib (E7). */
function namesOf({ names }: PublishedList): (dossard: number) => Cell[] {
  const byBib = new Map(names.map((name) => [name.dossard, name]));
  return (dossard) => {
    const name = byBib.get(dossard);
    return [dossard, name?.last_name ?? null, name?.first_name ?? null, name?.club ?? null];
  };
}

const nameColumns = (wordFor: ReturnType<typeof resultsWords>) => [
  { heading: wordFor('dossard'), width: 11 },
  { heading: wordFor('last_name'), width: 22 },
  { heading: wordFor('first_name'), width: 18 },
  { heading: wordFor('club'), width: 28 },
];

function rankingSheet(published: PublishedList, language: Language): ResultsSheet {
  const wordFor = resultsWords(language);
  const { category, gender, rankings } = published.list;
  const cellsOf = namesOf(published);
  return {
    name: `${category} ${wordFor(gender)}`,
    columns: [
      { heading: wordFor('rank'), width: 7 },
      ...nameColumns(wordFor),
      { heading: wordFor('points'), width: 9 },
      { heading: wordFor('penality'), width: 11 },
      { heading: wordFor('chrono_sec'), width: 11, format: 'hundredths' },
      { heading: wordFor('runs'), width: 10 },
    ],
    rows: rankings.map(({ rank, status, dossard, total_points, penality, chrono_sec, number_of_runs }) => [
      rank ?? (status && statusLetters(status)),
      ...cellsOf(dossard),
      ...(rank === null ? [null, null, null] : [total_points, penality, chrono_sec]),
      number_of_runs,
    ]),
  };
}

function runsSheet(published: PublishedList, language: Language): ResultsSheet {
  const wordFor = resultsWords(language);
  const zones = new Map(published.list.zones.map(({ id, name }) => [id, name]));
  const cellsOf = namesOf(published);
  return {
    name: wordFor('runs'),
    columns: [
      ...nameColumns(wordFor),
      { heading: wordFor('run_number'), width: 10 },
      { heading: wordFor('zone'), width: 20 },
      ...doorNames.map((_, index) => ({ heading: `${wordFor('door')} ${index + 1}`, width: 9 })),
      { heading: wordFor('points'), width: 9 },
      { heading: wordFor('penality'), width: 11 },
      { heading: wordFor('chrono_sec'), width: 11, format: 'hundredths' },
      { heading: wordFor('counted'), width: 9 },
    ],
    rows: published.list.rankings.flatMap(({ dossard, runs }) =>
      runs.map((run) => [
        ...cellsOf(dossard),
        run.run_number,
        zones.get(run.zone_id) ?? null,
        ...doorNames.map((door) => (run[door] ? 1 : 0)),
        run.points,
        run.penality,
        run.chrono_sec,
        run.counted ? 1 : 0,
      ]),
    ),
  };
}

function proofSheet({ list, sha256, reason, jury }: PublishedList, language: Language): ResultsSheet {
  const wordFor = resultsWords(language);
  const { competition, revision, published_at, chain, missing } = list;
  const facts: [string, Cell][] = [
    [competition.name, `${competition.location}, ${competition.date}`],
    [wordFor('revision'), String(revision)],
    [wordFor('published_at'), new Date(published_at)],
    [wordFor('reason'), reason],
    [wordFor('jury'), jury.join(', ')],
    ...(missing ? [[wordFor('missing'), missing.runs] satisfies [string, Cell]] : []),
    ['SHA-256', sha256],
    [wordFor('chain'), `${chain.length}:${chain.sha256}`],
  ];
  return {
    name: wordFor('official'),
    columns: [
      { heading: wordFor('official'), width: 30 },
      { heading: '', width: 70, format: 'moment' },
    ],
    rows: facts,
  };
}
