import { lineOf } from '@dossard/contract/calls/endpoint.ts';
import { endpoints } from '@dossard/contract/endpoints.ts';
import { listHistory } from '@dossard/contract/history/history.endpoints.ts';
import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { getPublicRanking, getRanking, getRiderRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import {
  declareResult,
  getOfficialList,
  holdResults,
  listResults,
} from '@dossard/contract/results/result.endpoints.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { doors, rider } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { makeSeason, type SeasonEvent } from '../series/testing/season.job.ts';
import { releaseDue } from './held.results.ts';
import { startReleases } from './releases.ts';

/* Results that wait for their ceremony (E12): nothing that the public reads shows them. */

let now = new Date('2027-06-01T10:00:00Z');
const house = await startTestApp({ clock: () => now });
type Made = Awaited<ReturnType<typeof makeSeason>>;
let season: Made;
let admin: TestCaller;
let event: SeasonEvent;
let params: { id: number };
const girls = { category: 'U13', gender: 'F' } as const;

/** Riders 1 to 5 of the last competition; 3 and 4 share the third place. */
beforeEach(async () => {
  now = new Date('2027-06-01T10:00:00Z');
  season = await makeSeason(house);
  ({ admin } = season);
  event = season.event(2);
  params = { id: event.id };
  for (const [dossard, won] of [
    [4, doors(1)],
    [5, doors()],
  ] as const) {
    await admin.call(createParticipant, { body: rider(event.id, dossard) });
    await season.ride(event, dossard, won);
  }
});

const hold = async (held: 'all' | 'podium' | null, more: object = {}) =>
  (await admin.call(holdResults, { params, body: { groups: [girls], held, ...more } })).status;
const readPublic = async (query: object = girls) =>
  (await house.visitor.call(getPublicRanking, { params, query: { ...query } })).body;
const bibs = ({ rankings }: { rankings: { dossard: number; rank: number | null }[] }) =>
  rankings.map(({ dossard }) => dossard);

/** The addresses of all calls that anybody may make about these competitions, from the endpoint table. */
const publicAddresses = endpoints.flatMap((endpoint) => {
  const { who, method, name } = endpoint;
  const isPublic = who.kind === 'anyone' || (who.kind === 'competition' && who.orIfPublic === true);
  return isPublic && method === 'GET' && name !== 'streamRankings' ? [{ name, path: lineOf(endpoint).path }] : [];
});

/** Lists the public calls whose answers contain one of the names. */
async function callsThatName(names: readonly string[]): Promise<string[]> {
  const values: Record<string, string | number> = {
    ...{ id: event.id, dossard: 1, category: 'U13', gender: 'F', revision: 1, seriesId: season.seriesId },
  };
  const found = new Set<string>();
  for (const { name, path } of publicAddresses) {
    for (const dossard of [1, 2, 3, 5]) {
      const address = path.replace(/:(\w+)/g, (_, key: string) =>
        encodeURIComponent(String(key === 'dossard' ? dossard : (values[key] ?? 'x'))),
      );
      for (const query of ['', '?category=U13&gender=F']) {
        const { body } = await house.app.inject({ url: `/api${address}${query}` });
        if (names.some((one) => body.includes(one))) found.add(name);
      }
    }
  }
  return [...found].sort();
}

describe('a group that is held', () => {
  it('has an empty public ranking, while members see all of it', async () => {
    const before = await readPublic();
    expect([bibs(before), before.held, before.release_at]).toEqual([[1, 2, 3, 4, 5], null, null]);
    expect(await hold('all')).toBe(204);
    const shown = await readPublic();
    expect(shown).toMatchObject({ rankings: [], total: 0, held: 'all', release_at: null, state: 'running' });
    expect(shown.version).toBeGreaterThan(before.version);
    const members = (await admin.call(getRanking, { params, query: girls })).body;
    expect([bibs(members), members.held]).toEqual([[1, 2, 3, 4, 5], 'all']);
    expect((await admin.call(listResults, { params })).body.groups[0]).toMatchObject({ held: 'all', release_at: null });
    expect(await hold(null)).toBe(204);
    expect(bibs(await readPublic())).toEqual([1, 2, 3, 4, 5]);
  });

  it('may hide its podium only, with those who share the third place', async () => {
    await hold('podium');
    const shown = await readPublic();
    expect([bibs(shown), shown.rankings[0].rank, shown.total]).toEqual([[5], 5, 1]);
    expect(bibs(await readPublic({}))).toEqual([5]);
    const card = await house.visitor.call(getRiderRanking, { params: { ...params, dossard: 5 } });
    expect([card.status, card.body.above]).toEqual([200, null]);
    expect((await house.visitor.call(getRiderRanking, { params: { ...params, dossard: 1 } })).status).toBe(404);
  });

  it('is not told by what is shown: neither by joint ranks, nor by what decided against a held rider', async () => {
    for (const [dossard, won] of [
      [20, doors(1, 2)],
      [21, doors()],
    ] as const) {
      await admin.call(createParticipant, { body: rider(event.id, dossard, { gender: 'H' }) });
      await season.ride(event, dossard, won);
    }
    await hold('all');
    const joint = await readPublic({ category: 'U13' });
    expect(joint.rankings.map(({ dossard, rank }: { dossard: number; rank: number }) => [dossard, rank])).toEqual([
      [20, 1],
      [21, 2],
    ]);
    await hold('podium');
    expect((await readPublic()).rankings[0]).toMatchObject({ dossard: 5, rank: 5, decided_by: null });
    const card = { params: { ...params, dossard: 5 } };
    const tags = await Promise.all([admin, house.visitor].map((by) => by.call(getRiderRanking, card)));
    expect(new Set(tags.map(({ headers }) => headers.etag)).size).toBe(2);
  });

  it('is in no public answer', async () => {
    await season.count(event.id);
    const riders = ['Garnier 1', 'Garnier 2', 'Garnier 3'];
    const open = await callsThatName(riders);
    expect(open).toEqual(
      expect.arrayContaining(['exportPublicRanking', 'getPublicRanking', 'getPublicStandings', 'getRiderRanking']),
    );
    await hold('podium');
    expect(await callsThatName(riders)).toEqual([]);
    expect(await callsThatName(['Garnier 5'])).toContain('getPublicRanking');
    await hold('all');
    expect(await callsThatName([...riders, 'Garnier 5'])).toEqual([]);
    await hold(null);
    expect(await callsThatName(riders)).toEqual(open);
  });

  it('counts for nobody in the public standings, and for everybody in those of the series’ admins', async () => {
    const totals = (all: { total_points: number }[]) => all.map(({ total_points }) => total_points);
    const open = totals(await season.publicStandings());
    await hold('all');
    expect(totals(await season.publicStandings())[0]).toBe((open[0] ?? 0) - 50);
    expect(totals(await season.standings())).toEqual(open);
    await hold(null);
    expect(totals(await season.publicStandings())).toEqual(open);
  });

  it('hides a list that is published meanwhile; what was public before stays known', async () => {
    const declare = (body: object) =>
      admin.call(declareResult, { params, body: { ...girls, state: 'official', ...body } });
    const listed = async (revision: number) =>
      (await house.app.inject({ url: `/api/competitions/${event.id}/results/public/U13/F/${revision}` })).statusCode;
    expect((await declare({})).status).toBe(200);
    now = new Date('2027-06-01T11:00:00Z');
    await hold('podium');
    now = new Date('2027-06-01T12:00:00Z');
    expect((await declare({ reason: 'Réclamation' })).status).toBe(200);
    expect([await listed(1), await listed(2)]).toEqual([200, 404]);
    const known = { params: { ...params, ...girls, revision: 2 } };
    expect((await admin.call(getOfficialList, known)).status).toBe(200);
    expect(await hold('all')).toBe(204);
    expect(await listed(2)).toBe(404);
    await hold(null);
    expect(await listed(2)).toBe(200);
  });
});

describe('what is held', () => {
  it('is released at its time, in the history without anybody', async () => {
    expect(await hold('all', { release_at: '2027-06-01T16:00:00Z' })).toBe(204);
    expect(await readPublic()).toMatchObject({ held: 'all', release_at: '2027-06-01T16:00:00.000Z' });
    await releaseDue(house.db, new Date('2027-06-01T15:59:59Z'));
    expect(await readPublic()).toMatchObject({ held: 'all' });
    await releaseDue(house.db, new Date('2027-06-01T16:00:00Z'));
    // Copies for a crowd are dropped by the notification, a moment later.
    await expect.poll(readPublic).toMatchObject({ held: null, release_at: null, total: 5 });
    const { entries } = (await admin.call(listHistory, { params })).body;
    expect(entries.slice(0, 2)).toMatchObject([
      { actor: null, before: { held: 'all' }, after: { held: null } },
      { actor: { id: admin.id }, before: { held: null }, after: { held: 'all' } },
    ]);
  });

  it('is released by a server that was told of the time, or that starts later', async () => {
    now = new Date();
    await hold('all', { release_at: new Date(now.getTime() + 1_500).toISOString() });
    const errors: Error[] = [];
    const releases = startReleases({ db: house.db, clock: () => new Date(), onTrouble: (error) => errors.push(error) });
    await expect.poll(async () => (await readPublic()).total).toBe(5);
    await releases.stop();
    expect(errors).toEqual([]);
  });

  it('covers all groups at once, and nothing is done twice', async () => {
    const all = (held: 'podium' | null) => admin.call(holdResults, { params, body: { groups: null, held } });
    expect((await all('podium')).status).toBe(204);
    const { groups } = (await admin.call(listResults, { params })).body;
    expect(groups.map(({ held }: { held: string }) => held)).toEqual(['podium', 'podium', 'podium', 'podium']);
    const { version } = await readPublic();
    expect((await all('podium')).status).toBe(204);
    expect((await readPublic()).version).toBe(version);
  });

  it.each([
    ['an unknown group', { groups: [{ category: 'U99', gender: 'F' }] }],
    ['no group', { groups: [] }],
    ['a release that is over', { release_at: '2027-06-01T09:00:00Z' }],
  ])('is refused for %s', async (_, body) => {
    expect(await hold('all', body)).toBe(400);
    expect((await readPublic()).total).toBe(5);
  });

  it('is decided by admins only', async () => {
    const editor = await house.signInAs('editor', event.id);
    expect((await editor.call(holdResults, { params, body: { groups: null, held: 'all' } })).status).toBe(403);
  });
});
