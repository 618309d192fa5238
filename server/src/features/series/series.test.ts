import {
  createCompetition,
  deleteCompetition,
  restoreCompetition,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  updateParticipant,
  updateStatus,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { declareResult } from '@dossard/contract/results/results.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import * as endpoints from '@dossard/contract/series/series.endpoints.ts';
import type { Standing } from '@dossard/contract/series/standings.schema.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { competitionInput, doors, graduation, rider, runOf, tens } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

const house = await startTestApp();
let admin: TestCaller;
let seriesId: number;
/** Three competitions; riders 1 to 3 with a licence each have 30, 20 and 10 points in each. */
let events: { id: number; zoneId: number }[];

const rule = { points: [50, 40, 30, 20], beyond: 1, dnf: 'last', best: null, drop: null, minimum_starts: 1 };
const names = ['Zoé', 'Inès', 'Lou', 'Maé'];
const rideOf = (dossard: number) => doors(...[1, 2, 3].slice(0, 4 - dossard));

async function makeEvent(date: string, riders = [1, 2, 3]): Promise<{ id: number; zoneId: number }> {
  const { id } = (await admin.call(createCompetition, { body: { ...competitionInput, name: `Épreuve ${date}`, date } }))
    .body;
  const graduations = ['U13', 'U15'].flatMap((category) => [
    graduation(category, 'F', tens),
    graduation(category, 'H', tens),
  ]);
  const zone = await admin.call(createZone, { params: { id }, body: { name: 'Les Dalles', graduations } });
  const event = { id, zoneId: zone.body.id };
  await admin.call(setVisibility, { body: { competition_id: id, is_public: true } });
  for (const dossard of riders) await enter(event, dossard);
  return event;
}

async function enter(event: { id: number; zoneId: number }, dossard: number, more: Record<string, unknown> = {}) {
  const facts = { first_name: names[dossard - 1] ?? 'Axel', last_name: `Garnier ${dossard}`, club: 'Les Crampons' };
  await admin.call(createParticipant, {
    body: rider(event.id, dossard, { ...facts, licence: `FFC-${dossard}`, ...more }),
  });
  await ride(event, dossard);
}

const ride = (event: { id: number; zoneId: number }, dossard: number, won = rideOf(dossard)) =>
  admin.call(createRun, { body: runOf(event.id, event.zoneId, dossard, won) });

const count = (...ids: number[]) =>
  admin.call(endpoints.updateSeriesCompetitions, { params: { seriesId }, body: { competition_ids: ids } });

const standings = async (query: Record<string, string> = { category: 'U13', gender: 'F' }): Promise<Standing[]> => {
  const answer = await admin.call(endpoints.getStandings, { params: { seriesId }, query });
  expect(answer.status).toBe(200);
  expect(answer.body.total).toBe(answer.body.standings.length);
  return answer.body.standings;
};
const publicStandings = async (): Promise<Standing[]> =>
  (
    await house.visitor.call(endpoints.getPublicStandings, {
      params: { seriesId },
      query: { category: 'U13', gender: 'F' },
    })
  ).body.standings;
const short = (lines: Standing[]) => lines.map(({ rank, last_name, total_points }) => [rank, last_name, total_points]);
const decide = (action: string, ...entries: [number, number][]) =>
  admin.call(endpoints.decideSeriesRiders, {
    params: { seriesId },
    body: { action, entries: entries.map(([competition_id, dossard]) => ({ competition_id, dossard })) },
  });

beforeEach(async () => {
  admin = await house.signIn(['create_competition']);
  events = [await makeEvent('2027-04-01'), await makeEvent('2027-05-01'), await makeEvent('2027-06-01')];
  const created = await admin.call(endpoints.createSeries, { body: { name: 'Trophée', season: '2027', rule } });
  expect([created.status, created.body.rule.ties]).toEqual([201, ['best_result', 'wins', 'last_competition']]);
  seriesId = created.body.id;
  await count(...events.map(({ id }) => id));
  await admin.call(endpoints.updateSeries, { params: { seriesId }, body: { is_public: true } });
});

const event = (index: number) => events[index] ?? { id: 0, zoneId: 0 };

describe('standings', () => {
  it('add up what the competitions say, with every result, and follow a run at once', async () => {
    const lines = await standings();
    expect(short(lines)).toEqual([
      [1, 'Garnier 1', 150],
      [2, 'Garnier 2', 120],
      [3, 'Garnier 3', 90],
    ]);
    expect(lines[1]?.results).toEqual(
      events.map(({ id }) => ({
        ...{ competition_id: id, dossard: 2, rank: 2, points: 40 },
        ...{ dropped: false, status: null, started: true },
      })),
    );
    expect(lines[1]?.why).toEqual({
      fr: '40 + 40 + 40 = 120 points. 30 points de moins que le rang au-dessus.',
      en: '40 + 40 + 40 = 120 points. 30 points fewer than the rank above.',
    });
    await ride(event(2), 3, doors(1, 2, 3, 4, 5, 6));
    expect(short(await standings())).toEqual([
      [1, 'Garnier 1', 140],
      // Level on points, and 50 is better than 40.
      [2, 'Garnier 3', 110],
      [3, 'Garnier 2', 110],
    ]);
  });

  it('are the same for the public, without licences, and not sent again unchanged', async () => {
    const url = `/api/series/${seriesId}/standings/public?category=U13&gender=F`;
    const answer = await house.app.inject({ method: 'GET', url });
    expect(answer.json().standings).toEqual(await standings());
    expect(answer.body).not.toMatch(/licence|FFC/);
    const etag = String(answer.headers.etag);
    const again = await house.app.inject({ method: 'GET', url, headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await ride(event(0), 3);
    const changed = await house.app.inject({ method: 'GET', url, headers: { 'if-none-match': etag } });
    expect(changed.statusCode).toBe(200);
  });

  it('keep the ranks of an official list when a run comes late (T10)', async () => {
    const body = { category: 'U13', gender: 'F', state: 'official' };
    await admin.call(declareResult, { params: { id: event(0).id }, body });
    await ride(event(0), 3, doors(1, 2, 3, 4, 5, 6));
    expect(short(await standings())).toEqual([
      [1, 'Garnier 1', 150],
      [2, 'Garnier 2', 120],
      [3, 'Garnier 3', 90],
    ]);
    await admin.call(declareResult, { params: { id: event(0).id }, body: { ...body, reason: 'Passage retrouvé' } });
    expect((await standings()).find(({ last_name }) => last_name === 'Garnier 3')?.total_points).toBe(110);
  });

  it('leave out who did not start, and drop it first', async () => {
    await admin.call(updateStatus, { body: { competition_id: event(0).id, dossard_number: 1, status: 'dns' } });
    await admin.call(endpoints.updateSeries, { params: { seriesId }, body: { rule: { ...rule, drop: 1 } } });
    const [first, second] = await standings();
    expect([first?.total_points, first?.starts, first?.results.map(({ dropped }) => dropped)]).toEqual([
      100,
      2,
      [true, false, false],
    ]);
    // 50 for the first competition, in which the others moved up.
    expect([second?.total_points, second?.why.fr]).toEqual([
      90,
      '50 + 40 = 90 points. Écarté\u00a0: 40 (épreuve 2). 10 points de moins que le rang au-dessus.',
    ]);
  });
});

describe('the same rider (T9)', () => {
  it('is found by the licence, however it is spelled, and can be split and joined without losing a result', async () => {
    await admin.call(updateParticipant, {
      body: rider(event(1).id, 1, { first_name: 'Zoé', last_name: 'Garnier-Blanc', licence: 'ffc 1', club: null }),
    });
    expect((await standings())[0]).toMatchObject({ last_name: 'Garnier 1', total_points: 150, starts: 3 });
    expect((await decide('split', [event(1).id, 1])).status).toBe(200);
    expect(short(await standings())).toEqual([
      [1, 'Garnier 2', 120],
      [2, 'Garnier 1', 100],
      [3, 'Garnier 3', 90],
      [4, 'Garnier-Blanc', 50],
    ]);
    const joined = await decide('join', [event(0).id, 1], [event(1).id, 1]);
    expect(joined.body.decided.map(({ action, by }: { action: string; by: string }) => [action, by])).toEqual([
      ['split', 'Camille Exemple'],
      ['join', 'Camille Exemple'],
    ]);
    expect(short(await standings())[0]).toEqual([1, 'Garnier 1', 150]);
  });

  it('is proposed by name, club and category, never by name alone, and joined when a person says so', async () => {
    const twins = { first_name: 'Noa', last_name: 'Petit', licence: null };
    await enter(event(0), 10, { ...twins, club: 'Les Crampons' });
    await enter(event(1), 20, { ...twins, club: 'les  crampons' });
    await enter(event(2), 30, { ...twins, club: 'Autre club' });
    const read = async () => (await admin.call(endpoints.listSeriesRiders, { params: { seriesId } })).body;
    const bibs = async () =>
      (await read()).proposals.map(({ entries }: { entries: { dossard: number }[] }) =>
        entries.map((one) => one.dossard),
      );
    expect(await bibs()).toEqual([[10, 20]]);
    expect((await standings()).filter(({ last_name }) => last_name === 'Petit')).toHaveLength(3);
    await decide('join', [event(0).id, 10], [event(1).id, 20]);
    expect(await bibs()).toEqual([]);
    const petits = (await standings()).filter(({ last_name }) => last_name === 'Petit');
    expect(petits.map(({ starts }) => starts).sort()).toEqual([1, 2]);
    await decide('split', [event(1).id, 20]);
    // What a person said is not proposed again.
    expect([await bibs(), (await standings()).filter(({ last_name }) => last_name === 'Petit').length]).toEqual([
      [],
      3,
    ]);
  });

  it('is two riders of one name in one club until a person says which', async () => {
    const twins = { first_name: 'Noa', last_name: 'Petit', club: 'Les Crampons', licence: null };
    await enter(event(0), 10, twins);
    await enter(event(0), 11, twins);
    await enter(event(1), 10, twins);
    const { proposals } = (await admin.call(endpoints.listSeriesRiders, { params: { seriesId } })).body;
    expect(proposals.map(({ ambiguous }: { ambiguous: boolean }) => ambiguous)).toEqual([true, true]);
    await decide('join', [event(0).id, 11], [event(1).id, 10]);
    const after = (await admin.call(endpoints.listSeriesRiders, { params: { seriesId } })).body;
    expect(after.proposals).toEqual([]);
  });

  it('is somebody else when a removed rider’s bib is given away', async () => {
    await enter(event(0), 10, { last_name: 'Petit', licence: null });
    await decide('join', [event(0).id, 10], [event(1).id, 1]);
    await admin.call(deleteParticipant, { body: { competition_id: event(0).id, dossard_number: 10 } });
    await enter(event(0), 10, { last_name: 'Nouveau', licence: null });
    const line = (await standings()).find(({ last_name }) => last_name === 'Nouveau');
    expect(line?.starts).toBe(1);
  });
});

describe('trouble', () => {
  it('a competition that is deleted counts no more, and again when it is restored', async () => {
    await admin.call(deleteCompetition, { params: { id: event(1).id } });
    const [first] = await standings();
    expect([first?.total_points, first?.results.length]).toEqual([100, 2]);
    // The order is set while it is away.
    await count(event(2).id, event(0).id);
    await admin.call(restoreCompetition, { params: { id: event(1).id } });
    const [again] = await standings();
    expect([again?.total_points, again?.results.map((one) => one.competition_id)]).toEqual([
      150,
      [event(2).id, event(1).id, event(0).id],
    ]);
  });

  it('a competition that becomes private is not in the public standings', async () => {
    await admin.call(setVisibility, { body: { competition_id: event(1).id, is_public: false } });
    const [shown] = await publicStandings();
    expect([shown?.total_points, shown?.results.length]).toEqual([100, 2]);
    expect((await standings())[0]?.total_points).toBe(150);
  });

  it('a correction after a competition counted moves the standings', async () => {
    await admin.call(updateStatus, { body: { competition_id: event(1).id, dossard_number: 1, status: 'dsq' } });
    const lines = await standings();
    expect(short(lines)).toEqual([
      [1, 'Garnier 2', 130],
      [2, 'Garnier 1', 100],
      [3, 'Garnier 3', 100],
    ]);
    expect(lines.find(({ last_name }) => last_name === 'Garnier 1')?.why.fr).toContain(
      'Disqualifié (épreuve 2)\u00a0: 0 point.',
    );
  });

  it('a rider who is erased keeps rank and points, and has no name (T11)', async () => {
    await admin.call(erasePersonalData, { params: { id: event(0).id, dossard: 1 } });
    for (const lines of [await standings(), await publicStandings()]) {
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

  it('names obey the strictest of the rider’s competitions', async () => {
    const change = (public_names: string) =>
      admin.call(updateCompetition, {
        params: { id: event(2).id },
        body: { ...competitionInput, date: '2027-06-01', public_names },
      });
    await change('initials');
    expect((await publicStandings())[0]).toMatchObject({ first_name: 'Z.', last_name: 'G. 1' });
    await change('bib');
    expect((await publicStandings())[0]).toMatchObject({ first_name: '', last_name: '' });
    expect((await standings())[0]).toMatchObject({ first_name: 'Zoé', last_name: 'Garnier 1' });
  });

  it('a group renamed in the middle of the season is one group again', async () => {
    for (const dossard of [1, 2, 3]) {
      await admin.call(updateParticipant, {
        body: rider(event(2).id, dossard, {
          category: 'U15',
          first_name: names[dossard - 1],
          licence: `FFC-${dossard}`,
        }),
      });
    }
    const [split] = await standings();
    expect([split?.total_points, split?.also_in]).toEqual([100, [{ category: 'U15', gender: 'F' }]]);
    expect(split?.why.fr).toContain('Les résultats en U15 F y comptent sur une ligne à part.');
    const renamed = { ...rule, renamed: [{ category: 'u 15', counts_as: 'U13' }] };
    const preview = await admin.call(endpoints.previewSeries, { params: { seriesId }, body: { rule: renamed } });
    expect([preview.body.moves.length, (await standings())[0]?.total_points]).toEqual([6, 100]);
    await admin.call(endpoints.updateSeries, { params: { seriesId }, body: { rule: renamed } });
    expect((await standings())[0]).toMatchObject({ total_points: 150, also_in: [] });
    expect(await standings({ category: 'U15' })).toEqual([]);
  });

  it('a preview says what another rule moves, and changes nothing', async () => {
    await ride(event(2), 2, doors(1, 2, 3, 4, 5, 6));
    const params = { seriesId };
    const { body } = await admin.call(endpoints.previewSeries, {
      params,
      body: { rule: { ...rule, points: [50, 40, 1] } },
    });
    expect(body).toEqual({
      moves: [
        {
          ...{ category: 'U13', gender: 'F', id: `${event(0).id}-3`, first_name: 'Lou', last_name: 'Garnier 3' },
          ...{ rank_before: 3, rank_after: 3, points_before: 90, points_after: 3 },
        },
      ],
      unchanged: 2,
    });
    expect((await standings())[2]?.total_points).toBe(90);
  });

  it('guests are taken out and the others move up, or are left in (T5)', async () => {
    await decide('guest', [event(0).id, 1]);
    expect(short(await standings())).toEqual([
      [1, 'Garnier 2', 150],
      [2, 'Garnier 3', 120],
    ]);
    await admin.call(endpoints.updateSeries, { params: { seriesId }, body: { rule: { ...rule, guests: 'kept' } } });
    expect((await standings()).map(({ last_name, guest }) => [last_name, guest])).toEqual([
      ['Garnier 1', true],
      ['Garnier 2', false],
      ['Garnier 3', false],
    ]);
    await decide('no_guest', [event(2).id, 1]);
    expect((await standings())[0]).toMatchObject({ last_name: 'Garnier 1', guest: false });
  });
});

describe('who administers (T12)', () => {
  it('adds competitions only where they are admin', async () => {
    const stranger = await house.signIn(['create_competition']);
    const { id } = (await stranger.call(createCompetition, { body: competitionInput })).body;
    expect((await count(event(0).id, id)).status).toBe(404);
    const params = { seriesId };
    expect((await stranger.call(endpoints.getSeries, { params })).status).toBe(403);
    await admin.call(endpoints.createSeriesAdmin, { params, body: { email: stranger.email } });
    const both = { competition_ids: [event(0).id, id] };
    expect((await stranger.call(endpoints.updateSeriesCompetitions, { params, body: both })).status).toBe(200);
    expect((await stranger.call(endpoints.listSeries)).body.series).toEqual([
      { id: seriesId, name: 'Trophée', season: '2027', is_public: true, competition_count: 2 },
    ]);
    for (const user of [stranger, admin]) {
      const answer = await admin.call(endpoints.deleteSeriesAdmin, { params, body: { user_id: user.id } });
      expect([answer.status, answer.body.code]).toEqual(user === admin ? [409, 'last_series_admin'] : [200, undefined]);
    }
  });

  it('a private series is not there for others', async () => {
    await admin.call(endpoints.updateSeries, { params: { seriesId }, body: { is_public: false } });
    const answer = await house.visitor.call(endpoints.getPublicStandings, { params: { seriesId } });
    expect([answer.status, answer.body.code]).toEqual([404, 'series_not_found']);
  });
});

it('clubs are ranked by the sum of their best riders (T8)', async () => {
  await enter(event(0), 4, { club: 'Autre club' });
  await admin.call(endpoints.updateSeries, { params: { seriesId }, body: { rule: { ...rule, clubs: 2 } } });
  const { clubs } = (await house.visitor.call(endpoints.getPublicClubStandings, { params: { seriesId } })).body;
  expect(clubs.map(({ rank, club, total_points }: Record<string, unknown>) => [rank, club, total_points])).toEqual([
    [1, 'Les Crampons', 270],
    [2, 'Autre club', 20],
  ]);
  expect([clubs[0].riders.length, clubs[0].why.fr]).toEqual([3, '150 + 120 = 270 points, 2 pilotes sur 3.']);
});

it('are files too: CSV for everybody, xlsx for admins', async () => {
  const csv = await house.app.inject({
    method: 'GET',
    url: `/api/series/${seriesId}/standings/public.csv?category=U13`,
  });
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [, first] = csv.body.split('\r\n');
  expect(first).toMatch(/^U13;F;1;Zoé;Garnier 1;Les Crampons;150;3;0;50;1;0;50;1;0;50;1;0;/);
  const url = `/api/series/${seriesId}/standings/export`;
  const xlsx = await house.app.inject({ method: 'GET', url, headers: { cookie: admin.cookie } });
  expect([xlsx.statusCode, xlsx.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
});
