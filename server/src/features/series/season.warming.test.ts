import { updateSeries } from '@dossard/contract/series/series.endpoints.ts';
import { beforeEach, expect, test } from 'vitest';
import { findSeriesAccess, type SeriesRow } from '../../access/series.access.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { createRankingAnswers } from '../rankings/ranking.answers.ts';
import { createSeasons } from './season.ts';
import { warmSeasons } from './season.warming.ts';
import { answerStandings, answerStandingsCsv } from './standings.answers.ts';
import { makeSeason } from './testing/season.job.ts';

const house = await startTestApp();
let season: Awaited<ReturnType<typeof makeSeason>>;

beforeEach(async () => {
  season = await makeSeason(house);
});

/** Simulates a process that has just started; counts the rankings it computes. */
function startProcess() {
  let computed = 0;
  const rankings = createRankingAnswers(house.db, (from) => {
    if (from === 'computed') computed += 1;
  });
  return { seasons: createSeasons(house.db, rankings), computed: () => computed };
}

const now = new Date('2027-07-01T12:00:00Z');
const getSeries = async () => (await findSeriesAccess(house.db, season.seriesId, undefined)) as SeriesRow;

test('the first reader after a start finds the standings ready', async () => {
  const { seasons, computed } = startProcess();
  await warmSeasons(house.db, seasons, now, new AbortController().signal);
  const before = computed();
  expect(before).toBeGreaterThanOrEqual(season.events.length);
  const read = await seasons.read(await getSeries(), 'public', now);
  const answer = await answerStandings(read, { category: 'U13' });
  expect(computed()).toBe(before);
  // However a category is spelled, or made up, the answer is kept once.
  expect(await answerStandings(read, { category: 'u 13' })).toBe(answer);
  const made = await answerStandings(read, { category: 'made up' });
  expect(await answerStandings(read, { category: 'another' })).toBe(made);
  expect(await answerStandingsCsv(read, {})).toBe(await answerStandingsCsv(read, {}));
});

test('private series are not warmed, and nothing is after the stop', async () => {
  const stopped = startProcess();
  const over = new AbortController();
  over.abort();
  await warmSeasons(house.db, stopped.seasons, now, over.signal);
  expect(stopped.computed()).toBe(0);
  await season.admin.call(updateSeries, { params: { seriesId: season.seriesId }, body: { is_public: false } });
  const hidden = startProcess();
  await warmSeasons(house.db, hidden.seasons, now, new AbortController().signal);
  const before = hidden.computed();
  await answerStandings(await hidden.seasons.read(await getSeries(), 'public', now), {});
  expect(hidden.computed()).toBeGreaterThan(before);
});

test('concurrent readers share one computation', async () => {
  const { seasons } = startProcess();
  const series = await getSeries();
  const [one, other] = await Promise.all([seasons.read(series, 'public', now), seasons.read(series, 'public', now)]);
  expect(one).toBe(other);
});
