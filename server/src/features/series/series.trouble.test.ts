import {
  deleteCompetition,
  restoreCompetition,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  mergeParticipants,
  updateParticipant,
  updateStatus,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import * as endpoints from '@dossard/contract/series/series.endpoints.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { idempotencyKeys } from '../../tables/idempotency.table.ts';
import { seriesDecisions } from '../../tables/series.tables.ts';
import { competitionInput, doors, rider } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { makeSeason, riderNames, seasonRule, shortLines } from './testing/season.job.ts';

const house = await startTestApp();
let season: Awaited<ReturnType<typeof makeSeason>>;
let admin: TestCaller;
let seriesId: number;

beforeEach(async () => {
  season = await makeSeason(house);
  ({ admin, seriesId } = season);
});

describe('special cases', () => {
  it('a deleted competition no longer counts, and counts again when it is restored', async () => {
    await admin.call(deleteCompetition, { params: { id: season.event(1).id } });
    const [first] = await season.standings();
    expect([first?.total_points, first?.results.length]).toEqual([100, 2]);
    // The order is set while it is deleted.
    await season.count(season.event(2).id, season.event(0).id);
    await admin.call(restoreCompetition, { params: { id: season.event(1).id } });
    const [again] = await season.standings();
    expect([again?.total_points, again?.results.map((one) => one.competition_id)]).toEqual([
      150,
      [season.event(2).id, season.event(1).id, season.event(0).id],
    ]);
  });

  it('a competition that becomes private is not in the public standings', async () => {
    await admin.call(setVisibility, { body: { competition_id: season.event(1).id, is_public: false } });
    const [shown] = await season.publicStandings();
    expect([shown?.total_points, shown?.results.length]).toEqual([100, 2]);
    expect((await season.standings())[0]?.total_points).toBe(150);
  });

  it('a correction in an earlier competition updates the standings', async () => {
    await admin.call(updateStatus, { body: { competition_id: season.event(1).id, dossard_number: 1, status: 'dsq' } });
    const lines = await season.standings();
    expect(shortLines(lines)).toEqual([
      [1, 'Garnier 2', 130],
      [2, 'Garnier 1', 100],
      [3, 'Garnier 3', 100],
    ]);
    expect(lines.find(({ last_name }) => last_name === 'Garnier 1')?.why.fr).toContain(
      'Disqualifié (épreuve 2)\u00a0: 0 point.',
    );
  });

  it('a rider who is erased keeps rank and points, and has no name (T11)', async () => {
    const entries = [{ competition_id: season.event(0).id, dossard: 1 }];
    await admin.call(endpoints.decideSeriesRiders, {
      params: { seriesId },
      body: { action: 'no_guest', entries },
      headers: { 'idempotency-key': `erased-${seriesId}` },
    });
    const keptAnswer = async () => {
      const kept = await house.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.caller_id, admin.id));
      return JSON.parse(kept.find(({ endpoint }) => endpoint === 'decideSeriesRiders')?.answer ?? 'null');
    };
    expect((await keptAnswer()).riders[0].entries[0].first_name).toBe('Zoé');
    await admin.call(erasePersonalData, { params: { id: season.event(0).id, dossard: 1 } });
    const [erased, other] = (await keptAnswer()).riders[0].entries;
    expect([erased.first_name, erased.last_name, erased.club, other.first_name]).toEqual([
      '',
      'Dossard 1',
      null,
      'Zoé',
    ]);
    // The links by licence remain, as decisions without a name.
    const stored = await house.db.select().from(seriesDecisions).where(eq(seriesDecisions.series_id, seriesId));
    expect(stored.map(({ kind }) => kind)).toEqual(['same', 'same']);
    for (const lines of [await season.standings(), await season.publicStandings()]) {
      expect(lines[0]).toMatchObject({
        rank: 1,
        total_points: 150,
        starts: 3,
        first_name: '',
        last_name: '',
        club: null,
      });
    }
  });

  it.each([
    ['on two names', { first_name: 'Berthe' }, 1],
    ['on two bibs of one competition', { first_name: 'Anna' }, 0],
  ])('the others with a licence %s stay apart when one of them is erased (T9, T11)', async (_, other, index) => {
    const share = (event: number, dossard: number, first_name: string) =>
      season.enter(season.event(event), dossard, { first_name, last_name: 'Double', licence: 'ZZ-9988' });
    await share(0, 4, 'Anna');
    await share(index, 5, other.first_name);
    await share(2, 4, 'Anna');
    const totals = async () => (await season.standings()).map(({ total_points }) => total_points);
    const before = await totals();
    expect(before).toHaveLength(6);
    await admin.call(erasePersonalData, { params: { id: season.event(index).id, dossard: 5 } });
    expect(await totals()).toEqual(before);
    expect((await season.standings()).filter(({ last_name }) => last_name === 'Double')).toHaveLength(2);
  });

  it('names follow the strictest of the rider’s competitions', async () => {
    const change = (public_names: string) =>
      admin.call(updateCompetition, {
        params: { id: season.event(2).id },
        body: { ...competitionInput, date: '2027-06-01', public_names },
      });
    await change('initials');
    expect((await season.publicStandings())[0]).toMatchObject({ first_name: 'Z.', last_name: 'G. 1' });
    await change('bib');
    expect((await season.publicStandings())[0]).toMatchObject({ first_name: '', last_name: '' });
    expect((await season.standings())[0]).toMatchObject({ first_name: 'Zoé', last_name: 'Garnier 1' });
  });

  it('a group renamed in the middle of the season is one group again', async () => {
    for (const dossard of [1, 2, 3]) {
      await admin.call(updateParticipant, {
        body: rider(season.event(2).id, dossard, {
          category: 'U15',
          first_name: riderNames[dossard - 1],
          licence: `FFC-${dossard}`,
        }),
      });
    }
    const [split] = await season.standings();
    expect([split?.total_points, split?.also_in]).toEqual([100, [{ category: 'U15', gender: 'F' }]]);
    expect(split?.why.fr).toContain('Les résultats en U15 F y comptent sur une ligne à part.');
    const renamed = { ...seasonRule, renamed: [{ category: 'u 15', counts_as: 'U13' }] };
    const preview = await admin.call(endpoints.previewSeries, { params: { seriesId }, body: { rule: renamed } });
    expect([preview.body.moves.length, (await season.standings())[0]?.total_points]).toEqual([6, 100]);
    await admin.call(endpoints.updateSeries, { params: { seriesId }, body: { rule: renamed } });
    expect((await season.standings())[0]).toMatchObject({ total_points: 150, also_in: [] });
    expect(await season.standings({ category: 'U15' })).toEqual([]);
  });

  it('a preview shows what another rule changes, and stores nothing', async () => {
    await season.ride(season.event(2), 2, doors(1, 2, 3, 4, 5, 6));
    const params = { seriesId };
    const { body } = await admin.call(endpoints.previewSeries, {
      params,
      body: { rule: { ...seasonRule, points: [50, 40, 1] } },
    });
    expect(body).toEqual({
      moves: [
        {
          ...{ category: 'U13', gender: 'F', id: `${season.event(0).id}-3`, first_name: 'Lou', last_name: 'Garnier 3' },
          ...{ rank_before: 3, rank_after: 3, points_before: 90, points_after: 3 },
        },
      ],
      unchanged: 2,
    });
    expect((await season.standings())[2]?.total_points).toBe(90);
  });

  it('guests are removed and the others move up, or are left in (T5)', async () => {
    await season.decide('guest', [season.event(0).id, 1]);
    expect(shortLines(await season.standings())).toEqual([
      [1, 'Garnier 2', 150],
      [2, 'Garnier 3', 120],
    ]);
    await admin.call(endpoints.updateSeries, {
      params: { seriesId },
      body: { rule: { ...seasonRule, guests: 'kept' } },
    });
    expect((await season.standings()).map(({ last_name, guest }) => [last_name, guest])).toEqual([
      ['Garnier 1', true],
      ['Garnier 2', false],
      ['Garnier 3', false],
    ]);
    await season.decide('no_guest', [season.event(2).id, 1]);
    expect((await season.standings())[0]).toMatchObject({ last_name: 'Garnier 1', guest: false });
  });
});

describe('the undo of a merge (B7)', () => {
  const decisions = async () =>
    (await house.db.select().from(seriesDecisions).where(eq(seriesDecisions.series_id, seriesId))).map(
      ({ kind, dossard_a, dossard_b }) => `${kind} ${dossard_a} ${dossard_b}`,
    );
  const enter = (index: number, dossard: number) =>
    season.enter(season.event(index), dossard, { first_name: 'Anna', last_name: 'Prune', licence: null });
  const key = (index: number, dossard: number): [number, number] => [season.event(index).id, dossard];

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'that both are guests',
      'guest',
      async () => [await season.decide('guest', key(1, 20)), await season.decide('guest', key(1, 21))],
    ],
    [
      'that neither is a third one',
      'different',
      async () => [
        await season.decide('dismiss', key(0, 19), key(1, 20)),
        await season.decide('dismiss', key(0, 19), key(1, 21)),
      ],
    ],
    ['that one is a guest', 'guest', () => season.decide('guest', key(1, 21))],
  ])('gives back what was decided: %s', async (_, kind, decide) => {
    await enter(0, 19);
    await enter(1, 20);
    await enter(1, 21);
    await decide();
    const before = await decisions();
    expect(before[0]).toContain(kind);
    const { id } = season.event(1);
    await admin.call(mergeParticipants, { params: { id }, body: { keep: 20, remove: 21 } });
    expect(await decisions()).toHaveLength(1);
    const [{ id: entry }] = (await admin.call(listHistory, { params: { id } })).body.entries;
    expect((await admin.call(restoreEntry, { params: { id, entry } })).status).toBe(200);
    expect((await decisions()).sort()).toEqual(before.sort());
  });
});
