import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { getRankingAt, listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  importParticipants,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { getRanking, getRiderRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { decideTie, listTies, withdrawTie } from '@dossard/contract/ties/tie.endpoints.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { competitionInput, doors, makeCompetition, rider, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

const house = await startTestApp();
const girls = { category: 'U13', gender: 'F' } as const;
const byJury = { runs: 'all', tie_breaks: ['count_back', 'penality', 'chrono_sec', 'jury'] };
let admin: TestCaller;
let id: number;
let zoneId: number;

/** Riders 1 to 5, of whom 2, 3 and 4 are equal to the last hundredth. */
beforeEach(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 5));
  for (const [dossard, won] of [
    [1, [1, 2, 3, 4]],
    [2, [1, 2, 3]],
    [3, [1, 2, 3]],
    [4, [1, 2, 3]],
    [5, [1]],
  ] as const)
    await ride(dossard, won);
  await admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, ranking_rule: byJury } as never });
});

const ride = (dossard: number, won: readonly number[]) =>
  admin.call(createRun, { body: runOf(id, zoneId, dossard, doors(...won)) });
const decide = (dossards: number[], more: object = {}) =>
  admin.call(decideTie, { params: { id }, body: { ...girls, dossards, reason: 'Barrage', ...more } });
const ranks = async () => {
  const { body } = await admin.call(getRanking, { params: { id }, query: { ...girls } });
  return body.rankings.map(({ dossard, rank }: { dossard: number; rank: number }) => [dossard, rank]);
};
const tied = [
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 2],
  [5, 5],
];

it('orders riders whom nothing else separates, with the reason (R15)', async () => {
  expect(await ranks()).toEqual(tied);
  const { body } = await admin.call(listTies, { params: { id } });
  expect(body.ties).toEqual([]);
  expect(body.open).toMatchObject([{ ...girls, riders: [{ dossard: 2 }, { dossard: 3 }, { dossard: 4 }] }]);

  const decided = await decide([4, 2, 3]);
  expect(decided.body).toMatchObject({ open: [], ties: [{ dossards: [4, 2, 3], reason: 'Barrage', holds: true }] });
  expect(await ranks()).toEqual([
    [1, 1],
    [4, 2],
    [2, 3],
    [3, 4],
    [5, 5],
  ]);
  const card = await admin.call(getRiderRanking, { params: { id, dossard: 2 } });
  expect(card.body.above).toMatchObject({ dossard: 4, criterion: 'jury', own: [2], other: [1], reason: 'Barrage' });
  expect(card.body.below).toMatchObject({ dossard: 3, criterion: 'jury', own: [2], other: [3], reason: 'Barrage' });
});

it('no longer counts when a fourth rider joins the tie, until the jury orders all four', async () => {
  await decide([4, 2, 3]);
  await admin.call(createParticipant, { body: rider(id, 9) as never });
  await ride(9, [1, 2, 3]);
  expect(await ranks()).toEqual([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 2],
    [9, 2],
    [5, 6],
  ]);
  const { body } = await admin.call(listTies, { params: { id } });
  expect(body).toMatchObject({ ties: [{ holds: false }], open: [{ riders: [{}, {}, {}, {}] }] });
  const incomplete = await decide([4, 2, 3]);
  expect([incomplete.status, incomplete.body.code]).toEqual([409, 'tie_incomplete']);
  expect(incomplete.body.message).toContain('9');
  expect((await decide([9, 4, 2, 3])).body.ties).toMatchObject([{ dossards: [9, 4, 2, 3], holds: true }]);
  expect((await ranks())[1]).toEqual([9, 2]);
});

it('still orders the others when one of them leaves the tie', async () => {
  await decide([4, 2, 3]);
  await admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 2 } });
  expect(await ranks()).toEqual([
    [1, 1],
    [4, 2],
    [3, 3],
    [5, 4],
  ]);
});

it('refuses riders who are not tied, riders of other groups, and a competition whose ties the jury does not decide', async () => {
  const refusal = async (dossards: number[]) => (await decide(dossards)).body.code;
  expect(await refusal([1, 5])).toBe('not_tied');
  expect(await refusal([1, 2])).toBe('not_tied');
  expect(await refusal([2, 77])).toBe('participant_not_found');
  expect(await refusal([2, 2])).toBe('invalid_request');
  expect(await refusal([2])).toBe('invalid_request');
  const ranking_rule = { runs: 'all', tie_breaks: ['count_back'] };
  await admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, ranking_rule } as never });
  expect(await refusal([2, 3, 4])).toBe('jury_not_chosen');
});

it('lets the first of two juries decide, and shows the decision to the second', async () => {
  const seen = { dossards: [], reason: '' };
  const both = await Promise.all([
    decide([4, 2, 3], { reason: 'Barrage', seen }),
    decide([3, 2, 4], { reason: 'Tirage au sort', seen }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [won, lost] = both[0]?.status === 200 ? both : both.toReversed();
  expect(lost?.body).toMatchObject({
    code: 'edit_conflict',
    current: { dossards: won?.body.ties[0].dossards, reason: won?.body.ties[0].reason },
  });
});

it('can be withdrawn, and is listed in the history, where it cannot be undone', async () => {
  await decide([4, 2, 3]);
  expect((await admin.call(withdrawTie, { params: { id, dossard: 2 } })).body).toMatchObject({ ties: [] });
  expect(await ranks()).toEqual(tied);
  expect((await admin.call(withdrawTie, { params: { id, dossard: 2 } })).body.code).toBe('tie_not_found');
  const { body } = await admin.call(listHistory, { params: { id }, query: { kind: 'tie' } });
  expect(body.entries).toMatchObject([
    { action: 'delete', before: { order: '4, 2, 3' }, restorable: false },
    { action: 'update', before: { order: '' }, after: { order: '4, 2, 3' }, reason: 'Barrage', restorable: false },
  ]);
  const undone = await admin.call(restoreEntry, { params: { id, entry: body.entries[0].id } });
  expect(undone.status).toBe(409);
});

describe('a rider whom an import gives another bib', () => {
  const move = (to: number, dossard: number) =>
    admin.call(importParticipants, {
      params: { id },
      body: { choices: [{ row: 2, action: 'move' }] },
      file: {
        name: 'a.csv',
        bytes: `Dossard;Nom;Prénom;Sexe;Catégorie;Club;Licence\n${to};Garnier ${dossard};Zoé;F;U13;;\n`,
      },
    });
  const undoImport = async () => {
    const { entries } = (await admin.call(listHistory, { params: { id } })).body;
    const { id: entry } = entries.find(({ action }: { action: string }) => action === 'import');
    return (await admin.call(restoreEntry, { params: { id, entry } })).status;
  };
  const orders = async () =>
    (await admin.call(listTies, { params: { id } })).body.ties.map(({ dossards }: { dossards: number[] }) => dossards);

  it('keeps the place that the jury gave, now and in the ranking of any moment', async () => {
    await decide([4, 2, 3]);
    expect((await move(50, 4)).body.updated).toBe(1);
    const moved = [
      [1, 1],
      [50, 2],
      [2, 3],
      [3, 4],
      [5, 5],
    ];
    expect([await orders(), await ranks()]).toEqual([[[50, 2, 3]], moved]);
    const then = new Date().toISOString();
    const { body } = await admin.call(listHistory, { params: { id }, query: { kind: 'tie' } });
    expect(body.entries[0]).toMatchObject({ before: { order: '4, 2, 3' }, after: { order: '50, 2, 3' } });
    expect(await undoImport()).toBe(200);
    expect(await orders()).toEqual([[4, 2, 3]]);
    const past = (await admin.call(getRankingAt, { params: { id }, query: { ...girls, time: then } })).body.rankings;
    expect(past.map(({ dossard, rank }: { dossard: number; rank: number }) => [dossard, rank])).toEqual(moved);
  });

  it('is not who was meant by a decision about a former rider of the new bib', async () => {
    await decide([4, 2, 3]);
    for (const dossard of [6, 7]) {
      await admin.call(createParticipant, { body: rider(id, dossard) as never });
      await ride(dossard, [1, 2]);
    }
    expect((await decide([7, 6])).status).toBe(200);
    await admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 6 } });
    expect((await move(6, 4)).status).toBe(200);
    expect(await orders()).toEqual([[6, 2, 3]]);
  });
});
