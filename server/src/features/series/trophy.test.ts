import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import * as outside from '@dossard/contract/series/outside.result.endpoints.ts';
import * as endpoints from '@dossard/contract/series/series.endpoints.ts';
import type { Standing } from '@dossard/contract/series/standings.schema.ts';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { outsideRanks } from '../../tables/series.tables.ts';
import { doors, rider, runOf } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { makeEvent } from './testing/season.job.ts';

/*
 * A youth trophy of three disciplines by two rules of French regions, with invented riders. One day was ridden with
 * Dossard, all others are results from elsewhere. Gaby is a guest of another region, Eve rides on a day pass.
 *
 *           1 TR 3 April   2 XC 3 April   3 DH 8 May   4 XC 8 May   5 DH 12 June   6 TR 12 June
 *   Ada          1              2             4            1             3              3
 *   Bea          3              1             3            2             4              1
 *   Cleo         4              3             2           DNS            1              2
 *   Dina         5              4            DNF           3             2              4
 *   Gaby         2             DNF            1
 *   Eve                                                                                 5
 */

const house = await startTestApp();
const admin = await house.signIn(['create_competition']);

const licences: Record<string, string | null> = {
  Ada: 'L 1',
  Bea: 'L 2',
  Cleo: 'L 3',
  Dina: 'L 4',
  Gaby: 'L 9',
  Eve: null,
};
const clubOf = (name: string) => (name === 'Ada' || name === 'Cleo' ? 'Les Crampons' : 'VC Fictif');
const person = (name: string) => ({
  first_name: name,
  last_name: 'Exemple',
  club: clubOf(name),
  licence: licences[name],
});
const group = { category: 'U13', gender: 'F' as const };

const elsewhere: [name: string, date: string, discipline: string, order: string][] = [
  ['Cross des Prés', '2027-04-03', 'XC', 'Bea Ada Cleo Dina Gaby:dnf'],
  ['Descente du Bois', '2027-05-08', 'DH', 'Gaby Cleo Bea Ada Dina:dnf'],
  ['Cross du Lac', '2027-05-08', 'XC', 'Ada Bea Dina Cleo:dns'],
  ['Descente du Col', '2027-06-12', 'DH', 'Cleo Dina Ada Bea'],
  ['Trial final', '2027-06-12', 'TR', 'Bea Cleo Ada Dina Eve'],
];

const points = [150, 147, 144, 142, 140, 138];
const ruleA = {
  points,
  dnf: 'last',
  drop: 1,
  guests: 'removed',
  licensed_only: true,
  clubs: 2,
  ties: ['deciding_result'],
};
const ruleB = {
  ...{ points, dnf: 'last', drop: 1, guests: 'day_only', licensed_only: true },
  ties: ['best_result', 'wins', 'last_competition'],
};

let seriesId: number;
let competitionId: number;
const results: number[] = [];
const params = () => ({ seriesId });

beforeAll(async () => {
  const event = await makeEvent(admin, '2027-04-03');
  competitionId = event.id;
  for (const [index, name] of ['Ada', 'Gaby', 'Bea', 'Cleo', 'Dina'].entries()) {
    await admin.call(createParticipant, { body: rider(event.id, index + 1, person(name)) });
    const won = doors(...[1, 2, 3, 4, 5, 6].slice(index));
    await admin.call(createRun, { body: runOf(event.id, event.zoneId, index + 1, won) });
  }
  seriesId = (await admin.call(endpoints.createSeries, { body: { name: 'Trophée jeunes', season: '2027' } })).body.id;
  await admin.call(endpoints.updateSeriesCompetitions, { params: params(), body: { competition_ids: [event.id] } });
  for (const [name, date, discipline, order] of elsewhere) {
    const made = await admin.call(outside.createOutsideResult, { params: params(), body: { name, date, discipline } });
    expect(made.status).toBe(201);
    results.push(made.body.id);
    const ranks = order.split(' ').map((one, index) => {
      const [who = '', status] = one.split(':');
      return { ...person(who), ...(status ? { rank: null, status } : { rank: index + 1 }) };
    });
    const stored = await admin.call(outside.setOutsideRanks, {
      params: { seriesId, resultId: made.body.id },
      body: { ...group, ranks },
    });
    expect([stored.status, stored.body]).toEqual([200, { stored: ranks.length, proposed: [] }]);
  }
  const guest = [{ competition_id: event.id, dossard: 2 }];
  await admin.call(endpoints.decideSeriesRiders, { params: params(), body: { action: 'guest', entries: guest } });
});

const setRule = (rule: object) =>
  admin.call(endpoints.updateSeries, { params: params(), body: { rule, is_public: true } });
const read = async (query: Record<string, string> = {}): Promise<Standing[]> => {
  const answer = await house.visitor.call(endpoints.getPublicStandings, { params: params(), query });
  expect(answer.status).toBe(200);
  return answer.body.standings;
};
/** Points of each column, dropped ones in brackets, a dash without a start; then rank, name, and total. */
const write = ({ rank, first_name, results: ofLine, total_points }: Standing) =>
  [
    rank,
    first_name,
    ...ofLine.map(({ started, points: got, dropped }) => (started ? (dropped ? `(${got})` : got) : '–')),
    `= ${total_points}`,
  ].join(' ');

describe('a trophy by rule A: guests out, the others move up, one joker, a named result decides ties', () => {
  beforeAll(() => setRule({ ...ruleA, deciding_id: results[4] }));

  it('matches the table', async () => {
    const lines = await read();
    expect(lines.map(write)).toEqual([
      // Second behind Ada in 1 and third in 3, where Gaby is out: 147 and 147. Without the 142.
      '1 Bea 147 150 147 147 (142) 150 = 741',
      // First in 3, where Gaby is out. The joker is the day that she missed. Level with Ada, and second in 6.
      '2 Cleo 144 144 150 – 150 147 = 735',
      // Of three equal results the first is the joker.
      '3 Ada 150 147 (144) 150 144 144 = 735',
      // DNF in 3 has the points of the last, the third.
      '4 Dina (142) 142 144 144 147 142 = 719',
    ]);
    expect(lines.map(({ decided_by }) => decided_by)).toEqual([
      null,
      'total_points',
      'deciding_result',
      'total_points',
    ]);
    expect(lines[2]?.why.fr).toContain('départagé par l’épreuve désignée\u00a0: 144 contre 147.');
    expect(lines[0]?.results.map(({ competition_id, result_id }) => competition_id ?? result_id)).toEqual([
      competitionId,
      ...results,
    ]);
    expect(lines[0]?.results.map(({ dossard }) => dossard)).toEqual([3, null, null, null, null, null]);
  });

  it('adds up one discipline, with the same rule', async () => {
    expect((await read({ discipline: 'xc' })).map(write)).toEqual([
      '1 Ada (147) 150 = 150',
      '1 Bea 150 (147) = 150',
      '3 Cleo 144 – = 144',
      '3 Dina (142) 144 = 144',
    ]);
    const answer = await house.visitor.call(endpoints.getPublicStandings, {
      params: params(),
      query: { discipline: 'DH' },
    });
    expect(answer.body.columns.map(({ name }: { name: string }) => name)).toEqual([
      'Descente du Bois',
      'Descente du Col',
    ]);
    expect([answer.body.competitions, await read({ discipline: 'rugby' })]).toEqual([[], []]);
  });

  it('ranks the clubs over all, and by discipline', async () => {
    const clubs = async (query = {}) => {
      const answer = await house.visitor.call(endpoints.getPublicClubStandings, { params: params(), query });
      return answer.body.clubs.map((one: { club: string; total_points: number }) => [one.club, one.total_points]);
    };
    expect(await clubs()).toEqual([
      ['Les Crampons', 735 + 735],
      ['VC Fictif', 741 + 719],
    ]);
    expect(await clubs({ discipline: 'XC' })).toEqual([
      ['Les Crampons', 150 + 144],
      ['VC Fictif', 150 + 144],
    ]);
  });

  it('previews another rule on the season as it stands', async () => {
    const rule = { ...ruleA, deciding_id: results[4], minimum_disciplines: 3, bonus: 5 };
    const { body } = await admin.call(endpoints.previewSeries, { params: params(), body: { rule } });
    // Three days ridden by all.
    expect(
      body.moves.map((one: { points_before: number; points_after: number }) => one.points_after - one.points_before),
    ).toEqual([15, 15, 15, 15]);
  });
});

describe('a trophy by rule B: guests stand in the day’s list and not in the trophy', () => {
  it('matches the table', async () => {
    await setRule(ruleB);
    const lines = await read();
    expect(lines.map(write)).toEqual([
      // Third in 1 and 3, where Gaby keeps her rank. Level with Ada, with as many wins, and first in the last.
      '1 Bea 144 150 144 147 (142) 150 = 735',
      '2 Ada 150 147 (142) 150 144 144 = 735',
      '3 Cleo 142 144 147 – 150 147 = 730',
      // DNF in 3 has the points of the fourth, who is the last there.
      '4 Dina (140) 142 142 144 147 142 = 717',
    ]);
    expect(lines[1]?.decided_by).toBe('last_competition');
  });
});

it('an erased rider keeps rank and points, and has no name in any result from elsewhere (T11)', async () => {
  await setRule({ ...ruleA, deciding_id: results[4] });
  await admin.call(outside.setOutsideRanks, {
    params: { seriesId, resultId: results[0] ?? 0 },
    body: {
      ...group,
      ranks: ['Bea', 'Ada', 'Cleo', 'Dina'].map((name, index) => ({ ...person(name), rank: index + 1 })),
      reason: 'Réclamation d’Ada Exemple',
    },
  });
  await admin.call(erasePersonalData, { params: { id: competitionId, dossard: 1 } });
  const lines = await read();
  expect(lines.map(write)[2]).toBe('3  150 147 (144) 150 144 144 = 735');
  expect(lines[2]).toMatchObject({ first_name: '', last_name: '', club: null });
  const rows = await house.db.select().from(outsideRanks).where(eq(outsideRanks.first_name, 'Ada'));
  expect(rows).toEqual([]);
  const shown = await admin.call(outside.listOutsideResults, { params: params() });
  expect(JSON.stringify(shown.body)).not.toContain('Ada');
  const { rows: logged } = await house.db.execute("select * from audit_log where subject = 'outside_result'");
  expect(JSON.stringify(logged)).not.toMatch(/Ada|Bea|Exemple/);
});

it('an erased rider without a licence stays a guest where one is needed (T5, T11)', async () => {
  await setRule({ ...ruleB, licensed_only: true });
  const before = (await read()).length;
  const params = { seriesId, resultId: results[4] ?? 0 };
  const { ranks } = (await admin.call(outside.getOutsideRanks, { params, query: group })).body;
  const { row } = ranks.find(({ first_name }: { first_name: string }) => first_name === 'Eve');
  await admin.call(outside.eraseOutsideRider, { params, body: { row } });
  expect(await read()).toHaveLength(before);
});
