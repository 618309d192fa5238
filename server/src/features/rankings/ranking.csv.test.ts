import { defaultRankingRule, rankingEntrySchema } from '@dossard/contract/rankings/ranking.schema.ts';
import { expect, test } from 'vitest';
import type { KeptRanking } from './ranking.answers.ts';
import { answerRankingCsv, writeRankingCsv } from './ranking.csv.ts';

const entry = (more: Record<string, unknown>) =>
  rankingEntrySchema.parse({
    rank: 1,
    dossard: 12,
    first_name: 'Zoé',
    last_name: 'Le Gall',
    club: null,
    category: 'U13',
    gender: 'F',
    total_points: 210,
    penality: 2,
    chrono_sec: 61.5,
    number_of_runs: 4,
    decided_by: null,
    status: null,
    ...more,
  });
const linesOf = (csv: string) => csv.replace('\uFEFF', '').split('\r\n').slice(1, -1);

test('a rider is a line, with the same field names as the JSON (L5)', () => {
  const csv = writeRankingCsv([entry({})]);
  expect(csv).toBe(
    '\uFEFFrank;dossard;first_name;last_name;club;category;gender;total_points;penality;chrono_sec;number_of_runs;status\r\n' +
      '1;12;Zoé;Le Gall;;U13;F;210;2;61,5;4;\r\n',
  );
});

test.each([
  ['a rider without a rank', { rank: null, status: 'dsq' }, ';12;Zoé;Le Gall;;U13;F;210;2;61,5;4;dsq'],
  ['a separator', { club: 'Vélo; Trial' }, '1;12;Zoé;Le Gall;"Vélo; Trial";U13;F;210;2;61,5;4;'],
  ['a quotation mark', { club: 'Les "Crampons"' }, '1;12;Zoé;Le Gall;"Les ""Crampons""";U13;F;210;2;61,5;4;'],
  ['a fullwidth formula', { club: '＝1+1' }, "1;12;Zoé;Le Gall;'＝1+1;U13;F;210;2;61,5;4;"],
  ['a formula', { club: '=1+1' }, "1;12;Zoé;Le Gall;'=1+1;U13;F;210;2;61,5;4;"],
  ['a formula with a sign', { club: '-2' }, "1;12;Zoé;Le Gall;'-2;U13;F;210;2;61,5;4;"],
])('%s is escaped so that it is read back unchanged', (_, more, line) => {
  expect(linesOf(writeRankingCsv([entry(more)]))).toEqual([line]);
});

test('the state of a declared group is on each of its lines, and absent for others (E1)', () => {
  const [line] = linesOf(writeRankingCsv([entry({})], { state: 'official', revision: 2 }));
  expect(line).toBe('1;12;Zoé;Le Gall;;U13;F;210;2;61,5;4;;official;2');
  expect(writeRankingCsv([entry({})], { state: 'running', revision: 0 })).toBe(writeRankingCsv([entry({})]));
});

test('without riders there is only the heading', () => {
  expect(linesOf(writeRankingCsv([]))).toEqual([]);
});

test('a file is written once for all readers of a ranking, and again for the next version', () => {
  const keptAt = (version: number): KeptRanking => ({
    ...{ version, names: 'full', rule: defaultRankingRule, ranked: [], zoneNames: new Map(), result: undefined },
    ...{ closedZones: [], hold: null, hides: false, hidesPrevious: false, pages: new Map() },
  });
  const ranking = keptAt(1);
  const bytes = answerRankingCsv(ranking);
  expect(bytes.toString()).toBe(writeRankingCsv([]));
  expect(answerRankingCsv(ranking)).toBe(bytes);
  expect(answerRankingCsv(keptAt(2))).not.toBe(bytes);
});
