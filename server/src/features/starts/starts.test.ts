import {
  createCompetition,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory } from '@dossard/contract/history/history.endpoints.ts';
import {
  createParticipant,
  findParticipant,
  getRoster,
  listParticipants,
  updateStatus,
} from '@dossard/contract/participants/participant.endpoints.ts';
import {
  exportPublicRanking,
  getPublicRanking,
  getRanking,
  getRiderRanking,
} from '@dossard/contract/rankings/ranking.endpoints.ts';
import { holdResults } from '@dossard/contract/results/result.endpoints.ts';
import * as rounds from '@dossard/contract/rounds/round.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import type { StartPlan } from '@dossard/contract/starts/start.plan.schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { competitionInput, doors, makeCompetition, rider, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

/* When riders start (R18): everywhere they are listed, and nowhere while it tells what is held (E12). */

const house = await startTestApp();
const girls = { category: 'U13', gender: 'F' } as const;
const plan: StartPlan = { first_start: '09:30', interval_sec: 90, breaks: [], pauses: [], groups: [] };
let admin: TestCaller;
let id: number;
let zoneId: number;

beforeEach(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 3));
  await admin.call(setVisibility, { body: { competition_id: id, is_public: true } });
});

const setPlan = (start_plan: StartPlan | null, of = id) =>
  admin.call(updateCompetition, { params: { id: of }, body: { ...competitionInput, start_plan } as never });
const order = (dossards: number[]) =>
  admin.call(rounds.updateStartOrder, { params: { id }, body: { ...girls, dossards } });
type Listed = { dossard?: number; dossard_number?: number; start_time?: string };
const starts = (riders: Listed[]) =>
  Object.fromEntries(
    riders.map(({ dossard, dossard_number, start_time }) => [dossard ?? dossard_number, start_time?.slice(11)]),
  );
const publicStarts = async (of = id) =>
  starts((await house.visitor.call(getPublicRanking, { params: { id: of }, query: { ...girls } })).body.rankings);

describe('a competition with a plan of starts', () => {
  beforeEach(async () => {
    await setPlan(plan);
    await order([3, 1, 2]);
  });
  const planned = { 3: '09:30:00', 1: '09:31:30', 2: '09:33:00' };

  it('shows the starts on the desk, on phones, to the public and in files', async () => {
    const list = await admin.call(listParticipants, { params: { id }, query: {} });
    expect(starts(list.body.participants)).toEqual(planned);
    expect(starts((await admin.call(getRoster, { params: { id } })).body.participants)).toEqual(planned);
    const found = await admin.call(findParticipant, { params: { id, dossard: 1 } });
    expect(found.body.start_time).toBe('2027-06-12T09:31:30');
    expect(starts((await admin.call(getRanking, { params: { id }, query: {} })).body.rankings)).toEqual(planned);
    expect(await publicStarts()).toEqual(planned);
    const card = await house.visitor.call(getRiderRanking, { params: { id, dossard: 2 } });
    expect(card.body.entry.start_time).toBe('2027-06-12T09:33:00');
    const csv = (await house.visitor.call(exportPublicRanking, { params: { id }, query: {} })).body;
    expect(csv).toContain(';status;start_time\r\n');
    expect(csv).toContain('2027-06-12T09:33:00');
  });

  it('has a start list as CSV, in the order of the starts', async () => {
    const dns = { competition_id: id, dossard_number: 3, status: 'dns', reason: '' } as const;
    await admin.call(updateStatus, { body: dns });
    const { body: text } = await admin.call(rounds.exportStartList, { params: { id } });
    expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
      'start_time;start_position;dossard_number;last_name;first_name;club;category;gender;status',
      '2027-06-12T09:31:30;2;1;Garnier 1;Zoé;;U13;F;',
      '2027-06-12T09:33:00;3;2;Garnier 2;Zoé;;U13;F;',
      ';1;3;Garnier 3;Zoé;;U13;F;dns',
      '',
    ]);
  });

  it('follows the order, the riders and the plan', async () => {
    await order([2, 1, 3]);
    expect(await publicStarts()).toEqual({ 2: '09:30:00', 1: '09:31:30', 3: '09:33:00' });
    await admin.call(createParticipant, { body: { ...rider(id, 9), category: 'U9' } });
    expect((await publicStarts())[2]).toBe('09:31:30');
    await setPlan({ ...plan, first_start: '14:00' });
    expect((await publicStarts())[2]).toBe('14:01:30');
    await setPlan(null);
    expect(await publicStarts()).toEqual({ 1: undefined, 2: undefined, 3: undefined });
  });

  it('names the plan in the history', async () => {
    await setPlan({ ...plan, interval_sec: 60 });
    const { entries } = (await admin.call(listHistory, { params: { id }, query: {} })).body;
    expect(entries[0]).toMatchObject({
      before: { start_plan: '09:30 · 1:30' },
      after: { start_plan: '09:30 · 1:00' },
    });
  });
});

it('has no starts without a plan', async () => {
  await order([3, 1, 2]);
  const { body } = await admin.call(listParticipants, { params: { id }, query: {} });
  expect(body.participants.some((one: object) => 'start_time' in one)).toBe(false);
  expect((await house.visitor.call(exportPublicRanking, { params: { id }, query: {} })).body).not.toContain(
    'start_time',
  );
});

it('shows no starts in public while a result of the previous round is held, and again after its release (E12)', async () => {
  for (const dossard of [1, 2, 3])
    await admin.call(createRun, { body: runOf(id, zoneId, dossard, doors(...[1, 2, 3].slice(0, dossard))) });
  const { body: final } = await admin.call(createCompetition, { body: { ...competitionInput, name: 'Finale' } });
  await admin.call(setVisibility, { body: { competition_id: final.id, is_public: true } });
  await admin.call(rounds.updateFollows, {
    params: { id: final.id },
    body: { competition_id: id, groups: [{ ...girls, first: 3 }] },
  });
  await admin.call(rounds.takeOverRiders, { params: { id: final.id }, body: { dry_run: false } });
  await setPlan(plan, final.id);
  const shown = { 1: '09:30:00', 2: '09:31:30', 3: '09:33:00' };
  const hold = (held: 'podium' | null) => admin.call(holdResults, { params: { id }, body: { groups: [girls], held } });
  expect(await publicStarts(final.id)).toEqual(shown);
  await hold('podium');
  expect(await publicStarts(final.id)).toEqual({ 1: undefined, 2: undefined, 3: undefined });
  const csv = await house.visitor.call(exportPublicRanking, { params: { id: final.id }, query: {} });
  expect(csv.body).not.toContain('09:3');
  const desk = await admin.call(listParticipants, { params: { id: final.id }, query: {} });
  expect(starts(desk.body.participants)).toEqual(shown);
  await hold(null);
  expect(await publicStarts(final.id)).toEqual(shown);
});
