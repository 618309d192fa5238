import * as endpoints from '@dossard/contract/competitions/competition.endpoints.ts';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompetition } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';

/* An installation with many public competitions. */

const now = new Date('2027-05-01T10:00:00Z');
const house = await startTestApp({ clock: () => now });
const maxBytes = 400_000;
let own: Awaited<ReturnType<typeof makeCompetition>>;

/** One competition a day, 60 before today and 61 after it, each with a text of the longest kind. */
beforeAll(async () => {
  own = await makeCompetition(house);
  await house.db.execute(sql`
    insert into competitions (name, date, location, description, organizer, contact, is_public)
    select 'Trial n° ' || day, date '2027-05-01' + day, 'Pommiers', repeat('x', 5000), 'Vélo Club Fictif', '-', true
    from generate_series(-60, 61) day`);
});

interface Page {
  competitions: { id: number; name: string; date: string; role: unknown; description: string }[];
  total: number;
  next: number | null;
}
const read = async (query: Record<string, string | number> = {}): Promise<Page> =>
  (await house.visitor.call(endpoints.listPublicCompetitions, { query })).body;
const namesOf = ({ competitions }: Page) => competitions.map(({ name }) => name);

describe('public competitions', () => {
  it('come 50 at a time, newest first, and all pages together are all of them', async () => {
    const pages = [await read(), await read({ page: 2 }), await read({ page: 3 })];
    expect(pages.map(({ competitions, total, next }) => [competitions.length, total, next])).toEqual([
      [50, 122, 2],
      [50, 122, 3],
      [22, 122, null],
    ]);
    expect(pages.flatMap(namesOf)).toEqual(Array.from({ length: 122 }, (_, at) => `Trial n° ${61 - at}`));
    expect(pages[0]?.competitions[0]).toMatchObject({ role: null, description: 'x'.repeat(5000) });
    expect(await read({ page: 4 })).toEqual({ competitions: [], total: 122, next: null });
    expect(JSON.stringify(pages[0]).length).toBeLessThan(maxBytes);
  });

  it('begin with those of today in the order of the start page', async () => {
    const pages = [await read({ order: 'nearest' }), await read({ order: 'nearest', page: 2 })];
    const names = pages.flatMap(namesOf);
    expect([names[0], names[1], names[61], names[62]]).toEqual([
      'Trial n° 0',
      'Trial n° 1',
      'Trial n° 61',
      'Trial n° -1',
    ]);
  });

  it.each([
    ['TRIAL 59', ['Trial n° 59', 'Trial n° -59']],
    ['velo club', 122],
    ['12 juin 2027', ['Trial n° 42']],
    ['12 June 2027', ['Trial n° 42']],
    ['1er juin 2027', ['Trial n° 31']],
    ['nowhere', 0],
  ])('are found on all pages by name, club or day: %s', async (search, expected) => {
    const found = await read({ search });
    if (typeof expected === 'number') expect(found.total).toBe(expected);
    else expect(namesOf(found)).toEqual(expected);
  });

  it.each(['page=0', 'page=x', 'order=random', `search=${'x'.repeat(101)}`])('are refused by %s', async (query) => {
    expect((await house.app.inject({ url: `/api/competitions/public?${query}` })).statusCode).toBe(400);
  });

  it('are all in the sitemap', async () => {
    expect((await house.app.inject({ url: '/sitemap.xml' })).body.match(/live-ranking/g)).toHaveLength(122);
  });

  it('are read one at a time too; private ones are not, nor are broken ones listed', async () => {
    const [{ id, date } = { id: 0, date: '' }] = (await read()).competitions;
    await house.db.execute(sql`update competitions set ranking_rule = '7' where id = ${id}`);
    const get = () => house.visitor.call(endpoints.getPublicCompetition, { params: { id: own.competitionId } });
    expect(await get()).toMatchObject({ status: 404, body: { message: 'Competition not found or not public' } });
    await own.admin.call(endpoints.setVisibility, { body: { competition_id: own.competitionId, is_public: true } });
    expect(await get()).toMatchObject({ status: 200, body: { id: own.competitionId, role: null } });
    const after = await read();
    expect([after.total, after.competitions.some((one) => one.id === id), date]).toEqual([122, false, '2027-07-01']);
  });
});
