import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  mergeParticipants,
  swapParticipants,
  updateParticipant,
  updateStatus,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData, getPersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { expect, it } from 'vitest';
import { makeCompetition, rider } from '../../testing/main.job.ts';
import { tablesWith } from '../../testing/tables.with.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { verifyChains } from '../verification/verify.chain.ts';

/*
 * A person with the first name Quirinea, whatever bibs and last names they had: once erased, no table contains the name.
 * Each competition also has another rider, Ada, who stays.
 */

const house = await startTestApp();

async function openList() {
  const { admin, competitionId: id } = await makeCompetition(house, 0);
  const named = (dossard: number, first_name: string, last_name: string) => ({
    body: rider(id, dossard, { first_name, last_name }) as never,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  const params = { id };
  await admin.call(createParticipant, named(90, 'Ada', 'Autre'));
  return {
    id,
    add: (dossard: number, last_name = 'Un') => admin.call(createParticipant, named(dossard, 'Quirinea', last_name)),
    addOther: (dossard: number) => admin.call(createParticipant, named(dossard, 'Ada', 'Nouvelle')),
    edit: (dossard: number, last_name: string) => admin.call(updateParticipant, named(dossard, 'Quirinea', last_name)),
    swap: (...dossards: [number, number]) => admin.call(swapParticipants, { params, body: { dossards } }),
    merge: (keep: number, remove: number) => admin.call(mergeParticipants, { params, body: { keep, remove } }),
    remove: (dossard_number: number) => admin.call(deleteParticipant, { body: { competition_id: id, dossard_number } }),
    disqualify: (dossard_number: number, reason: string) =>
      admin.call(updateStatus, { body: { competition_id: id, dossard_number, status: 'dsq', reason } }),
    async undo() {
      const { entries } = (await admin.call(listHistory, { params })).body;
      return admin.call(restoreEntry, { params: { id, entry: entries[0].id } });
    },
    erase: (dossard: number) => admin.call(erasePersonalData, { params: { id, dossard } }),
    export: async (dossard: number) =>
      JSON.stringify((await admin.call(getPersonalData, { params: { id, dossard } })).body),
  };
}
type List = Awaited<ReturnType<typeof openList>>;

const histories: Record<string, (list: List) => Promise<number>> = {
  'exchanged bibs': async ({ add, edit, swap }) => {
    await add(5);
    await edit(5, 'Une');
    await swap(5, 90);
    return 90;
  },
  'exchanged bibs there and back': async ({ add, edit, swap }) => {
    await add(5);
    await swap(5, 90);
    await edit(90, 'Une');
    await swap(90, 5);
    return 5;
  },
  'was merged the wrong way, and after an undo the right way': async ({ add, edit, merge, undo }) => {
    await add(5);
    await add(8);
    await merge(5, 8);
    await undo();
    await merge(8, 5);
    await edit(8, 'Une');
    return 8;
  },
};

it.each(Object.entries(histories))('a rider who %s is erased everywhere', async (_, play) => {
  const list = await openList();
  const dossard = await play(list);
  expect((await list.erase(dossard)).status).toBe(204);
  expect(await tablesWith(house.db, 'Quirinea')).toEqual([]);
  expect(await tablesWith(house.db, 'Autre')).toContain('participants');
  expect((await verifyChains(house.db, [])).flatMap(({ problem }) => problem ?? [])).toEqual([]);
});

it('two riders whose merge was undone are two: the erasure of one leaves the other', async () => {
  const { add, addOther, merge, undo, erase, export: exportRider } = await openList();
  await add(5);
  await addOther(8);
  await merge(8, 5);
  await undo();
  expect(await exportRider(8)).not.toContain('Quirinea');
  await erase(5);
  expect(await tablesWith(house.db, 'Quirinea')).toEqual([]);
  expect(await exportRider(8)).toContain('Nouvelle');
});

it('the export of a rider contains nothing of who had the bib before (J10)', async () => {
  const { add, addOther, disqualify, remove, export: exportRider } = await openList();
  await add(5);
  await disqualify(5, 'Insulte');
  await remove(5);
  await addOther(5);
  const text = await exportRider(5);
  expect(text).toContain('Nouvelle');
  expect(text).not.toMatch(/Quirinea|Insulte/);
});
