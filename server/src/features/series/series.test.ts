import { createCompetition, deleteCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  importParticipants,
  mergeParticipants,
  swapParticipants,
  updateParticipant,
  updateStatus,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { declareResult } from '@dossard/contract/results/result.endpoints.ts';
import * as endpoints from '@dossard/contract/series/series.endpoints.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { users } from '../../tables/account.tables.ts';
import { competitionInput, doors, rider } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { makeSeason, seasonRule, shortLines } from './testing/season.job.ts';

const house = await startTestApp();
let season: Awaited<ReturnType<typeof makeSeason>>;
let admin: TestCaller;
let seriesId: number;

beforeEach(async () => {
  season = await makeSeason(house);
  ({ admin, seriesId } = season);
});

/** Invites an account to administer the series, which accepts. */
async function appoint(other: TestCaller) {
  await admin.call(endpoints.createSeriesAdmin, { params: { seriesId }, body: { email: other.email } });
  await other.call(endpoints.answerSeriesInvitation, { body: { series_id: seriesId, accept: true } });
}

describe('standings', () => {
  it('sum up the competitions, with every result, and follow a run immediately', async () => {
    const lines = await season.standings();
    expect(shortLines(lines)).toEqual([
      [1, 'Garnier 1', 150],
      [2, 'Garnier 2', 120],
      [3, 'Garnier 3', 90],
    ]);
    expect(lines[1]?.results).toEqual(
      season.events.map(({ id }) => ({
        ...{ competition_id: id, result_id: null, dossard: 2, rank: 2, points: 40 },
        ...{ dropped: false, status: null, started: true },
      })),
    );
    expect(lines[1]?.why).toEqual({
      fr: '40 + 40 + 40 = 120 points. 30 points de moins que le rang au-dessus.',
      en: '40 + 40 + 40 = 120 points. 30 points fewer than the rank above.',
    });
    await season.ride(season.event(2), 3, doors(1, 2, 3, 4, 5, 6));
    expect(shortLines(await season.standings())).toEqual([
      [1, 'Garnier 1', 140],
      // Level on points, and 50 is better than 40.
      [2, 'Garnier 3', 110],
      [3, 'Garnier 2', 110],
    ]);
  });

  it('are the same for the public, without licences, and not sent again if unchanged', async () => {
    const url = `/api/series/${seriesId}/standings/public?category=U13&gender=F`;
    const answer = await house.app.inject({ method: 'GET', url });
    expect(answer.json().standings).toEqual(await season.standings());
    expect(answer.body).not.toMatch(/licence|FFC/);
    const etag = String(answer.headers.etag);
    const again = await house.app.inject({ method: 'GET', url, headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await season.ride(season.event(0), 3);
    const changed = await house.app.inject({ method: 'GET', url, headers: { 'if-none-match': etag } });
    expect(changed.statusCode).toBe(200);
  });

  it('keep the ranks of an official list when a run arrives late (T10)', async () => {
    const body = { category: 'U13', gender: 'F', state: 'official' };
    await admin.call(declareResult, { params: { id: season.event(0).id }, body });
    await season.ride(season.event(0), 3, doors(1, 2, 3, 4, 5, 6));
    expect(shortLines(await season.standings())).toEqual([
      [1, 'Garnier 1', 150],
      [2, 'Garnier 2', 120],
      [3, 'Garnier 3', 90],
    ]);
    await admin.call(declareResult, {
      params: { id: season.event(0).id },
      body: { ...body, reason: 'Passage retrouvé' },
    });
    expect((await season.standings()).find(({ last_name }) => last_name === 'Garnier 3')?.total_points).toBe(110);
  });

  it('keep the official rank of a rider whose category changed afterwards (T10)', async () => {
    const body = { category: 'U13', gender: 'F', state: 'official' };
    const { id } = season.event(0);
    await admin.call(declareResult, { params: { id }, body });
    const moved = rider(id, 2, { category: 'U15', first_name: 'Inès', licence: 'FFC 2' });
    await admin.call(updateParticipant, { body: moved });
    expect(shortLines(await season.standings())).toEqual([
      [1, 'Garnier 1', 150],
      [2, 'Garnier 2', 120],
      [3, 'Garnier 3', 90],
    ]);
    // The next revision is without her, and her group is the new one.
    await admin.call(declareResult, { params: { id }, body: { ...body, reason: 'Erreur de catégorie' } });
    expect(shortLines(await season.standings())).toEqual([
      [1, 'Garnier 1', 150],
      [2, 'Garnier 3', 100],
      [3, 'Garnier 2', 80],
    ]);
  });

  describe('of an official list stay with its riders, not with their bibs (T10, J10)', () => {
    let id: number;
    const girls = { category: 'U13', gender: 'F' } as const;
    const declare = () => admin.call(declareResult, { params: { id }, body: { ...girls, state: 'official' } });
    const remove = (dossard_number: number) =>
      admin.call(deleteParticipant, { body: { competition_id: id, dossard_number } });
    const add = (dossard: number, facts: object) =>
      admin.call(createParticipant, { body: rider(id, dossard, { club: 'Les Crampons', ...facts }) });
    const undoLast = async () => {
      const [last] = (await admin.call(listHistory, { params: { id } })).body.entries;
      expect((await admin.call(restoreEntry, { params: { id, entry: last.id } })).status).toBe(200);
    };
    const moveTo = (dossard: number) =>
      admin.call(importParticipants, {
        params: { id },
        body: { choices: [{ row: 2, action: 'move' }] },
        file: {
          name: 'a.csv',
          bytes: `Dossard;Nom;Prénom;Sexe;Catégorie;Club;Licence\n${dossard};Garnier 1;Zoé;F;U13;Les Crampons;FFC-1\n`,
        },
      });
    const swap = (a: number, b: number) =>
      admin.call(swapParticipants, { params: { id }, body: { dossards: [a, b], reason: 'Plaques' } });
    const merge = (keep: number, remove: number) =>
      admin.call(mergeParticipants, { params: { id }, body: { keep, remove, reason: 'Deux fois' } });

    /** Lists who has points of the competition. */
    const pointsOf = async (query: Record<string, string> = girls) =>
      (await season.standings(query)).flatMap(({ last_name, results }) =>
        results.flatMap((one) => (one.competition_id === id && one.points ? [`${last_name} ${one.points}`] : [])),
      );

    beforeEach(() => {
      ({ id } = season.event(1));
    });

    it.each<[string, () => Promise<unknown>]>([
      ['an import moved one', () => moveTo(50)],
      ['two exchanged their bibs', () => swap(1, 2)],
      [
        'one was moved, and another child got the bib',
        async () => {
          await moveTo(50);
          await add(1, { first_name: 'Ada', last_name: 'Nouvelle' });
        },
      ],
      [
        'one was moved and moved back',
        async () => {
          await moveTo(50);
          await undoLast();
        },
      ],
      [
        'one was removed and restored',
        async () => {
          await remove(1);
          await undoLast();
        },
      ],
      ['one was removed and entered again', async () => [await remove(1), await add(1, { last_name: 'Garnier 1' })]],
    ])('when %s', async (_, change) => {
      expect((await declare()).status).toBe(200);
      await change();
      const points = await pointsOf();
      expect(points.sort()).toEqual(['Garnier 1 50', 'Garnier 2 40', 'Garnier 3 30']);
    });

    it.each([
      ['another name', { first_name: 'Ada', last_name: 'Nouvelle' }],
      ['another name in another group', { first_name: 'Ada', last_name: 'Nouvelle', category: 'U15' }],
      ['the name of a sister', { first_name: 'Ada', last_name: 'Garnier 1', licence: 'FFC-77' }],
    ])('when a child with %s got the bib of a removed rider, who has none', async (_, facts) => {
      await declare();
      await remove(1);
      await add(1, facts);
      expect((await pointsOf()).sort()).toEqual(['Garnier 2 40', 'Garnier 3 30']);
      expect(await pointsOf({ ...girls, category: 'U15' })).toEqual([]);
    });

    it('when two bibs were one rider, who has the better rank of both', async () => {
      await season.enter(season.event(1), 9, { first_name: 'Zoé', last_name: 'Garnier 1', licence: null });
      await declare();
      expect((await merge(9, 1)).status).toBe(204);
      const [line] = (await season.standings()).filter(({ results }) => results.some(({ dossard }) => dossard === 9));
      expect(line?.results.find(({ dossard }) => dossard === 9)?.rank).toBe(1);
    });
  });

  it('exclude a rider who did not start, and drop that result first', async () => {
    await admin.call(updateStatus, { body: { competition_id: season.event(0).id, dossard_number: 1, status: 'dns' } });
    await admin.call(endpoints.updateSeries, { params: { seriesId }, body: { rule: { ...seasonRule, drop: 1 } } });
    const [first, second] = await season.standings();
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
  it('is not found by a placeholder, nor by a licence on two names: its riders are proposed', async () => {
    const riders = { Mirabelle: 'en cours', Prunelle: 'En cours', Myrtille: 'FFC-2' };
    for (const [index, [last_name, licence]] of Object.entries(riders).entries())
      await season.enter(season.event(index % 2), 11 + index, { first_name: 'Zoé', last_name, licence });
    const lines = (await season.standings()).map(({ last_name, starts }) => `${last_name} ${starts}`);
    expect(lines.sort()).toEqual(
      ['Mirabelle 1', 'Prunelle 1', 'Myrtille 1', 'Garnier 1 3', 'Garnier 3 3', ...Array(3).fill('Garnier 2 1')].sort(),
    );
    const { proposals } = (await admin.call(endpoints.listSeriesRiders, { params: { seriesId } })).body;
    // Its three entries of one name, club and category are one proposal, which one decision joins.
    expect(
      proposals.map(({ entries }: { entries: { dossard: number }[] }) => entries.map((one) => one.dossard)),
    ).toEqual([[2, 2, 2]]);
    const all = [0, 1, 2].map((at): [number, number] => [season.event(at).id, 2]);
    const dismissed = await season.decide('dismiss', ...all);
    expect([dismissed.status, dismissed.body.proposals, dismissed.body.decided.length]).toEqual([200, [], 3]);
    const joined = await season.decide('join', ...all);
    expect([joined.status, joined.body.proposals, joined.body.decided.length]).toEqual([200, [], 2]);
    expect((await season.standings()).find(({ last_name }) => last_name === 'Garnier 2')?.starts).toBe(3);
  });

  it('is found by the licence, however it is spelled, and can be split and joined without losing a result', async () => {
    await admin.call(updateParticipant, {
      body: rider(season.event(1).id, 1, {
        first_name: 'ZOE',
        last_name: 'GARNIER-1',
        licence: 'ffc 1',
        club: null,
      }),
    });
    expect((await season.standings())[0]).toMatchObject({ last_name: 'Garnier 1', total_points: 150, starts: 3 });
    expect((await season.decide('split', [season.event(1).id, 1])).status).toBe(200);
    expect(shortLines(await season.standings())).toEqual([
      [1, 'Garnier 2', 120],
      [2, 'Garnier 1', 100],
      [3, 'Garnier 3', 90],
      [4, 'GARNIER-1', 50],
    ]);
    const joined = await season.decide('join', [season.event(0).id, 1], [season.event(1).id, 1]);
    expect(joined.body.decided.map(({ action, by }: { action: string; by: string }) => [action, by])).toEqual([
      ['split', 'Camille Exemple'],
      ['join', 'Camille Exemple'],
    ]);
    expect(shortLines(await season.standings())[0]).toEqual([1, 'Garnier 1', 150]);
  });

  it('is proposed by name, club and category, never by name alone, and joined after confirmation', async () => {
    const twins = { first_name: 'Noa', last_name: 'Petit', licence: null };
    await season.enter(season.event(0), 10, { ...twins, club: 'Les Crampons' });
    await season.enter(season.event(1), 20, { ...twins, club: 'les  crampons' });
    await season.enter(season.event(2), 30, { ...twins, club: 'Autre club' });
    const read = async () => (await admin.call(endpoints.listSeriesRiders, { params: { seriesId } })).body;
    const bibs = async () =>
      (await read()).proposals.map(({ entries }: { entries: { dossard: number }[] }) =>
        entries.map((one) => one.dossard),
      );
    expect(await bibs()).toEqual([[10, 20]]);
    expect((await season.standings()).filter(({ last_name }) => last_name === 'Petit')).toHaveLength(3);
    await season.decide('join', [season.event(0).id, 10], [season.event(1).id, 20]);
    expect(await bibs()).toEqual([]);
    const petits = (await season.standings()).filter(({ last_name }) => last_name === 'Petit');
    expect(petits.map(({ starts }) => starts).sort()).toEqual([1, 2]);
    await season.decide('split', [season.event(1).id, 20]);
    // A decided proposal is not made again.
    expect([await bibs(), (await season.standings()).filter(({ last_name }) => last_name === 'Petit').length]).toEqual([
      [],
      3,
    ]);
  });

  it('is ambiguous for two riders with the same name and club until a person decides', async () => {
    const twins = { first_name: 'Noa', last_name: 'Petit', club: 'Les Crampons', licence: null };
    await season.enter(season.event(0), 10, twins);
    await season.enter(season.event(0), 11, twins);
    await season.enter(season.event(1), 10, twins);
    const { proposals } = (await admin.call(endpoints.listSeriesRiders, { params: { seriesId } })).body;
    expect(proposals.map(({ ambiguous }: { ambiguous: boolean }) => ambiguous)).toEqual([true, true]);
    // The two of one competition cannot be joined by way of a third.
    const ofOne = await season.decide(
      'join',
      [season.event(0).id, 10],
      [season.event(1).id, 10],
      [season.event(0).id, 11],
    );
    expect([ofOne.status, ofOne.body.errors]).toMatchObject([400, [{ code: 'same_competition' }]]);
    await season.decide('join', [season.event(0).id, 11], [season.event(1).id, 10]);
    const after = (await admin.call(endpoints.listSeriesRiders, { params: { seriesId } })).body;
    expect(after.proposals).toEqual([]);
  });

  it('is never two bibs of one competition, by licence or by hand', async () => {
    const twins = { first_name: 'Noa', last_name: 'Petit', licence: '10099900055' };
    await season.enter(season.event(0), 10, { ...twins, club: 'VC Lyon' });
    await season.enter(season.event(0), 11, { ...twins, club: 'VC Nice' });
    expect((await season.standings()).filter(({ last_name }) => last_name === 'Petit')).toHaveLength(2);
    const { status, body } = await season.decide('join', [season.event(0).id, 10], [season.event(0).id, 11]);
    expect([status, body.errors]).toMatchObject([
      400,
      [{ code: 'same_competition', message: expect.stringMatching(/^Two bibs|^Deux dossards/) }],
    ]);
  });

  it('is somebody else when a removed rider’s bib is given away', async () => {
    await season.enter(season.event(0), 10, { last_name: 'Petit', licence: null });
    await season.decide('join', [season.event(0).id, 10], [season.event(1).id, 1]);
    await admin.call(deleteParticipant, { body: { competition_id: season.event(0).id, dossard_number: 10 } });
    await season.enter(season.event(0), 10, { last_name: 'Nouveau', licence: null });
    const line = (await season.standings()).find(({ last_name }) => last_name === 'Nouveau');
    expect(line?.starts).toBe(1);
  });
});

describe('admins of a series (T12)', () => {
  it('add competitions only where they are admin', async () => {
    const stranger = await house.signIn(['create_competition']);
    const { id } = (await stranger.call(createCompetition, { body: competitionInput })).body;
    expect((await season.count(season.event(0).id, id)).status).toBe(404);
    const params = { seriesId };
    expect((await stranger.call(endpoints.getSeries, { params })).status).toBe(403);
    await appoint(stranger);
    const both = { competition_ids: [season.event(0).id, id] };
    expect((await stranger.call(endpoints.updateSeriesCompetitions, { params, body: both })).status).toBe(200);
    expect((await stranger.call(endpoints.listSeries)).body.series).toEqual([
      { id: seriesId, name: 'Trophée', season: '2027', is_public: true, competition_count: 2 },
    ]);
    for (const user of [stranger, admin]) {
      const answer = await admin.call(endpoints.deleteSeriesAdmin, { params, body: { user_id: user.id } });
      expect([answer.status, answer.body.code]).toEqual(user === admin ? [409, 'last_series_admin'] : [200, undefined]);
    }
  });

  it('include at least one with an active account, because others cannot administer', async () => {
    const params = { seriesId };
    const other = await house.signIn();
    await appoint(other);
    await house.db.update(users).set({ account_status: 'invited' }).where(eq(users.id, other.id));
    const remove = async (user_id: number) =>
      (await admin.call(endpoints.deleteSeriesAdmin, { params, body: { user_id } })).status;
    expect([await remove(admin.id), await remove(other.id)]).toEqual([409, 200]);
  });

  it('set competitions on the list that they saw, without undoing another admin’s change', async () => {
    const params = { seriesId };
    const [first, second, third] = season.events.map(({ id }) => id);
    const put = (seen: unknown[], competition_ids: unknown[]) =>
      admin.call(endpoints.updateSeriesCompetitions, {
        params,
        body: { competition_ids, seen: { competition_ids: seen } },
      });
    expect((await put([first, second, third], [first, second])).status).toBe(200);
    const late = await put([first, second, third], [third, first, second]);
    expect([late.status, late.body.code, late.body.current]).toEqual([
      409,
      'edit_conflict',
      { competition_ids: [first, second] },
    ]);
    // A deleted competition keeps its position, although it is hidden.
    await admin.call(deleteCompetition, { params: { id: first ?? 0 } });
    expect((await put([second], [second, third])).status).toBe(200);
  });

  it('a private series is hidden from others', async () => {
    await admin.call(endpoints.updateSeries, { params: { seriesId }, body: { is_public: false } });
    const answer = await house.visitor.call(endpoints.getPublicStandings, { params: { seriesId } });
    expect([answer.status, answer.body.code]).toEqual([404, 'series_not_found']);
  });
});

it('clubs are ranked by the sum of their best riders (T8)', async () => {
  await season.enter(season.event(0), 4, { club: 'Autre club' });
  await admin.call(endpoints.updateSeries, { params: { seriesId }, body: { rule: { ...seasonRule, clubs: 2 } } });
  const { clubs } = (await house.visitor.call(endpoints.getPublicClubStandings, { params: { seriesId } })).body;
  expect(clubs.map(({ rank, club, total_points }: Record<string, unknown>) => [rank, club, total_points])).toEqual([
    [1, 'Les Crampons', 270],
    [2, 'Autre club', 20],
  ]);
  expect([clubs[0].riders.length, clubs[0].why.fr]).toEqual([3, '150 + 120 = 270 points, 2 pilotes sur 3.']);
});

it('are available as files too: CSV for everybody, xlsx for admins', async () => {
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
