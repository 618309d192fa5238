import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { createComplaint, decideComplaint, listComplaints } from '@dossard/contract/complaints/complaint.endpoints.ts';
import {
  createParticipant,
  importParticipants,
  swapParticipants,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { decideTie, listTies } from '@dossard/contract/ties/tie.endpoints.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { competitionInput, makeCompetition, rider, runOf } from '../../testing/main.job.ts';
import { tablesWith } from '../../testing/tables.with.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { verifyChain } from '../verification/verify.chain.ts';

/*
 * Anna has bib 1, Carla bib 3. The erasure of one reaches what was written about her, under whichever bib, and nothing
 * that was written about the other while she had the same bib.
 */

const house = await startTestApp();
let admin: TestCaller;
let id: number;
let zoneId: number;

beforeEach(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 0));
  const settings = { ...competitionInput, ranking_rule: { runs: 'all', tie_breaks: ['jury'] } };
  await admin.call(updateCompetition, { params: { id }, body: settings as never });
  const riders = { 1: 'Anna', 2: 'Berthe', 3: 'Carla', 4: 'Dora' };
  for (const [dossard, first_name] of Object.entries(riders)) await add(Number(dossard), first_name);
});

async function add(dossard: number, first_name: string) {
  const body = rider(id, dossard, { first_name, last_name: `Fictive ${first_name}` }) as never;
  expect((await admin.call(createParticipant, { body })).status).toBe(201);
  await admin.call(createRun, { body: runOf(id, zoneId, dossard) });
}
const swap = () => admin.call(swapParticipants, { params: { id }, body: { dossards: [1, 3], reason: 'Plaques' } });
/** Moves Carla to bib 50 by an import. */
async function moveCarla() {
  const bytes = 'Dossard;Nom;Prénom;Sexe;Catégorie;Club;Licence\n50;Fictive Carla;Carla;F;U13;;\n';
  const body = { choices: [{ row: 2, action: 'move' }] };
  const file = { name: 'a.csv', bytes };
  expect((await admin.call(importParticipants, { params: { id }, body, file })).body.updated).toBe(1);
}
const complain = async (dossard: number, run_number: number | null, text: string): Promise<number> =>
  (await admin.call(createComplaint, { params: { id }, body: { dossard, run_number, text } })).body.id;
const refuse = (complaint: number, reason: string) =>
  admin.call(decideComplaint, { params: { id, complaint }, body: { outcome: 'refused', jury: ['Alix'], reason } });
const tie = async (dossards: number[], reason: string) => {
  const body = { category: 'U13', gender: 'F', dossards, reason } as const;
  expect((await admin.call(decideTie, { params: { id }, body: { ...body, dossards } })).status).toBe(200);
};
const erase = async (dossard: number) =>
  expect((await admin.call(erasePersonalData, { params: { id, dossard } })).status).toBe(204);
const texts = async () =>
  (await admin.call(listComplaints, { params: { id } })).body.complaints.map(
    ({ text, reason }: Record<string, unknown>) => [text, reason],
  );
const reasons = async () =>
  (await admin.call(listTies, { params: { id } })).body.ties.map(({ reason }: { reason: string }) => reason);
const problem = async () => (await verifyChain(house.db, { id, name: 'Trial' }, [])).problem;

describe('after Anna and Carla exchanged their bibs, the erasure', () => {
  it('of Anna leaves Carla’s open complaint', async () => {
    await complain(3, null, 'Carla conteste');
    await swap();
    await erase(3);
    expect([await texts(), await problem()]).toEqual([[['Carla conteste', null]], undefined]);
  });

  it('of Anna leaves a complaint about the run that stayed with the bib, and not the jury’s reason about her', async () => {
    const complaint = await complain(3, 1, 'Carla conteste');
    await swap();
    await refuse(complaint, 'Elle n’y était pas');
    await erase(3);
    expect([await texts(), await problem()]).toEqual([[['Carla conteste', '']], undefined]);
    expect(await tablesWith(house.db, 'Elle n’y était pas')).toEqual([]);
  });

  it('of Carla leaves nothing of her complaint about that run, which was decided later', async () => {
    const complaint = await complain(3, 1, 'Carla proteste');
    await swap();
    await refuse(complaint, 'Carla a touché');
    await erase(1);
    expect([await texts(), await problem()]).toEqual([[['', '']], undefined]);
    for (const words of ['Carla proteste', 'Carla a touché']) expect(await tablesWith(house.db, words)).toEqual([]);
  });

  it('of Anna leaves the jury’s reason about Carla and Dora', async () => {
    for (const dossard of [2, 3]) await admin.call(createRun, { body: runOf(id, zoneId, dossard) });
    await swap();
    await tie([1, 4], 'Carla devant Dora');
    await erase(3);
    expect([await reasons(), await problem()]).toEqual([['Carla devant Dora'], undefined]);
  });

  it('of Anna leaves no reason about her and Dora, decided before', async () => {
    for (const dossard of [2, 3]) await admin.call(createRun, { body: runOf(id, zoneId, dossard) });
    await tie([1, 4], 'Anna devant Dora');
    await swap();
    await erase(3);
    expect(await problem()).toBeUndefined();
    expect(await tablesWith(house.db, 'Anna devant')).toEqual([]);
  });
});

it('the erasure of who got Carla’s former bib leaves what was written about her, then and now', async () => {
  await complain(3, null, 'Carla conteste');
  await tie([3, 2, 1, 4], 'Carla devant toutes');
  await moveCarla();
  await add(3, 'Elsa');
  await complain(3, null, 'Elsa conteste');
  await erase(3);
  expect(await problem()).toBeUndefined();
  expect((await texts()).toSorted()).toEqual([
    ['', null],
    ['Carla conteste', null],
  ]);
  expect(await reasons()).toEqual(['Carla devant toutes']);
  expect(await tablesWith(house.db, 'Elsa')).toEqual([]);
});
