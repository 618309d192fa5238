import * as calls from '@dossard/contract/entries/entry.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  createParticipant,
  mergeParticipants,
  swapParticipants,
  updateStatus,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { declareResult, listResults } from '@dossard/contract/results/result.endpoints.ts';
import { createRun, listRuns, moveRuns, verifyRun } from '@dossard/contract/runs/run.endpoints.ts';
import { isRunOfSubmission } from '@dossard/contract/runs/run.rules.ts';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { officialLists } from '../../tables/result.tables.ts';
import {
  acceptAll,
  admin,
  enter,
  entered,
  give,
  house,
  id,
  openDesk,
  riders,
  visitor,
  zoneId,
} from '../../testing/entry.desk.ts';
import { rider, runOf } from '../../testing/main.job.ts';
import { verifyChains } from '../verification/verify.chain.ts';

await openDesk();

/* Runs, and riders, under a wrong bib: moved, exchanged and merged, each as one entry of the history. */

const add = (dossard: number, more = {}) =>
  admin.call(createParticipant, { body: rider(id, dossard, { last_name: `N${dossard}`, ...more }) });
const record = (dossard: number, more = {}) => admin.call(createRun, { body: runOf(id, zoneId, dossard, more) });
const runsOf = async (dossard: number): Promise<[number, number][]> =>
  (await admin.call(listRuns, { params: { id, dossard } })).body.runs.map(
    ({ run_number, penality }: { run_number: number; penality: number }) => [run_number, penality],
  );
const move = (runs: [number, number][], to: number, more = {}) =>
  admin.call(moveRuns, {
    params: { id },
    body: { runs: runs.map(([dossard, run_number]) => ({ dossard, run_number })), to, ...more },
  });
const swap = (dossards: [number, number], more = {}) =>
  admin.call(swapParticipants, { params: { id }, body: { dossards, ...more } });
const merge = (keep: number, remove: number, more = {}) =>
  admin.call(mergeParticipants, { params: { id }, body: { keep, remove, ...more } });
const history = async () => (await admin.call(listHistory, { params: { id } })).body.entries;
const undo = async () => {
  const [{ id: entry }] = await history();
  return admin.call(restoreEntry, { params: { id, entry } });
};
const names = async () =>
  Object.fromEntries(
    (await riders()).map((one: { dossard_number: number; last_name: string }) => [one.dossard_number, one.last_name]),
  );
const official = () =>
  admin.call(declareResult, {
    params: { id },
    body: { category: 'U13', gender: 'F', state: 'official', accept_missing: true } as never,
  });
const differs = async () => (await admin.call(listResults, { params: { id } })).body.groups.slice(0, 1);

describe('runs under a wrong bib', () => {
  it('move under the next numbers of the rider they belong to, and are found by their submission', async () => {
    for (const dossard of [1, 2]) await add(dossard);
    const sent = runOf(id, zoneId, 1, { penality: 0 });
    await admin.call(createRun, { body: sent });
    for (const penality of [1, 2]) await record(1, { penality });
    await record(2, { penality: 4 });
    const planned = await move(
      [
        [1, 1],
        [1, 3],
      ],
      2,
      { dry_run: true },
    );
    expect(await runsOf(1)).toHaveLength(3);
    const moved = await move(
      [
        [1, 3],
        [1, 1],
      ],
      2,
    );
    expect([moved.status, moved.body]).toEqual([
      200,
      {
        moved: [
          { dossard: 1, run_number: 1, new_run_number: 2 },
          { dossard: 1, run_number: 3, new_run_number: 3 },
        ],
      },
    ]);
    expect(planned.body).toEqual(moved.body);
    expect([await runsOf(1), await runsOf(2)]).toEqual([
      [[2, 1]],
      [
        [1, 4],
        [2, 0],
        [3, 2],
      ],
    ]);
    const again = await admin.call(createRun, { body: sent });
    expect([again.status, again.body.dossard, isRunOfSubmission(again.body, sent)]).toEqual([200, 2, true]);
    const { run } = (await admin.call(verifyRun, { query: { submissionID: sent.submission_id } })).body;
    expect([run.dossard, run.run_number]).toEqual([2, 2]);
    await record(1, { penality: 3 });
    expect((await runsOf(1)).map(([number]) => number)).toEqual([2, 4]);
    const { rankings } = (await admin.call(getRanking, { params: { id } })).body;
    expect(
      rankings.map((one: { dossard: number; number_of_runs: number }) => [one.dossard, one.number_of_runs]),
    ).toEqual([
      [2, 3],
      [1, 2],
    ]);
  });

  it('move back as one entry of the history, of which the chain is valid', async () => {
    for (const dossard of [1, 2]) await add(dossard);
    for (const penality of [1, 2]) await record(1, { penality });
    await move(
      [
        [1, 1],
        [1, 2],
      ],
      2,
      { reason: 'Mal lu' },
    );
    const [entry] = await history();
    expect(entry).toMatchObject({
      ...{ action: 'move', subject: { kind: 'run', key: '2' }, reason: 'Mal lu', restorable: true },
      touched: [{ kind: 'run', added: 0, changed: 2, removed: 0 }],
    });
    expect((await undo()).body.touched).toEqual([{ kind: 'run', added: 0, changed: 2, removed: 0 }]);
    expect([await runsOf(1), await runsOf(2)]).toEqual([
      [
        [1, 1],
        [2, 2],
      ],
      [],
    ]);
    await record(2);
    expect((await runsOf(2)).map(([number]) => number)).toEqual([3]);
    expect((await verifyChains(house.db, [])).filter(({ problem }) => problem)).toEqual([]);
  });

  it.each([
    ['an unknown bib', [[1, 1]], 99, 404, 'participant_not_found'],
    ['an unknown run', [[1, 7]], 2, 404, 'run_not_found'],
    [
      'one unknown run among others',
      [
        [1, 1],
        [2, 7],
      ],
      3,
      404,
      'run_not_found',
    ],
    ['a rider whose group has no graduation in the zone', [[1, 1]], 3, 422, 'no_matching_graduation'],
  ] as [string, [number, number][], number, number, string][])('stay for %s', async (_, which, to, status, code) => {
    for (const dossard of [1, 2]) await add(dossard);
    await add(3, { category: 'Elite' });
    await record(1);
    const answer = await move(which, to);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await runsOf(1)).toHaveLength(1);
  });

  it('move once of two at the same time', async () => {
    for (const dossard of [1, 2, 3]) await add(dossard);
    await record(1);
    const answers = await Promise.all([move([[1, 1]], 2), move([[1, 1]], 3)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect([...(await runsOf(2)), ...(await runsOf(3))]).toHaveLength(1);
  });

  it('need a reason in an official group, whose list then differs', async () => {
    for (const dossard of [1, 2]) await add(dossard);
    await record(1);
    expect((await official()).status).toBe(200);
    for (const refused of [await move([[1, 1]], 2), await swap([1, 2]), await merge(1, 2)])
      expect([refused.status, refused.body.code]).toEqual([422, 'reason_required']);
    expect((await move([[1, 1]], 2, { reason: 'Mal lu' })).status).toBe(200);
    expect(await differs()).toMatchObject([{ state: 'official', differs: true }]);
    await undo();
    expect(await differs()).toMatchObject([{ differs: false }]);
  });
});

describe('two riders with each other’s bib', () => {
  it('exchange what hangs on a person; runs stay with the bib', async () => {
    const token = await enter(['Zoé Un']);
    await acceptAll();
    await give();
    await add(2, { category: 'U13', gender: 'H' });
    await admin.call(updateStatus, { body: { competition_id: id, dossard_number: 2, status: 'dnf', reason: 'Vélo' } });
    await record(100);
    expect((await swap([100, 2], { reason: 'Plaques échangées' })).status).toBe(204);
    expect(await names()).toEqual({ 2: 'Un', 100: 'N2' });
    expect(
      (await riders()).map((one: { dossard_number: number; status: string | null; gender: string }) => [
        one.dossard_number,
        one.status,
        one.gender,
      ]),
    ).toEqual([
      [2, null, 'F'],
      [100, 'dnf', 'H'],
    ]);
    expect([await runsOf(100), await runsOf(2)]).toEqual([[[1, 1]], []]);
    const [entry] = await entered();
    expect(entry?.dossard).toBe(2);
    expect((await history())[0]).toMatchObject({ action: 'swap', subject: { key: '100/2' }, restorable: true });
    await undo();
    expect([await names(), (await entered())[0]?.dossard]).toEqual([{ 2: 'N2', 100: 'Un' }, 100]);
    await undo();
    expect(await names()).toEqual({ 2: 'Un', 100: 'N2' });
    const withdrawn = await visitor.call(calls.withdrawEntries, { body: { token, entries: [entry?.id ?? 0] } });
    expect([withdrawn.status, await names()]).toEqual([200, { 100: 'N2' }]);
  });

  it('are not mixed by the undo of an earlier edit', async () => {
    for (const dossard of [1, 2]) await add(dossard, { first_name: `P${dossard}` });
    await admin.call(updateStatus, { body: { competition_id: id, dossard_number: 1, status: 'dns', reason: '' } });
    const [{ id: entry }] = await history();
    await swap([1, 2]);
    await admin.call(updateStatus, { body: { competition_id: id, dossard_number: 1, status: 'dns', reason: '' } });
    const answer = await admin.call(restoreEntry, { params: { id, entry } });
    expect([answer.status, answer.body.code]).toEqual([409, 'not_restorable']);
  });

  it('are not exchanged back by a colleague who read the same page', async () => {
    for (const dossard of [1, 2]) await add(dossard);
    const seen = [1, 2].map((dossard) => ({ first_name: 'Zoé', last_name: `N${dossard}` }));
    expect((await swap([1, 2], { seen })).status).toBe(204);
    const late = await swap([1, 2], { seen });
    expect([late.status, late.body.code]).toEqual([409, 'edit_conflict']);
    expect(await names()).toMatchObject({ 1: 'N2', 2: 'N1' });
  });

  it('exchange once of two at the same time as twice, and never with themselves', async () => {
    for (const dossard of [1, 2]) await add(dossard);
    const answers = await Promise.all([swap([1, 2]), swap([2, 1]), record(1), record(2)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 201, 201]);
    expect(await names()).toEqual({ 1: 'N1', 2: 'N2' });
    expect((await swap([1, 1])).body.code).toBe('invalid_request');
    expect((await swap([1, 9])).body.code).toBe('participant_not_found');
  });
});

describe('a rider with two bibs', () => {
  it('keeps one, with the runs and the entry of the other', async () => {
    await enter(['Zoé Un']);
    await acceptAll();
    await give();
    await add(2, { first_name: 'Zoé', last_name: 'Un' });
    await record(100, { penality: 3 });
    await record(2);
    expect((await merge(2, 100)).status).toBe(204);
    expect([await names(), await runsOf(2)]).toEqual([
      { 2: 'Un' },
      [
        [1, 1],
        [2, 3],
      ],
    ]);
    expect((await entered())[0]?.dossard).toBe(2);
    expect((await history())[0]).toMatchObject({
      ...{ action: 'merge', subject: { key: '2/100' }, restorable: true },
      touched: [
        { kind: 'participant', added: 0, changed: 0, removed: 1 },
        { kind: 'run', added: 0, changed: 1, removed: 0 },
      ],
    });
    expect((await record(100)).body.code).toBe('participant_not_found');
    await undo();
    expect([await runsOf(2), await runsOf(100)]).toEqual([[[1, 1]], [[1, 3]]]);
    expect((await entered())[0]?.dossard).toBe(100);
  });

  it('is not merged into a group without a graduation, nor twice', async () => {
    await add(1);
    await add(2, { category: 'Elite' });
    await add(3);
    await record(1);
    expect((await merge(2, 1)).body.code).toBe('no_matching_graduation');
    expect((await merge(1, 1)).body.code).toBe('invalid_request');
    const answers = await Promise.all([merge(3, 1), merge(3, 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await runsOf(3)).toHaveLength(1);
  });
});

it('an erasure also erases the rider’s name under former bibs', async () => {
  for (const dossard of [1, 2, 3]) await add(dossard, { first_name: `Prénom ${dossard}` });
  await record(1);
  await swap([1, 2], { reason: 'Plaques de N1 et N2' });
  await merge(2, 3);
  await move([[1, 1]], 2, { reason: 'Passage de N1' });
  expect((await admin.call(erasePersonalData, { params: { id, dossard: 2 } })).status).toBe(204);
  const { rows } = await house.db.execute(sql`
    select 1 from audit_log where competition_id = ${id} and concat(before, after, reason) ~ 'N1|N3|Prénom [13]'
    union all select 1 from participants where competition_id = ${id} and last_name ~ 'N1|N3|Prénom [13]'`);
  expect(rows).toEqual([]);
  expect(await names()).toEqual({ 1: 'N2', 2: 'Dossard 2' });
  expect((await verifyChains(house.db, [])).filter(({ problem }) => problem)).toEqual([]);
});

it('an erasure removes the rider’s name from an official list under the bib that they had then', async () => {
  for (const dossard of [1, 2]) await add(dossard);
  await record(1);
  await admin.call(declareResult, {
    params: { id },
    body: { category: 'U13', gender: 'F', state: 'official' },
  });
  await swap([1, 2], { reason: 'Plaques échangées' });
  expect((await admin.call(erasePersonalData, { params: { id, dossard: 2 } })).status).toBe(204);
  const [list] = await house.db.select().from(officialLists).where(eq(officialLists.competition_id, id));
  expect(list?.names.map(({ dossard, name }) => [dossard, name?.last_name])).toEqual([
    [1, undefined],
    [2, 'N2'],
  ]);
});
