import { setVisibility, updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import {
  createParticipant,
  getProgress,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { getRanking, getRiderRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { createMetrics } from '../../metrics/metrics.ts';
import { competitionInput, doors, graduation, makeCompetition, rider, runOf, tens } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

const house = await startTestApp();
let admin: TestCaller;
let id: number;
let zoneId: number;
let otherZoneId: number;

/** Dossards 1 and 2 share 40 points: 1 by two runs of 30 and 10, 2 by two of 20; 3 has 10; 4 none; 5 is a boy. */
beforeEach(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 4));
  await admin.call(setVisibility, { body: { competition_id: id, is_public: true } });
  const body = { name: 'Le Torrent', graduations: [graduation('U13', 'F', tens)] };
  otherZoneId = (await admin.call(createZone, { params: { id }, body })).body.id;
  await admin.call(createParticipant, { body: rider(id, 5, { gender: 'H', first_name: 'Hugo' }) });
  const rides: [number, number, number[]][] = [
    [1, zoneId, [1, 2, 3]],
    [1, otherZoneId, [6]],
    [2, zoneId, [1, 2]],
    [2, otherZoneId, [3, 4]],
    [3, otherZoneId, [1]],
    [5, zoneId, [1, 2, 3, 4, 5, 6]],
  ];
  for (const [dossard, zone, won] of rides)
    await admin.call(createRun, { body: runOf(id, zone, dossard, doors(...won)) });
});

const read = async (dossard: number, by: TestCaller = house.visitor) =>
  by.call(getRiderRanking, { params: { id, dossard } });

describe('a rider’s ranking', () => {
  it('has the entry of the ranking of their group, and the runs of each zone', async () => {
    const { status, body } = await read(2);
    const ranking = await admin.call(getRanking, { params: { id }, query: { category: 'U13', gender: 'F' } });
    expect([status, body.category, body.gender]).toEqual([200, 'U13', 'F']);
    expect(body.entry).toEqual(ranking.body.rankings[1]);
    expect(body.version).toBe(ranking.body.version);
    expect(body.zones).toEqual([
      {
        zone_id: zoneId,
        zone_name: 'Les Dalles',
        runs: [
          { run_number: 1, ...doors(1, 2), penality: 1, chrono_sec: 61.5, points: 20, graded: true, counted: true },
        ],
      },
      {
        zone_id: otherZoneId,
        zone_name: 'Le Torrent',
        runs: [
          { run_number: 2, ...doors(3, 4), penality: 1, chrono_sec: 61.5, points: 20, graded: true, counted: true },
        ],
      },
    ]);
  });

  it('shows what decided against the riders above and below, with both values', async () => {
    const { body } = await read(2);
    const zoe = { first_name: 'Zoé' };
    expect(body.above).toEqual({
      ...zoe,
      rank: 1,
      dossard: 1,
      last_name: 'Garnier 1',
      criterion: 'count_back',
      own: [20, 20],
      other: [30, 10],
      reason: null,
    });
    expect(body.below).toEqual({
      ...zoe,
      rank: 3,
      dossard: 3,
      last_name: 'Garnier 3',
      criterion: 'total_points',
      own: [40],
      other: [10],
      reason: null,
    });
  });

  it('shows no deciding criterion for a rider without a run (R8)', async () => {
    expect((await read(3)).body.below).toBeNull();
    const { body } = await read(4);
    expect([body.entry.rank, body.zones, body.above, body.below]).toEqual([null, [], null, null]);
  });

  it('has no neighbours in a group of one', async () => {
    const { body } = await read(5);
    expect([body.entry.rank, body.above, body.below]).toEqual([1, null, null]);
  });

  it('follows the competition’s rule: runs that do not count, ties that nothing breaks', async () => {
    const ranking_rule = { runs: 'best_per_zone', tie_breaks: [] };
    await admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, ranking_rule } });
    await admin.call(createRun, { body: runOf(id, zoneId, 2, doors(1)) });
    const { body } = await read(2);
    expect(body.zones[0].runs.map(({ counted }: { counted: boolean }) => counted)).toEqual([true, false]);
    expect(body.entry).toMatchObject({ rank: 1, total_points: 40, number_of_runs: 3, decided_by: 'tied' });
    expect(body.above).toMatchObject({ dossard: 1, rank: 1, criterion: 'tied', own: [40], other: [40] });
  });

  it('shows names as the competition chose, and full names to its organisers only', async () => {
    await admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, public_names: 'initials' } });
    const outsiders = [house.visitor, await house.signIn(), await house.signInAs('referee', id)];
    for (const by of outsiders) {
      const { body, headers } = await read(2, by);
      expect([body.entry.first_name, body.above.last_name]).toEqual(['Z.', 'G. 1']);
      expect(headers['cache-control']).toBe('public, no-cache');
    }
    const seen = await read(2, admin);
    expect([seen.body.entry.first_name, seen.headers['cache-control']]).toEqual(['Zoé', 'private, no-cache']);
  });

  it('is taken from the cached ranking of a version, which is computed once for all riders', async () => {
    const metrics = createMetrics(house.db, () => new Date());
    const measured = await startTestApp({ metrics }, house.databaseUrl);
    const computed = async () => Number(/from="computed"\} (\d+)/.exec(await metrics.read())?.[1]);
    const card = (dossard: number) => measured.visitor.call(getRiderRanking, { params: { id, dossard } });
    for (const dossard of [1, 2, 3, 4, 1, 2]) expect((await card(dossard)).status).toBe(200);
    expect(await computed()).toBe(1);
    const { version } = (await card(1)).body;
    await admin.call(createRun, { body: runOf(id, zoneId, 4, doors(1)) });
    const newer = await card(4);
    expect([newer.body.version, newer.body.entry.number_of_runs, await computed()]).toEqual([version + 1, 1, 2]);
  });

  it('follows a rider into another group', async () => {
    expect((await read(1)).body.gender).toBe('F');
    await admin.call(updateParticipant, { body: rider(id, 1, { gender: 'H' }) });
    const { body } = await read(1);
    expect([body.gender, body.entry.rank, body.below?.dossard ?? body.above?.dossard]).toEqual(['H', 2, 5]);
  });

  it('refuses a dossard without a rider', async () => {
    const { status, body } = await read(99);
    expect([status, body.code]).toEqual([404, 'participant_not_found']);
  });
});

test('the progress lists each rider’s runs by zone, by category and dossard', async () => {
  await admin.call(createParticipant, { body: rider(id, 9, { category: 'U9' }) });
  const { status, body } = await admin.call(getProgress, { params: { id } });
  // Runs without a phone's time do not count for the pace (P4).
  const last_hour = Array(12).fill(0);
  expect([status, body.zones]).toEqual([
    200,
    [
      { id: zoneId, name: 'Les Dalles', last_hour, last_run_at: null },
      { id: otherZoneId, name: 'Le Torrent', last_hour, last_run_at: null },
    ],
  ]);
  expect(body.riders.map((one: { dossard: number; runs_by_zone: object }) => [one.dossard, one.runs_by_zone])).toEqual([
    [9, {}],
    [1, { [zoneId]: 1, [otherZoneId]: 1 }],
    [2, { [zoneId]: 1, [otherZoneId]: 1 }],
    [3, { [otherZoneId]: 1 }],
    [4, {}],
    [5, { [zoneId]: 1 }],
  ]);
  expect(body.riders[0]).toEqual({
    dossard: 9,
    category: 'U9',
    gender: 'F',
    first_name: 'Zoé',
    last_name: 'Garnier 9',
    status: null,
    runs_by_zone: {},
  });
});
