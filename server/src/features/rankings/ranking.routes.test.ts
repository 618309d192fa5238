import type { Group } from '@dossard/contract/categories/group.ts';
import {
  listPublicCompetitions,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { getPublicRanking, getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { listZones, updateGraduation } from '@dossard/contract/zones/zone.endpoints.ts';
import { describe, expect, it, test } from 'vitest';
import { competitionInput, doors, graduation, makeCompetition, runOf } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';

let today = '2027-06-12';
const house = await startTestApp({ clock: () => new Date(`${today}T10:00:00Z`) });

async function makePublic(riders = 3) {
  const made = await makeCompetition(house, riders);
  await made.admin.call(setVisibility, { body: { competition_id: made.competitionId, is_public: true } });
  return made;
}
const dossards = (body: { rankings: { dossard: number; rank: number | null }[] }) =>
  body.rankings.map((entry) => [entry.dossard, entry.rank]);

describe('the public ranking', () => {
  it('ranks by points, with those still to start at the end, and returns the deciding criterion', async () => {
    const { admin, competitionId, zoneId } = await makePublic();
    await admin.call(createRun, { body: runOf(competitionId, zoneId, 2, doors(1, 2, 3, 4)) });
    await admin.call(createRun, { body: runOf(competitionId, zoneId, 3, doors(1)) });
    const { status, body } = await house.visitor.call(getPublicRanking, {
      params: { id: competitionId },
      query: { category: 'u 13', gender: 'F' },
    });
    expect(status).toBe(200);
    expect(body.total).toBe(3);
    expect(body.rankings.map((entry: Group) => [entry.category, entry.gender])).toEqual(Array(3).fill(['U13', 'F']));
    expect(body.rankings).toMatchObject([
      { rank: 1, dossard: 2, total_points: 40, penality: 1, chrono_sec: 61.5, number_of_runs: 1, decided_by: null },
      { rank: 2, dossard: 3, total_points: 10, decided_by: 'total_points' },
      { rank: null, dossard: 1, total_points: 0, number_of_runs: 0, decided_by: null },
    ]);
  });

  it('is paginated', async () => {
    const { competitionId } = await makePublic(5);
    const page = (number: number) =>
      house.visitor.call(getPublicRanking, { params: { id: competitionId }, query: { page: number, page_size: 2 } });
    expect(dossards((await page(1)).body)).toEqual([
      [1, null],
      [2, null],
    ]);
    expect(dossards((await page(3)).body)).toEqual([[5, null]]);
    expect((await page(9)).body).toMatchObject({ rankings: [], total: 5 });
  });

  it('answers 304 to a client with this version, and the new version after a run', async () => {
    const { admin, competitionId, zoneId } = await makePublic();
    const first = await house.visitor.call(getPublicRanking, { params: { id: competitionId } });
    expect(first.headers['cache-control']).toBe('public, no-cache');
    const headers = { 'if-none-match': String(first.headers.etag) };
    const same = await house.visitor.call(getPublicRanking, { params: { id: competitionId }, headers });
    expect([same.status, same.body]).toEqual([304, '']);
    await admin.call(createRun, { body: runOf(competitionId, zoneId, 1) });
    const next = await house.visitor.call(getPublicRanking, { params: { id: competitionId }, headers });
    expect(next.status).toBe(200);
    expect(next.body.version).toBeGreaterThan(first.body.version);
  });

  it('lets caches store an address with a version that is reached, and none with a future version', async () => {
    const { competitionId } = await makePublic();
    const read = (version?: number) =>
      house.visitor.call(getPublicRanking, { params: { id: competitionId }, query: { version } });
    const { version } = (await read()).body;
    expect((await read(version)).headers['cache-control']).toContain('immutable');
    expect((await read(version + 1)).headers['cache-control']).toBe('no-store');
  });

  it('neither reads nor sets cookies', async () => {
    const { competitionId } = await makePublic();
    const answer = await house.visitor.call(getPublicRanking, {
      params: { id: competitionId },
      headers: { cookie: 'session=nonsense' },
    });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
  });

  it('is not found while the competition is private, exactly as if it did not exist', async () => {
    const { admin, competitionId } = await makeCompetition(house);
    const hidden = await house.visitor.call(getPublicRanking, { params: { id: competitionId } });
    const absent = await house.visitor.call(getPublicRanking, { params: { id: 999_999 } });
    const { request_id: _, ...body } = hidden.body;
    expect(body).toEqual({ code: 'competition_not_found', message: 'Competition not found or not public' });
    expect({ ...absent.body, request_id: '' }).toEqual({ ...hidden.body, request_id: '' });
    const own = await admin.call(getRanking, { params: { id: competitionId } });
    expect(own.status).toBe(200);
  });

  test.each([
    ['full', 'Zoé', 'Garnier 1'],
    ['initials', 'Z.', 'G. 1'],
    ['bib', '', ''],
  ] as const)('shows names as the organiser chose: %s', async (public_names, first_name, last_name) => {
    const { admin, competitionId } = await makePublic(1);
    await admin.call(updateCompetition, { params: { id: competitionId }, body: { ...competitionInput, public_names } });
    const open = await house.visitor.call(getPublicRanking, { params: { id: competitionId } });
    expect(open.body.rankings[0]).toMatchObject({ first_name, last_name });
    const own = await admin.call(getRanking, { params: { id: competitionId } });
    expect(own.body.rankings[0]).toMatchObject({ first_name: 'Zoé', last_name: 'Garnier 1' });
  });

  it('hides names after the last day on which they are shown', async () => {
    const { admin, competitionId } = await makePublic(1);
    const body = { ...competitionInput, names_until: '2020-01-01' };
    await admin.call(updateCompetition, { params: { id: competitionId }, body });
    const open = await house.visitor.call(getPublicRanking, { params: { id: competitionId } });
    expect(open.body.rankings[0]).toMatchObject({ dossard: 1, first_name: '', last_name: '' });
  });

  it('does not answer 304 to a client with the names of the day before', async () => {
    const { admin, competitionId } = await makePublic(1);
    const body = { ...competitionInput, names_until: '2027-06-12' };
    await admin.call(updateCompetition, { params: { id: competitionId }, body });
    const read = (headers: Record<string, string> = {}) =>
      house.visitor.call(getPublicRanking, { params: { id: competitionId }, query: { version: 1 }, headers });
    const first = await read();
    expect(first.body.rankings[0].first_name).toBe('Zoé');
    expect(first.headers['cache-control']).toBe('public, no-cache');
    today = '2027-06-13';
    const next = await read({ 'if-none-match': String(first.headers.etag) });
    expect([next.status, next.body.rankings[0].first_name]).toEqual([200, '']);
    today = '2027-06-12';
  });

  test.each([
    ['a page before the first', { page: 0 }],
    ['a negative page', { page: -1 }],
    ['more than 100 on a page', { page_size: 101 }],
    ['an unknown gender', { gender: 'X' }],
    ['a page that is no number', { page: 'two' }],
  ])('refuses %s', async (_, query) => {
    const { competitionId } = await makePublic(1);
    const answer = await house.visitor.call(getPublicRanking, { params: { id: competitionId }, query });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  });
});

describe('a ranking is never older than the last write', () => {
  it('ranks again when points, rules or runs change', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house, 2);
    const read = async () => (await admin.call(getRanking, { params: { id: competitionId } })).body;
    await admin.call(createRun, { body: runOf(competitionId, zoneId, 1, doors(1, 2)) });
    await admin.call(createRun, { body: runOf(competitionId, zoneId, 2, doors(3)) });
    expect(dossards(await read())).toEqual([
      [1, 1],
      [2, 2],
    ]);

    const zones = (await admin.call(listZones, { params: { id: competitionId } })).body.zones;
    const girls = zones[0].graduations[0];
    await admin.call(updateGraduation, {
      params: { id: competitionId, zoneId, graduationId: girls.id },
      body: graduation('U13', 'F', [1, 1, 30, 0, 0, 0]),
    });
    expect(dossards(await read())).toEqual([
      [2, 1],
      [1, 2],
    ]);

    await admin.call(createRun, { body: runOf(competitionId, zoneId, 1, doors(3)) });
    expect((await read()).rankings[0]).toMatchObject({ dossard: 1, total_points: 32 });
    const ranking_rule = { runs: 'best_per_zone', tie_breaks: [] };
    await admin.call(updateCompetition, { params: { id: competitionId }, body: { ...competitionInput, ranking_rule } });
    expect((await read()).rankings).toMatchObject([
      { rank: 1, total_points: 30, number_of_runs: 2, decided_by: null },
      { rank: 1, total_points: 30, number_of_runs: 1, decided_by: 'tied' },
    ]);
  });
});

describe('GET /competitions/public', () => {
  it('lists public competitions only, without a role', async () => {
    const { competitionId } = await makePublic();
    const hidden = await makeCompetition(house);
    const { body } = await house.visitor.call(listPublicCompetitions);
    const ids = body.competitions.map((competition: { id: number }) => competition.id);
    expect(ids).toContain(competitionId);
    expect(ids).not.toContain(hidden.competitionId);
    expect(body.competitions[0].role).toBeNull();
  });
});
