import { createCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  importParticipants,
  listParticipants,
  mergeParticipants,
  swapParticipants,
} from '@dossard/contract/participants/participant.endpoints.ts';
import * as rounds from '@dossard/contract/rounds/round.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { beforeEach, expect, it } from 'vitest';
import { competitionInput, doors, makeCompetition, rider, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

/* Riders of the previous round who got another bib in this one (R16). */

const house = await startTestApp();
const params = { id: 0 };
let admin: TestCaller;

/** A semi-final whose riders are ranked 3, 4, 2, 5, 6, 1, and a final that takes the first four. */
beforeEach(async () => {
  const made = await makeCompetition(house, 6);
  ({ admin } = made);
  for (const [index, dossard] of [3, 4, 2, 5, 6, 1].entries()) {
    const won = doors(...[1, 2, 3, 4, 5, 6].slice(0, 6 - index));
    await admin.call(createRun, { body: runOf(made.competitionId, made.zoneId, dossard, won) });
  }
  params.id = (await admin.call(createCompetition, { body: { ...competitionInput, name: 'Finale' } })).body.id;
  const groups = [{ category: 'U13', gender: 'F', first: 4 } as const];
  await admin.call(rounds.updateFollows, { params, body: { competition_id: made.competitionId, groups } });
});

const takeOver = async () => (await admin.call(rounds.takeOverRiders, { params, body: {} })).body;
const create = (dossard: number, last_name: string, first_name = 'Zoé') =>
  admin.call(createParticipant, { body: rider(params.id, dossard, { first_name, last_name }) as never });
const remove = (dossard_number: number) =>
  admin.call(deleteParticipant, { body: { competition_id: params.id, dossard_number } });
const move = async (last_name: string, to: number, first_name = 'Zoé') => {
  const bytes = `Dossard;Nom;Prénom;Sexe;Catégorie;Club;Licence\n${to};${last_name};${first_name};F;U13;;\n`;
  const body = { choices: [{ row: 2, action: 'move' }] };
  const { updated } = (await admin.call(importParticipants, { params, body, file: { name: 'a.csv', bytes } })).body;
  expect(updated).toBe(1);
};
const swap = () => admin.call(swapParticipants, { params, body: { dossards: [3, 4] } });
const merge = (keep: number, remove: number) => admin.call(mergeParticipants, { params, body: { keep, remove } });
const listed = async () =>
  (await admin.call(listParticipants, { params })).body.participants.map(
    (one: { dossard_number: number; last_name: string }) => `${one.dossard_number} ${one.last_name}`,
  );
const order = async () => {
  const { groups } = (await admin.call(rounds.getStartOrder, { params })).body;
  return groups[0].riders.map((one: { dossard: number; start_position: number }) => [one.dossard, one.start_position]);
};
const inOrder = (...bibs: number[]) => bibs.map((bib, index) => [bib, index + 1]);

it.each<[string, () => Promise<unknown>, number[]]>([
  ['an import moved one', () => move('Garnier 4', 50), [5, 2, 50, 3]],
  ['two exchanged their bibs', swap, [5, 2, 3, 4]],
  [
    'one was here under another bib too',
    async () => [await create(44, 'Garnier 4'), await merge(44, 4)],
    [5, 2, 44, 3],
  ],
  [
    'another rider got the bib of one',
    async () => [await move('Garnier 4', 50), await create(4, 'Autre')],
    [5, 2, 50, 3],
  ],
])('are not added again, and keep their place, when %s', async (_, change, bibs) => {
  await takeOver();
  await change();
  const before = await listed();
  expect([(await takeOver()).added, await listed()]).toEqual([0, before]);
  expect(await order()).toEqual(inOrder(...bibs));
});

it('count once when two of the previous round are one rider, and the next one comes too', async () => {
  await takeOver();
  await merge(2, 4);
  expect((await takeOver()).riders).toMatchObject([
    { dossard: 6, outcome: 'added' },
    { dossard: 5, outcome: 'present' },
    { dossard: 2, outcome: 'present', rank: 2 },
    { dossard: 3, outcome: 'present' },
  ]);
  expect(await order()).toEqual(inOrder(6, 5, 2, 3));
});

it('are replaced by the next when they were removed under the other bib', async () => {
  await takeOver();
  await move('Garnier 4', 50);
  await remove(50);
  const { riders } = await takeOver();
  expect(riders).toContainEqual(expect.objectContaining({ dossard: 50, outcome: 'withdrawn' }));
  expect(await order()).toEqual(inOrder(6, 5, 2, 3));
});

it('are not those who only had their bib before them', async () => {
  await create(4, 'Autre', 'Inès');
  await move('Autre', 60, 'Inès');
  expect((await takeOver()).added).toBe(4);
  expect(await listed()).toContain('4 Garnier 4');
});
