import type { Language } from '@dossard/contract/language/language.ts';
import type { PublishedList } from '@dossard/contract/results/result.schema.ts';
import { type Cell, type Column, layOutSheet, type Sheet } from '../../workbook/sheet.ts';
import { writeBook } from '../../workbook/workbook.ts';
import { rankingColumns, scoreColumns } from './results.columns.ts';
import { resultsWords } from './results.words.ts';

/** Writes an official list as xlsx, from its frozen JSON: the ranking, the runs, and the proof. */
export const writeOfficialBook = (published: PublishedList, language: Language): Promise<Buffer<ArrayBuffer>> =>
  writeBook([rankingSheet(published, language), runsSheet(published, language), proofSheet(published, language)]);

/** Returns the columns for bib, names and club; an erased rider has only the bib (E7). */
function nameColumns<Row extends { dossard: number }>({ names }: PublishedList, language: Language): Column<Row>[] {
  const wordFor = resultsWords(language);
  const byBib = new Map(names.map((name) => [name.dossard, name]));
  return [
    { heading: wordFor('dossard'), width: 11, cellOf: ({ dossard }) => dossard },
    { heading: wordFor('last_name'), width: 22, cellOf: ({ dossard }) => byBib.get(dossard)?.last_name ?? null },
    { heading: wordFor('first_name'), width: 18, cellOf: ({ dossard }) => byBib.get(dossard)?.first_name ?? null },
    { heading: wordFor('club'), width: 28, cellOf: ({ dossard }) => byBib.get(dossard)?.club ?? null },
  ];
}

function rankingSheet(published: PublishedList, language: Language): Sheet {
  const wordFor = resultsWords(language);
  const { category, gender, rankings } = published.list;
  const columns = rankingColumns(rankings, nameColumns(published, language), wordFor);
  return layOutSheet(`${category} ${wordFor(gender)}`, columns, rankings);
}

function runsSheet(published: PublishedList, language: Language): Sheet {
  const wordFor = resultsWords(language);
  const zones = new Map(published.list.zones.map(({ id, name }) => [id, name]));
  const runs = published.list.rankings.flatMap(({ dossard, runs }) => runs.map((run) => ({ ...run, dossard })));
  const columns: Column<(typeof runs)[number]>[] = [
    ...nameColumns(published, language),
    { heading: wordFor('run_number'), width: 10, cellOf: ({ run_number }) => run_number },
    { heading: wordFor('zone'), width: 20, cellOf: ({ zone_id }) => zones.get(zone_id) ?? null },
    ...scoreColumns(wordFor),
  ];
  return layOutSheet(wordFor('runs'), columns, runs);
}

function proofSheet({ list, sha256, reason, jury }: PublishedList, language: Language): Sheet {
  const wordFor = resultsWords(language);
  const { competition, revision, published_at, chain, missing, closed_zones } = list;
  const facts: [string, Cell][] = [
    [competition.name, `${competition.location}, ${competition.date}`],
    [wordFor('revision'), String(revision)],
    [wordFor('published_at'), new Date(published_at)],
    [wordFor('reason'), reason],
    [wordFor('jury'), jury.join(', ')],
    ...(missing ? [[wordFor('missing'), missing.runs] satisfies [string, Cell]] : []),
    ...(closed_zones ? [[wordFor('closed_zones'), closed_zones.join(', ')] satisfies [string, Cell]] : []),
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
