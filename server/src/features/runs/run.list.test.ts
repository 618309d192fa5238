import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { reportPhone } from '@dossard/contract/phones/phone.endpoints.ts';
import { doorNames } from '@dossard/contract/runs/doors.ts';
import {
  createRun,
  deleteRun,
  importRuns,
  listAllRuns,
  listRunSources,
  updateRun,
} from '@dossard/contract/runs/run.endpoints.ts';
import type { RunListQuery } from '@dossard/contract/runs/run.list.schema.ts';
import { doubtsAboutRun } from '@dossard/contract/runs/run.rules.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { beforeEach, describe, expect, it, test } from 'vitest';
import {
  competitionInput,
  doors,
  graduation,
  makeCompetition,
  outboxFile,
  outboxRun,
  phoneReport,
  rider,
  runOf,
  tens,
} from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

let now = new Date(Date.UTC(2027, 5, 12, 10));
const house = await startTestApp({ clock: () => now });
let admin: TestCaller;
let one: TestCaller;
let other: TestCaller;
let competitionId: number;
let zoneId: number;
beforeEach(async () => {
  setTime(0);
  ({ admin, competitionId, zoneId } = await makeCompetition(house, 3));
  one = await house.signInAs('referee', competitionId);
  other = await house.signInAs('referee', competitionId);
});

const params = () => ({ id: competitionId });
/** When a run arrives, in minutes after ten in UTC. */
const at = (minutes: number) => ({ at: minutes });
const setTime = (minutes: number) => {
  now = new Date(Date.UTC(2027, 5, 12, 10) + minutes * 60_000);
};
const ride = (by: TestCaller, dossard: number, { at: minutes, ...more }: Record<string, unknown> = {}) => {
  if (minutes !== undefined) setTime(Number(minutes));
  return by.call(createRun, { body: runOf(competitionId, zoneId, dossard, more) });
};
const list = async (query: Record<string, unknown> = {}) =>
  (await admin.call(listAllRuns, { params: params(), query: query as Partial<RunListQuery> as never })).body;
const named = async (query: Record<string, unknown> = {}) =>
  (await list(query)).runs.map(({ dossard, run_number }: Record<string, number>) => `${dossard}/${run_number}`);

test('all runs are listed with their riders, the latest ride first, in any order of arrival', async () => {
  await ride(one, 1, at(10));
  setTime(25);
  const report = phoneReport(zoneId, { phone_id: 'a', clock: now.toISOString() });
  await one.call(reportPhone, { params: params(), body: report });
  await ride(one, 2, { ...at(30), phone_id: 'a' });
  const recorded_at = new Date(Date.UTC(2027, 5, 12, 10, 20)).toISOString();
  await ride(one, 1, { ...at(40), phone_id: 'a', recorded_at });
  const { runs, total } = await list();
  expect(total).toBe(3);
  expect(runs).toMatchObject([
    {
      dossard: 2,
      run_number: 1,
      first_name: 'Zoé',
      last_name: 'Garnier 2',
      category: 'U13',
      gender: 'F',
      zone_name: 'Les Dalles',
      points: 30,
      counted: true,
      graded: true,
      phone_id: 'a',
      close_to_another: false,
    },
    { dossard: 1, run_number: 2, phone_id: 'a', recorded_at, ridden_at: recorded_at },
    { dossard: 1, run_number: 1, phone_id: null },
  ]);
});

test('one page is read at a time, with the total of all', async () => {
  for (let minute = 0; minute < 5; minute += 1) await ride(one, 1 + (minute % 3), at(minute));
  expect(await named()).toEqual(['2/2', '1/2', '3/1', '2/1', '1/1']);
  expect(await named({ offset: 3, limit: 2 })).toEqual(['2/1', '1/1']);
  expect((await list({ offset: 3, limit: 1 })).total).toBe(5);
  expect(await list({ offset: 50 })).toEqual({ runs: [], total: 5 });
});

test('removed runs and those of other competitions are not listed', async () => {
  await ride(one, 1, at(0));
  await ride(one, 1, at(10));
  const elsewhere = await makeCompetition(house, 1);
  await elsewhere.admin.call(createRun, { body: runOf(elsewhere.competitionId, elsewhere.zoneId, 1) });
  await admin.call(deleteRun, { query: { competitionID: competitionId, dossard: 1, runNumber: 1 } });
  expect(await named()).toEqual(['1/2']);
});

test('where the best run of a zone counts, the others do not', async () => {
  await ride(one, 1, { ...at(0), ...doors(1) });
  await ride(one, 1, { ...at(10), ...doors(1, 2) });
  const ranking_rule = { runs: 'best_per_zone' as const, tie_breaks: [] };
  await admin.call(updateCompetition, { params: params(), body: { ...competitionInput, ranking_rule } });
  expect((await list()).runs).toMatchObject([
    { run_number: 2, counted: true },
    { run_number: 1, counted: false },
  ]);
  expect((await list({ limit: 1, offset: 1 })).runs).toMatchObject([{ run_number: 1, counted: false }]);
});

describe('filters', () => {
  let torrent: number;
  beforeEach(async () => {
    const graduations = [graduation('U13', 'F', tens), graduation('U15', 'H', tens)];
    const zone = await admin.call(createZone, { params: params(), body: { name: 'Le Torrent', graduations } });
    torrent = zone.body.id;
    await admin.call(createParticipant, { body: rider(competitionId, 9, { category: 'U15', gender: 'H' }) });
    await ride(one, 1, { ...at(0), phone_id: 'a' });
    await ride(one, 9, { ...at(30), zone_id: torrent, phone_id: 'b' });
    await ride(other, 2, { ...at(60), zone_id: torrent });
    const file = outboxFile(competitionId, [outboxRun(competitionId, zoneId, 3, { referee_name: 'Ana Juge' })]);
    setTime(90);
    await admin.call(importRuns, { params: params(), body: file });
  });

  it.each<[string, () => Record<string, unknown>, string[]]>([
    ['a zone', () => ({ zone: torrent }), ['2/1', '9/1']],
    ['a group', () => ({ category: 'u15', gender: 'H' }), ['9/1']],
    ['a gender', () => ({ gender: 'F' }), ['3/1', '2/1', '1/1']],
    ['a referee', () => ({ referee: 'Ana Juge' }), ['3/1']],
    ['a phone', () => ({ phone_id: 'b' }), ['9/1']],
    ['a bib', () => ({ dossard: 2 }), ['2/1']],
    ['a time of day', () => ({ from: '10:30', to: '11:00' }), ['2/1', '9/1']],
    ['until a minute, included', () => ({ to: '10:30' }), ['9/1', '1/1']],
    ['the time of the reader', () => ({ from: '13:30', utc_offset: 120 }), ['3/1']],
    ['a time over midnight', () => ({ from: '11:30', to: '10:00' }), ['3/1', '1/1']],
    ['two at once', () => ({ zone: torrent, gender: 'F' }), ['2/1']],
    ['nothing that is there', () => ({ referee: 'Nobody' }), []],
  ])('by %s', async (_, query, expected) => {
    expect(await named(query())).toEqual(expected);
    expect((await list(query())).total).toBe(expected.length);
  });

  it('offer the referees and phones that recorded something', async () => {
    const { body } = await admin.call(listRunSources, { params: params() });
    expect(body.referees).toEqual(['Ana Juge', 'Camille Exemple']);
    expect(body.phones).toMatchObject([
      { phone_id: 'a', runs: 1 },
      { phone_id: 'b', runs: 1 },
    ]);
  });

  it.each([{ from: '24:00' }, { to: '9:30' }, { zone: 0 }, { odd: 'yes' }, { limit: 101 }, { offset: -1 }])(
    'refuse %j',
    async (query) => {
      const answer = await admin.call(listAllRuns, { params: params(), query: query as never });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    },
  );
});

describe('unlikely runs (D3)', () => {
  it('are those that the referee was warned of, no others', async () => {
    let minute = 0;
    const expected: string[] = [];
    for (const won of [[], [1], [6], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]]) {
      for (const penality of [0, 1, 5]) {
        for (const chrono_sec of [60, 120]) {
          minute += 3;
          const run = { ...doors(...won), penality, chrono_sec };
          const { body } = await ride(one, 1, { ...at(minute), ...run });
          if (doubtsAboutRun(run).length > 0) expected.unshift(`1/${body.run_number}`);
        }
      }
    }
    expect(doorNames).toHaveLength(6);
    expect(await named({ odd: 'true' })).toEqual(expected);
    expect(await named({ odd: 'false' })).toHaveLength(30);
  });

  it('are two of a rider in a zone within two minutes, also from one phone', async () => {
    for (const seconds of [0, 121, 241, 400]) await ride(one, 1, at(seconds / 60));
    await ride(one, 2, at(10 / 60));
    expect(await named({ odd: 'true' })).toEqual(['1/3', '1/2']);
    expect((await list()).runs.map((run: { close_to_another: boolean }) => run.close_to_another)).toEqual([
      ...[false, true, true],
      ...[false, false],
    ]);
    expect((await list({ limit: 1, offset: 1 })).runs).toMatchObject([{ run_number: 3, close_to_another: true }]);
    await admin.call(deleteRun, { query: { competitionID: competitionId, dossard: 1, runNumber: 2 } });
    expect(await named({ odd: 'true' })).toEqual([]);
  });

  it('follow a correction', async () => {
    const { body: run } = await ride(one, 1, { ...doors(1, 2, 3, 4, 5, 6), penality: 0 });
    expect(await named({ odd: 'true' })).toEqual([]);
    await admin.call(updateRun, { body: { ...run, penality: 2 } });
    expect(await named({ odd: 'true' })).toEqual(['1/1']);
  });
});
