import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { createComplaint } from '@dossard/contract/complaints/complaint.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  createParticipant,
  importParticipants,
  mergeParticipants,
  swapParticipants,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { declareResult } from '@dossard/contract/results/result.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { decideTie } from '@dossard/contract/ties/tie.endpoints.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { competitionInput, makeCompetition, rider, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { verifyChain } from './verify.chain.ts';

/* Verification follows persons who got other bibs, with what hangs on them (H3, I4, B6, B7). */

const house = await startTestApp();
const girls = { category: 'U13', gender: 'F' } as const;
let admin: TestCaller;
let id: number;
let zoneId: number;

beforeEach(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 4));
  const ranking_rule = { runs: 'all', tie_breaks: ['jury'] };
  await admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, ranking_rule } as never });
  for (const dossard of [1, 2, 3]) await ride(dossard);
});

const ride = (dossard: number) => admin.call(createRun, { body: runOf(id, zoneId, dossard) });
const problem = async () => (await verifyChain(house.db, { id, name: 'Trial' }, [])).problem;
const complain = (dossard: number, run_number: number | null) =>
  admin.call(createComplaint, { params: { id }, body: { dossard, run_number, text: 'Porte 4' } });
const decide = async (dossards: number[], reason = 'Barrage') =>
  expect((await admin.call(decideTie, { params: { id }, body: { ...girls, dossards, reason } })).status).toBe(200);
const publish = (reason = '') =>
  admin.call(declareResult, { params: { id }, body: { ...girls, state: 'official', accept_missing: true, reason } });
const erase = async (dossard: number) =>
  expect((await admin.call(erasePersonalData, { params: { id, dossard } })).status).toBe(204);

const move = async () => {
  const bytes = 'Dossard;Nom;Prénom;Sexe;Catégorie;Club;Licence\n50;Garnier 1;Zoé;F;U13;;\n';
  const body = { choices: [{ row: 2, action: 'move' }] };
  const { updated } = (await admin.call(importParticipants, { params: { id }, body, file: { name: 'a.csv', bytes } }))
    .body;
  expect(updated).toBe(1);
};
const swap = () => admin.call(swapParticipants, { params: { id }, body: { dossards: [1, 4], reason: 'Plaques' } });
const merge = () =>
  admin.call(mergeParticipants, { params: { id }, body: { keep: 4, remove: 1, reason: 'Deux fois' } });
const undo = async (wanted: string) => {
  const { entries } = (await admin.call(listHistory, { params: { id } })).body;
  const { id: entry } = entries.find(({ action }: { action: string }) => action === wanted);
  expect((await admin.call(restoreEntry, { params: { id, entry } })).status).toBe(200);
};

const moves: [string, () => Promise<unknown>, bib: number][] = [
  ['an import moved the rider', move, 50],
  ['an import that moved the rider was undone', async () => [await move(), await undo('import')], 1],
  ['two exchanged their bibs', swap, 4],
  ['an exchange was undone', async () => [await swap(), await undo('swap')], 1],
  ['two bibs were one rider', merge, 4],
  ['a merge was undone', async () => [await merge(), await undo('merge')], 1],
];

describe.each(moves)('after %s', (_, change, bib) => {
  it.each<[string, () => Promise<unknown>]>([
    ['complaints', async () => [await complain(1, 1), await complain(1, null), await complain(4, null)]],
    ['decisions of the jury', () => decide([2, 1, 3])],
    ['official lists', async () => [await publish(), await publish('Zoé')]],
  ])('%s are as logged', async (_, prepare) => {
    await prepare();
    await change();
    expect(await problem()).toBeUndefined();
  });

  it('the erasure of the rider explains what is missing under the former bib', async () => {
    await publish();
    await publish('Zoé');
    await change();
    await erase(bib);
    expect(await problem()).toBeUndefined();
  });
});

it('another child on the bib of a moved rider is not who was erased', async () => {
  await move();
  await admin.call(createParticipant, { body: rider(id, 1, { first_name: 'Ada', last_name: 'Nouvelle' }) });
  await erase(50);
  expect(await problem()).toBeUndefined();
});

it('a jury’s decision without a rider keeps its reason when that rider is erased', async () => {
  await decide([1, 2, 3], 'Premier barrage');
  await ride(1);
  await decide([3, 2], 'Second barrage');
  await erase(1);
  expect(await problem()).toBeUndefined();
});
