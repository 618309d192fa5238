import { updateParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { createOutsideResult, setOutsideRanks } from '@dossard/contract/series/outside.result.endpoints.ts';
import * as endpoints from '@dossard/contract/series/series.endpoints.ts';
import { beforeEach, expect, test } from 'vitest';
import { rider } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { makeSeason, riderNames, seasonRule, shortLines } from './testing/season.job.ts';

/* A group with its own table of points (T13). */

const house = await startTestApp();
let season: Awaited<ReturnType<typeof makeSeason>>;
const girls = { category: 'u 13', gender: 'F', points: [100, 70] };

beforeEach(async () => {
  season = await makeSeason(house);
  // The third girl rides with the boys.
  for (const { id } of season.events) {
    const body = rider(id, 3, { gender: 'H', first_name: riderNames[2], licence: 'FFC-3' });
    await season.admin.call(updateParticipant, { body });
  }
});

const setRule = (rule: object) =>
  season.admin.call(endpoints.updateSeries, {
    params: { seriesId: season.seriesId },
    body: { rule: { ...seasonRule, ...rule } },
  });

test('a preview shows what it changes, in this group only', async () => {
  const preview = await season.admin.call(endpoints.previewSeries, {
    params: { seriesId: season.seriesId },
    body: { rule: { ...seasonRule, points_by_group: [girls] } },
  });
  const moves = preview.body.moves.map((one: Record<string, unknown>) => [
    one.last_name,
    one.points_before,
    one.points_after,
  ]);
  expect([moves, preview.body.unchanged]).toEqual([
    [
      ['Garnier 1', 150, 300],
      ['Garnier 2', 120, 210],
    ],
    1,
  ]);
});

test('standings, their explanations and the file use it; other groups use the common table', async () => {
  const saved = await setRule({ points_by_group: [girls] });
  expect(saved.body.rule.points_by_group).toEqual([{ ...girls, category: 'U13' }]);
  const lines = await season.standings();
  expect(shortLines(lines)).toEqual([
    [1, 'Garnier 1', 300],
    [2, 'Garnier 2', 210],
  ]);
  expect(lines[1]?.why).toEqual({
    fr: '70 + 70 + 70 = 210 points. Barème propre à U13 F. 90 points de moins que le rang au-dessus.',
    en: '70 + 70 + 70 = 210 points. U13 F has a table of points of its own. 90 points fewer than the rank above.',
  });
  const [boy] = await season.standings({ category: 'U13', gender: 'H' });
  expect([boy?.total_points, boy?.why.en]).toEqual([150, '50 + 50 + 50 = 150 points.']);
  const csv = await house.app.inject({ method: 'GET', url: `/api/series/${season.seriesId}/standings/public.csv` });
  expect(csv.body).toContain('70 + 70 + 70 = 210 points. Barème propre à U13 F.');
});

test('a group whose results all have points of their own does not name its table (T15)', async () => {
  const params = { seriesId: season.seriesId };
  await setRule({ points_by_group: [girls] });
  const place = { name: 'Cross', date: '2027-07-01', discipline: 'XC', points: [9] };
  const { id: resultId } = (await season.admin.call(createOutsideResult, { params, body: place })).body;
  const ana = { rank: 1, first_name: 'Ana', last_name: 'Martin' };
  const body = { category: 'U13', gender: 'F' as const, ranks: [ana] };
  await season.admin.call(setOutsideRanks, { params: { ...params, resultId }, body });
  const line = (await season.standings()).find(({ last_name }) => last_name === 'Martin');
  expect(line?.why.fr).toMatch(/^9 points\. \d+ points? de moins/);
});

test('a category that is renamed afterwards uses the table of its new name', async () => {
  for (const dossard of [1, 2]) {
    const more = { category: 'U15', first_name: riderNames[dossard - 1], licence: `FFC-${dossard}` };
    const body = rider(season.event(2).id, dossard, more);
    await season.admin.call(updateParticipant, { body });
  }
  await setRule({ points_by_group: [girls], renamed: [{ category: 'U15', counts_as: 'U13' }] });
  expect((await season.standings()).map(({ total_points }) => total_points)).toEqual([300, 210]);
});

test.each([
  [
    'two tables of one group',
    { points_by_group: [girls, { ...girls, category: 'U13' }] },
    'rule.points_by_group',
    'A group has one table of points: enter it only once.',
  ],
  [
    'a table of a renamed category',
    { points_by_group: [girls], renamed: [{ category: 'U13', counts_as: 'U15' }] },
    'rule.points_by_group',
    'A renamed category has no table of its own: give it to the one that replaces it.',
  ],
  [
    'an empty table',
    { points_by_group: [{ ...girls, points: [] }] },
    'rule.points_by_group.0.points',
    'Enter at least 1 in the points by rank.',
  ],
])('%s is refused', async (_, rule, path, message) => {
  const refused = await season.admin.call(endpoints.updateSeries, {
    params: { seriesId: season.seriesId },
    body: { rule: { ...seasonRule, ...rule } },
    headers: { 'accept-language': 'en' },
  });
  expect([refused.status, refused.body.errors[0]]).toMatchObject([400, { path, message }]);
});
