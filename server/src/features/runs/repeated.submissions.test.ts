import { updateJudgeLink } from '@dossard/contract/judges/judge.endpoints.ts';
import { createParticipant, deleteParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import {
  createRun,
  createUnresolvedRun,
  deleteUnresolvedRun,
  listQuarantinedRuns,
  listRuns,
  listUnresolvedRuns,
  resolveUnresolvedRun,
  settleQuarantinedRun,
  verifyRun,
} from '@dossard/contract/runs/run.endpoints.ts';
import { isAsSent, isRunOfSubmission } from '@dossard/contract/runs/run.rules.ts';
import { deleteZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { makeJudgeLink, openAsJudge, seen } from '../../testing/judging.ts';
import { makeCompetition, rider, runOf, unresolvedRunOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

/* Each submission is stored once, however often and wherever it is sent (O1). */

const day = '2027-06-12';
let now = new Date(`${day}T10:00:00.000Z`);
const house = await startTestApp({ clock: () => now });
let admin: TestCaller;
let id: number;
let zoneId: number;
let params: { id: number };
beforeEach(async () => {
  now = new Date(`${day}T10:00:00.000Z`);
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 2));
  params = { id };
});

const countRuns = async (dossard = 1) =>
  (await admin.call(listRuns, { params: { id, dossard } })).body.runs.length as number;
const settle = (submission: string, accept: boolean) =>
  seen(admin.call(settleQuarantinedRun, { params: { id, submission }, body: { accept } }));
const isAnswered = (answer: { body: never }, body: Parameters<typeof isRunOfSubmission>[1]) =>
  isRunOfSubmission(answer.body, body);

describe('a run in quarantine', () => {
  const ends: [string, () => Record<string, unknown>][] = [
    ['was hidden and is shown again', () => ({ hidden: false })],
    ['had ended and goes on', () => ({ ends_at: `${day}T14:00:00Z` })],
  ];
  async function quarantined(again: Record<string, unknown>) {
    const link = await makeJudgeLink(admin, id, { ends_at: `${day}T11:00:00Z` });
    const { judge } = await openAsJudge(house, link.token);
    const set = (body: Record<string, unknown>) =>
      admin.call(updateJudgeLink, { params: { ...params, linkId: link.id }, body });
    if ('hidden' in again) await set({ hidden: true });
    else now = new Date(`${day}T11:30:00.000Z`);
    const body = runOf(id, zoneId, 1, { recorded_at: `${day}T09:30:00.000Z` });
    const first = await judge.call(createRun, { body });
    expect([first.status, first.body.quarantined]).toEqual([201, true]);
    return {
      body,
      first,
      open: () => set(again),
      send: (more = {}) => judge.call(createRun, { body: { ...body, ...more } }),
    };
  }

  test.each(ends)('of a link that %s does not count by being sent again', async (_, again) => {
    const { body, first, open, send } = await quarantined(again());
    await open();
    const repeated = await send();
    expect([repeated.status, repeated.body, isAnswered(repeated as never, body)]).toEqual([200, first.body, true]);
    expect(await seen(send({ penality: 4 }))).toBe('409 submission_conflict');
    expect([await countRuns(), (await admin.call(listQuarantinedRuns, { params })).body.total]).toEqual([0, 1]);
    expect([await settle(body.submission_id, true), await countRuns()]).toEqual([204, 1]);
    const counted = await send();
    expect([counted.body.quarantined, counted.body.run_number, isAnswered(counted as never, body)]).toEqual([
      undefined,
      1,
      true,
    ]);
  });

  test.each(ends)('that was declined, of a link that %s, never counts', async (_, again) => {
    const { body, open, send } = await quarantined(again());
    expect(await settle(body.submission_id, false)).toBe(204);
    await open();
    const repeated = await send();
    expect([repeated.status, repeated.body.deleted, isAnswered(repeated as never, body)]).toEqual([200, true, true]);
    const { category, gender } = unresolvedRunOf(id, zoneId, 1);
    const unresolved = await admin.call(createUnresolvedRun, { params, body: { ...body, category, gender } });
    expect([unresolved.status, unresolved.body.state, await countRuns()]).toEqual([200, 'discarded', 0]);
    expect(await seen(admin.call(verifyRun, { query: { submissionID: body.submission_id } }))).toBe(200);
  });

  it('is answered when it is sent again, also when its rider is gone', async () => {
    const { body, first, send } = await quarantined({ hidden: false });
    await admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 1 } });
    const repeated = await send();
    expect([repeated.status, repeated.body.submission_id, first.status]).toEqual([200, body.submission_id, 201]);
  });

  it('sent several times at once is stored once', async () => {
    const { send } = await quarantined({ hidden: false });
    const body = { submission_id: `test-${crypto.randomUUID()}` };
    const answers = await Promise.all([send(body), send(body), send(body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect((await admin.call(listQuarantinedRuns, { params })).body.total).toBe(2);
  });
});

describe('a run of an unknown bib', () => {
  const asUnresolved = (body: unknown) => admin.call(createUnresolvedRun, { params, body: body as never });
  const listed = async () => (await admin.call(listUnresolvedRuns, { params })).body.total as number;
  const stored = async (dossard = 99) => {
    const body = unresolvedRunOf(id, zoneId, dossard);
    await asUnresolved(body);
    await admin.call(createParticipant, { body: rider(id, dossard) });
    const { category, gender, ...run } = body;
    return { body, run, submission: body.submission_id };
  };

  it('waits on when it is sent as a run once its rider is there', async () => {
    const { run, submission } = await stored();
    const answer = await admin.call(createRun, { body: run });
    expect([answer.status, answer.body.quarantined, isAnswered(answer as never, run)]).toEqual([200, true, true]);
    expect(await seen(admin.call(createRun, { body: { ...run, dossard: 1 } }))).toBe('409 submission_conflict');
    expect([await countRuns(99), await listed()]).toEqual([0, 1]);
    const assign = () => seen(admin.call(resolveUnresolvedRun, { params: { id, submission }, body: { dossard: 2 } }));
    expect([await assign(), await assign(), await countRuns(2)]).toEqual([200, 200, 1]);
    const moved = await admin.call(createRun, { body: run });
    expect([moved.status, moved.body.dossard, isAnswered(moved as never, run)]).toEqual([200, 2, true]);
    expect(await countRuns(2)).toBe(1);
  });

  it('that was discarded does not count when it is sent as a run', async () => {
    const { run, submission } = await stored();
    await admin.call(deleteUnresolvedRun, { params: { id, submission } });
    const answer = await admin.call(createRun, { body: run });
    expect([answer.status, answer.body.deleted, await countRuns(99)]).toEqual([200, true, 0]);
  });

  it('is answered when its zone is gone', async () => {
    const { body } = await stored();
    await admin.call(deleteZone, { params: { id, zoneId } });
    expect(await seen(asUnresolved(body))).toBe(200);
  });

  it('is no second one where the run is stored', async () => {
    const body = unresolvedRunOf(id, zoneId, 1);
    const { category, gender, ...run } = body;
    await admin.call(createRun, { body: run });
    const answer = await asUnresolved(body);
    expect([answer.status, answer.body.state, isAsSent(answer.body, run)]).toEqual([200, 'resolved', true]);
    expect(await seen(asUnresolved({ ...body, penality: 4 }))).toBe('409 submission_conflict');
    expect([await listed(), await countRuns()]).toEqual([0, 1]);
  });

  it('is stored once when both calls arrive at the same moment', async () => {
    for (let dossard = 200; dossard < 208; dossard += 1) {
      await admin.call(createParticipant, { body: rider(id, dossard) });
      const body = unresolvedRunOf(id, zoneId, dossard);
      const { category, gender, ...run } = body;
      const calls = [() => asUnresolved(body), () => admin.call(createRun, { body: run })];
      const answers = await Promise.all((dossard % 2 ? calls : calls.toReversed()).map((send) => send()));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
      const waiting = await listed();
      expect(waiting + (await countRuns(dossard))).toBe(1);
      if (waiting) await admin.call(deleteUnresolvedRun, { params: { id, submission: body.submission_id } });
    }
  });
});
