import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { updateJudgeLink } from '@dossard/contract/judges/judge.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  importParticipants,
  mergeParticipants,
  swapParticipants,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import {
  createRun,
  createUnresolvedRun,
  listQuarantinedRuns,
  listRuns,
  listUnresolvedRuns,
  resolveUnresolvedRun,
  settleQuarantinedRun,
} from '@dossard/contract/runs/run.endpoints.ts';
import { isRunOfSubmission } from '@dossard/contract/runs/run.rules.ts';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { makeJudgeLink, openAsJudge, seen } from '../../testing/judging.ts';
import { countLockWaits } from '../../testing/lock.waits.ts';
import { makeCompetition, rider, runOf, unresolvedRunOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { verifyChains } from '../verification/verify.chain.ts';

/* Runs in quarantine go where the runs of their rider go (J10, B6, B7, I4). */

const house = await startTestApp();
let admin: TestCaller;
let judge: TestCaller;
let id: number;
let zoneId: number;
let sent: ReturnType<typeof runOf>;
beforeEach(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 3));
  const link = await makeJudgeLink(admin, id);
  ({ judge } = await openAsJudge(house, link.token));
  await admin.call(updateJudgeLink, { params: { id, linkId: link.id }, body: { hidden: true } });
  sent = runOf(id, zoneId, 1);
  expect((await judge.call(createRun, { body: sent })).body.quarantined).toBe(true);
});

afterEach(async () => {
  expect((await verifyChains(house.db, [])).flatMap(({ problem }) => problem ?? [])).toEqual([]);
});

const countRuns = async () =>
  Object.fromEntries(
    await Promise.all(
      [1, 2, 3, 7].map(async (dossard) => [
        dossard,
        (await admin.call(listRuns, { params: { id, dossard } })).body.runs?.length,
      ]),
    ),
  );
const waiting = async (of: typeof listQuarantinedRuns | typeof listUnresolvedRuns = listQuarantinedRuns) =>
  (await admin.call(of, { params: { id } })).body.runs.map((run: { dossard: number }) => run.dossard);
const accept = () =>
  seen(admin.call(settleQuarantinedRun, { params: { id, submission: sent.submission_id }, body: { accept: true } }));
const undo = async () => {
  const [{ id: entry }] = (await admin.call(listHistory, { params: { id } })).body.entries;
  return seen(admin.call(restoreEntry, { params: { id, entry } }));
};
const isFound = async () => isRunOfSubmission((await judge.call(createRun, { body: sent })).body, sent);
const moveByFile = () =>
  admin.call(importParticipants, {
    params: { id },
    file: { name: 'bibs.csv', bytes: 'Dossard;Catégorie;Nom;Prénom;Sexe\n7;U13;Garnier 1;Zoé;F\n' },
    body: { choices: [{ sheet: '', row: 2, action: 'move' }] },
  });
const merge = () => admin.call(mergeParticipants, { params: { id }, body: { keep: 2, remove: 1 } });
const swap = () => admin.call(swapParticipants, { params: { id }, body: { dossards: [1, 3] } });

describe('a run in quarantine', () => {
  test.each([
    ['by a file', moveByFile, 7],
    ['by a merge', merge, 2],
    ['by an exchange, which leaves runs with the bib', swap, 1],
  ])('goes %s where the runs of the rider go', async (_, move, bib) => {
    expect(await seen(move())).toBeLessThan(300);
    expect([await waiting(), await isFound()]).toEqual([[bib], true]);
    expect([await accept(), (await countRuns())[bib], await isFound()]).toEqual([204, 1, true]);
  });

  test.each([
    ['a file', moveByFile],
    ['a merge', merge],
    ['an exchange', swap],
  ])('comes back with the undo of %s', async (_, move) => {
    await move();
    expect(await undo()).toBe(200);
    expect([await waiting(), await accept(), (await countRuns())[1]]).toEqual([[1], 204, 1]);
  });

  test.each([
    [
      'a new rider has the bib',
      async () => {
        await admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 1 } });
        await admin.call(createParticipant, { body: rider(id, 1, { last_name: 'Autre', first_name: 'Lou' }) });
      },
    ],
    [
      'the rider becomes somebody else',
      () => admin.call(updateParticipant, { body: rider(id, 1, { last_name: 'Autre', first_name: 'Lou' }) }),
    ],
  ])('does not go to another person: when %s, the desk names its rider', async (_, change) => {
    await change();
    expect([await waiting(), await waiting(listUnresolvedRuns), await accept()]).toEqual([
      [],
      [1],
      '404 run_not_found',
    ]);
    const params = { id, submission: sent.submission_id };
    expect(await seen(admin.call(resolveUnresolvedRun, { params, body: { dossard: 3 } }))).toBe(200);
    expect([await countRuns(), await isFound()]).toMatchObject([{ 1: 0, 3: 1 }, true]);
  });

  it('comes back with its rider, and one of an unknown bib stays under its number', async () => {
    await admin.call(createUnresolvedRun, { params: { id }, body: unresolvedRunOf(id, zoneId, 1) });
    await admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 1 } });
    expect(await accept()).toBe('404 participant_not_found');
    expect([await undo(), await accept()]).toEqual([200, 204]);
    await merge();
    expect([await waiting(listUnresolvedRuns), await countRuns()]).toMatchObject([[1], { 2: 1 }]);
  });

  it('is accepted and moved at the same moment once, under the bib that its rider then has', async () => {
    const [accepted] = await Promise.all([accept(), merge()]);
    expect([204, '503 overloaded', '404 participant_not_found']).toContain(accepted);
    expect([await accept(), (await countRuns())[2], await isFound()]).toEqual([204, 1, true]);
  });

  it('is accepted while its rider becomes somebody else, without a deadlock', async () => {
    const isRider = sql`competition_id = ${id} and dossard_number = 1`;
    const sending = await house.db.transaction(async (tx) => {
      await tx.execute(sql`update participants set last_run_number = last_run_number where ${isRider}`);
      const body = rider(id, 1, { last_name: 'Autre', first_name: 'Lou' });
      const renamed = seen(admin.call(updateParticipant, { body }));
      await expect.poll(() => countLockWaits(house.db)).toBe(1);
      const accepted = accept();
      await expect.poll(() => countLockWaits(house.db)).toBe(2);
      return { renamed, accepted };
    });
    expect([await sending.renamed, await sending.accepted]).toEqual([200, '404 run_not_found']);
    expect(await waiting(listUnresolvedRuns)).toEqual([1]);
  });
});
