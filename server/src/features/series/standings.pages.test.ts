import * as endpoints from '@dossard/contract/series/series.endpoints.ts';
import type { Standing } from '@dossard/contract/series/standings.schema.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../testing/test.app.ts';
import { makeSeason } from './testing/season.job.ts';

/* A long list of standings, read in pages. */

const house = await startTestApp();
let season: Awaited<ReturnType<typeof makeSeason>>;
let params: { seriesId: number };

/** Groups of 60 riders and of one club each, so that a page spans two groups. */
const fields = [
  { category: 'U13', gender: 'F' },
  { category: 'U13', gender: 'H' },
  { category: 'U15', gender: 'F' },
  { category: 'U15', gender: 'H' },
] as const;

beforeAll(async () => {
  season = await makeSeason(house);
  params = { seriesId: season.seriesId };
  for (const [at, field] of fields.entries())
    for (let bib = 1; bib <= 60; bib += 1) {
      const dossard = 100 * (at + 1) + bib;
      await season.enter(season.event(0), dossard, { ...field, licence: null, club: `Club ${dossard}` });
    }
  const rule = { ...(await season.admin.call(endpoints.getSeries, { params })).body.rule, clubs: 2 };
  await season.admin.call(endpoints.updateSeries, { params, body: { rule } });
}, 60_000);

const readPage = async (query: Record<string, string | number>) =>
  (await house.visitor.call(endpoints.getPublicStandings, { params, query })).body;

describe('public standings (T14)', () => {
  it('come 100 lines at a time, and all pages together are the whole list', async () => {
    const all = await season.standings({});
    expect(all).toHaveLength(243);
    const pages: { standings: Standing[]; total: number; next: number | null }[] = [await readPage({})];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await readPage({ page: next }));
    expect(pages.map(({ standings, total, next }) => [standings.length, total, next])).toEqual([
      [100, 243, 2],
      [100, 243, 3],
      [43, 243, null],
    ]);
    expect(pages.flatMap(({ standings }) => standings)).toEqual(all);
    const { body } = await season.admin.call(endpoints.getStandings, { params, query: { page: 2 } });
    expect(body).toEqual(pages[1]);
  });

  it('have pages of a category too, and none beyond the last', async () => {
    const first = await readPage({ category: 'U13' });
    expect([first.standings.length, first.total, first.next]).toEqual([100, 123, 2]);
    for (const page of [3, 1_000_000])
      expect(await readPage({ category: 'U13', page })).toMatchObject({ standings: [], total: 123, next: null });
    for (const page of [0, -1, 1.5, 'x'])
      expect((await house.visitor.call(endpoints.getPublicStandings, { params, query: { page } })).status).toBe(400);
  });

  it('are whole in the file', async () => {
    const { body } = await house.app.inject({ url: `/api/series/${params.seriesId}/standings/public.csv` });
    expect(body.trim().split('\r\n')).toHaveLength(244);
  });
});

it('clubs come 100 at a time as well', async () => {
  const read = async (query: Record<string, number>) =>
    (await house.visitor.call(endpoints.getPublicClubStandings, { params, query })).body;
  const pages = [await read({}), await read({ page: 2 }), await read({ page: 3 })];
  expect(pages.map(({ clubs, total, next }) => [clubs.length, total, next])).toEqual([
    [100, 241, 2],
    [100, 241, 3],
    [41, 241, null],
  ]);
  const whole = (await season.admin.call(endpoints.getClubStandings, { params })).body;
  expect([whole.clubs.length, whole.next]).toEqual([241, null]);
  expect(pages.flatMap(({ clubs }) => clubs)).toEqual(whole.clubs);
});
