import { markAbsent } from '@dossard/contract/bibs/bib.endpoints.ts';
import * as entryCalls from '@dossard/contract/entries/entry.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { updateJudgeLink } from '@dossard/contract/judges/judge.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  importParticipants,
  mergeParticipants,
  swapParticipants,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { createRun, deleteRun, listRuns, updateRun } from '@dossard/contract/runs/run.endpoints.ts';
import { isRunOfSubmission } from '@dossard/contract/runs/run.rules.ts';
import { deleteGraduation, deleteZone, getZone, updateZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { acceptAll, admin, enter, give, house, id, idOf, openDesk, visitor, zoneId } from '../../testing/entry.desk.ts';
import { makeJudgeLink, openAsJudge, seen } from '../../testing/judging.ts';
import { sendDuring } from '../../testing/lock.waits.ts';
import { graduation, rider, runOf, tens } from '../../testing/main.job.ts';
import type { TestCaller } from '../../testing/test.app.ts';
import { verifyChains } from '../verification/verify.chain.ts';

await openDesk();

/* While a link is hidden, its runs count nowhere; moves, guards and restores treat them like any run (U4). */

let linkId: number;
let judge: TestCaller;
let sent: ReturnType<typeof runOf>;
beforeEach(async () => {
  for (const dossard of [1, 2, 3]) await admin.call(createParticipant, { body: rider(id, dossard) });
  const link = await makeJudgeLink(admin, id);
  linkId = link.id;
  ({ judge } = await openAsJudge(house, link.token));
  sent = runOf(id, zoneId, 1);
  expect(await seen(judge.call(createRun, { body: sent }))).toBe(201);
});

const set = async (hidden: boolean) => {
  expect(await seen(admin.call(updateJudgeLink, { params: { id, linkId }, body: { hidden } }))).toBe(204);
};
const countRuns = async (dossard: number) =>
  (await admin.call(listRuns, { params: { id, dossard } })).body.runs?.length as number | undefined;
const merge = () => seen(admin.call(mergeParticipants, { params: { id }, body: { keep: 2, remove: 1 } }));
const remove = (dossard_number = 1) =>
  seen(admin.call(deleteParticipant, { body: { competition_id: id, dossard_number } }));
const lastEntry = async (isIt: (entry: { action: string; subject: { kind: string } }) => boolean) =>
  (await admin.call(listHistory, { params: { id } })).body.entries.find(isIt);
const undo = async (action: string, kind = 'participant') => {
  const entry = await lastEntry((one) => one.action === action && one.subject.kind === kind);
  const restored = await seen(admin.call(restoreEntry, { params: { id, entry: entry.id } }));
  expect(restored === 200).toBe(entry.restorable);
  return restored;
};
const isSound = async () => (await verifyChains(house.db, [])).every(({ problem }) => !problem);
const isFound = async () => isRunOfSubmission((await admin.call(createRun, { body: sent })).body, sent);

const moveByFile = () =>
  seen(
    admin.call(importParticipants, {
      params: { id },
      file: { name: 'bibs.csv', bytes: 'Dossard;Catégorie;Nom;Prénom;Sexe\n7;U13;Garnier 1;Zoé;F\n' },
      body: { choices: [{ sheet: '', row: 2, action: 'move' }] },
    }),
  );
const swap = () => seen(admin.call(swapParticipants, { params: { id }, body: { dossards: [1, 3] } }));

describe('a hidden run', () => {
  test.each([
    ['a merge', 'merge', merge, 2],
    ['a file that moves its rider', 'import', moveByFile, 7],
    ['an exchange, which leaves runs with the bib', 'swap', swap, 1],
  ])('goes with %s, and back with its undo, hidden or shown', async (_, action, move, bib) => {
    await set(true);
    expect(await move()).toBeLessThan(300);
    expect([await countRuns(bib), await isSound()]).toEqual([0, true]);
    await undo(action);
    await set(false);
    expect([await countRuns(1), await isSound(), await isFound()]).toEqual([1, true, true]);
    await set(true);
    expect(await move()).toBeLessThan(300);
    await set(false);
    expect([await countRuns(bib), await isSound()]).toEqual([1, true]);
  });

  it('that was merged and shown goes back with the undo of the merge', async () => {
    await admin.call(createRun, { body: runOf(id, zoneId, 2) });
    await set(true);
    await merge();
    await set(false);
    expect(await countRuns(2)).toBe(2);
    expect(await undo('merge')).toBe(200);
    expect([await countRuns(1), await countRuns(2), await isSound()]).toEqual([1, 1, true]);
  });

  it('comes back with its rider, whether the link was shown before or after', async () => {
    for (const [hiddenFirst, shownFirst] of [
      [true, true],
      [true, false],
    ]) {
      await set(hiddenFirst as boolean);
      expect(await remove()).toBe(204);
      if (shownFirst) await set(false);
      expect(await undo('delete')).toBe(200);
      if (!shownFirst) {
        expect(await countRuns(1)).toBe(0);
        await set(false);
      }
      expect([await countRuns(1), await isSound(), await isFound()]).toEqual([1, true, true]);
    }
  });

  it('does not go to the next rider with the bib of a removed one', async () => {
    await set(true);
    await remove();
    await admin.call(createParticipant, { body: rider(id, 1, { first_name: 'Lou', last_name: 'Autre' }) });
    await set(false);
    expect([await countRuns(1), await isSound()]).toEqual([0, true]);
  });

  it('alone is shown by undoing its removal, and not again with the link', async () => {
    await set(true);
    expect([await undo('delete', 'run'), await countRuns(1)]).toEqual([200, 1]);
    await set(false);
    expect([await countRuns(1), await isSound()]).toEqual([1, true]);
    expect(await seen(admin.call(deleteRun, { query: { competitionID: id, dossard: 1, runNumber: 1 } }))).toBe(204);
    await set(true);
    await set(false);
    expect([await countRuns(1), await isSound()]).toEqual([0, true]);
  });

  it('keeps its graduation and its zone (G3)', async () => {
    await set(true);
    const { graduations } = (await admin.call(getZone, { params: { id, zoneId } })).body;
    const own = graduations.find(({ gender }: { gender: string }) => gender === 'F');
    const params = { id, zoneId, graduationId: own.id };
    expect(await seen(admin.call(deleteGraduation, { params }))).toBe('409 graduation_has_runs');
    const body = { name: 'Les Dalles', graduations: [graduation('U13', 'H', tens)] };
    expect(await seen(admin.call(updateZone, { params: { id, zoneId }, body }))).toBe('409 graduation_has_runs');
    expect(await seen(admin.call(deleteZone, { params: { id, zoneId } }))).toBe('409 zone_has_runs');
    await set(false);
    expect(await countRuns(1)).toBe(1);
  });

  it('makes its rider no absent one (B5), and holds the undo of the import that added the rider', async () => {
    await set(true);
    const { dossards } = (await admin.call(markAbsent, { params: { id }, body: { dossards: [1, 2, 3] } })).body;
    expect(dossards).toEqual([2, 3]);
    await set(false);
    const bytes = 'Dossard;Catégorie;Nom;Prénom;Sexe\n40;U13;Prune;Léa;F\n';
    await admin.call(importParticipants, { params: { id }, file: { name: 'more.csv', bytes } });
    await judge.call(createRun, { body: runOf(id, zoneId, 40) });
    await set(true);
    expect(await undo('import')).toBe('409 not_restorable');
  });

  it('refuses the withdrawal of its rider (J6)', async () => {
    const token = await enter(['Zoé Un']);
    await acceptAll();
    await give();
    await judge.call(createRun, { body: runOf(id, zoneId, 100) });
    await set(true);
    const body = { token, entries: [await idOf('Zoé')] };
    expect(await seen(visitor.call(entryCalls.withdrawEntries, { body }))).toBe('409 entry_fixed');
    const late = await judge.call(createRun, { body: runOf(id, zoneId, 100) });
    expect(late.body.quarantined).toBe(true);
  });

  it('is hidden, shown, corrected and merged at the same moments without a deadlock', async () => {
    for (const dossard of [1, 1, 2, 3]) await judge.call(createRun, { body: runOf(id, zoneId, dossard) });
    const { version: _, ...first } = (await admin.call(listRuns, { params: { id, dossard: 3 } })).body.runs[0];
    for (const hidden of [true, false, true, false]) {
      const body = { ...first, penality: hidden ? 2 : 3, competition_id: id };
      const answers = await Promise.all([
        seen(admin.call(updateJudgeLink, { params: { id, linkId }, body: { hidden } })),
        seen(admin.call(updateRun, { body })),
        seen(admin.call(swapParticipants, { params: { id }, body: { dossards: [1, 2] } })),
      ]);
      expect(answers.filter((status) => String(status).startsWith('5'))).toEqual([]);
    }
    await set(true);
    expect(await Promise.all([merge(), set(false)])).toEqual([204, undefined]);
    expect([await countRuns(2), await countRuns(3), await isSound()]).toEqual([4, 1, true]);
  });
});

// An undo of a move would not list a run that is shown after it has locked the riders.
test('the runs of a link are shown only once nobody else changes their riders', async () => {
  await set(true);
  const change = sql`update participants set club = club where competition_id = ${id} and dossard_number = 1`;
  await sendDuring(house.db, change, () => set(false));
  expect(await countRuns(1)).toBe(1);
});
