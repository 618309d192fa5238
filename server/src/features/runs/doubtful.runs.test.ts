import { reportPhone } from '@dossard/contract/phones/phone.endpoints.ts';
import type { DoubtfulPair } from '@dossard/contract/runs/doubtful.runs.schema.ts';
import {
  createRun,
  createUnresolvedRun,
  deleteRun,
  importRuns,
  listDoubtfulRuns,
  listRuns,
  resolveUnresolvedRun,
  settleDoubtfulRuns,
} from '@dossard/contract/runs/run.endpoints.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { runs } from '../../tables/run.tables.ts';
import {
  doors,
  graduation,
  makeCompetition,
  outboxFile,
  outboxRun,
  phoneReport,
  runOf,
  tens,
  unresolvedRunOf,
} from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

let now = new Date('2027-06-12T10:00:00.000Z');
const house = await startTestApp({ clock: () => now });
let admin: TestCaller;
let one: TestCaller;
let other: TestCaller;
let competitionId: number;
let zoneId: number;
beforeEach(async () => {
  now = new Date('2027-06-12T10:00:00.000Z');
  ({ admin, competitionId, zoneId } = await makeCompetition(house, 3));
  one = await house.signInAs('referee', competitionId);
  other = await house.signInAs('referee', competitionId);
});

/** When a run arrives, in seconds after ten. */
const at = (seconds: number) => ({ at: seconds });
const ride = (by: TestCaller, dossard: number, { at: seconds = 0, ...more }: Record<string, unknown> = {}) => {
  now = new Date(Date.UTC(2027, 5, 12, 10, 0, Number(seconds)));
  return by.call(createRun, { body: runOf(competitionId, zoneId, dossard, more) });
};
/** A phone that reports now, and then records a run, both by a clock that is ahead by some seconds. */
const rideBy = async (by: TestCaller, phone_id: string, aheadSec: number, { at: seconds }: { at: number }) => {
  const clock = () => new Date(now.getTime() + aheadSec * 1000).toISOString();
  await by.call(reportPhone, { params: params(), body: phoneReport(zoneId, { phone_id, clock: clock() }) });
  now = new Date(Date.UTC(2027, 5, 12, 10, 0, seconds));
  const recorded_at = clock();
  return by.call(createRun, { body: runOf(competitionId, zoneId, 1, { phone_id, recorded_at }) });
};
const params = () => ({ id: competitionId });
const pairs = async (): Promise<DoubtfulPair[]> =>
  (await admin.call(listDoubtfulRuns, { params: params() })).body.pairs;
const names = async () => (await pairs()).map(({ pair }) => pair);
const settle = (pair: string, keep: unknown, by = admin) =>
  by.call(settleDoubtfulRuns, { params: { ...params(), pair }, body: { keep } as never });
const numbers = async (dossard: number) =>
  (await admin.call(listRuns, { params: { ...params(), dossard } })).body.runs.map(
    (run: { run_number: number }) => run.run_number,
  );
const version = async () =>
  (await house.db.select().from(competitions).where(eq(competitions.id, competitionId)))[0]?.version ?? 0;

test('two referees who record the same ride create a pair, shown with its differences', async () => {
  await ride(one, 2, at(0));
  await ride(other, 2, { ...at(40), ...doors(1), penality: 5 });
  expect(await pairs()).toMatchObject([
    {
      pair: '2-1-2',
      dossard: 2,
      first_name: 'Zoé',
      last_name: 'Garnier 2',
      category: 'U13',
      gender: 'F',
      zone_id: zoneId,
      zone_name: 'Les Dalles',
      runs: [
        { run_number: 1, points: 30, counted: true, ridden_at: '2027-06-12T10:00:00.000Z' },
        { run_number: 2, points: 10, penality: 5, counted: true },
      ],
    },
  ]);
});

test('a run of an unknown bib was ridden when it arrived, and not when somebody found its rider', async () => {
  const body = unresolvedRunOf(competitionId, zoneId, 99);
  await one.call(createUnresolvedRun, { params: params(), body });
  await ride(other, 2, at(40));
  now = new Date('2027-06-12T10:09:00.000Z');
  const { submission_id: submission } = body;
  await admin.call(resolveUnresolvedRun, { params: { ...params(), submission }, body: { dossard: 2 } });
  const times = (await pairs()).map(({ runs }) => runs.map(({ ridden_at }) => ridden_at.slice(14, 19)));
  expect(times).toEqual([['00:40', '00:00']]);
});

describe('a doubtful pair', () => {
  const [oneSaw, otherSaw] = [() => one, () => other];
  test.each<[string, () => TestCaller, Record<string, unknown>, () => TestCaller, Record<string, unknown>, boolean]>([
    ['two referees, two minutes apart', oneSaw, at(0), otherSaw, at(120), true],
    ['two referees, a little more than two minutes apart', oneSaw, at(0), otherSaw, at(121), false],
    ['one referee, two runs', oneSaw, at(0), oneSaw, at(30), false],
    ['one account on two phones', oneSaw, { ...at(0), phone_id: 'a' }, oneSaw, { ...at(30), phone_id: 'b' }, true],
    ['one account on one phone', oneSaw, { ...at(0), phone_id: 'a' }, oneSaw, { ...at(30), phone_id: 'a' }, false],
    ['a phone that does not say which', oneSaw, { ...at(0), phone_id: 'a' }, oneSaw, at(30), false],
    ['two accounts on one phone', oneSaw, { ...at(0), phone_id: 'a' }, otherSaw, { ...at(30), phone_id: 'a' }, true],
    [
      'phones that never reported, by when their runs arrived',
      oneSaw,
      { recorded_at: '2027-06-12T13:00:00Z' },
      otherSaw,
      { recorded_at: '2027-06-12T09:00:00Z' },
      true,
    ],
  ])('%s: %#', async (_, first, firstRun, second, secondRun, doubtful) => {
    await ride(first(), 1, firstRun);
    await ride(second(), 1, secondRun);
    expect(await names()).toEqual(doubtful ? ['1-1-2'] : []);
  });

  const hours = 3600;
  it.each([
    ['one phone three hours ahead', 3 * hours, 0, 20, true],
    ['one phone three hours behind', -3 * hours, 0, 20, true],
    ['one phone years ahead', 3 * 365 * 24 * hours, 0, 20, true],
    ['both wrong, and the runs four minutes apart', 3 * hours, -2 * hours, 240, false],
    ['clocks that make four minutes look like one moment', 240, 0, 240, false],
  ])('is found by the server’s clock: %s', async (_, first, second, seconds, doubtful) => {
    await rideBy(one, 'a', first, at(0));
    await rideBy(other, 'b', second, at(seconds));
    expect(await names()).toEqual(doubtful ? ['1-1-2'] : []);
  });

  it('of runs that arrive late is found by when they were ridden', async () => {
    await rideBy(one, 'a', 3 * hours, at(0));
    const recorded_at = new Date(Date.UTC(2027, 5, 12, 9, 0, 30)).toISOString();
    await rideBy(other, 'b', -1 * hours, at(0));
    await admin.call(deleteRun, { query: { competitionID: competitionId, dossard: 1, runNumber: 2 } });
    await ride(other, 1, { ...at(7200), phone_id: 'b', recorded_at });
    expect(await names()).toEqual(['1-1-3']);
    expect((await pairs())[0]?.runs.map(({ ridden_at }) => ridden_at)).toEqual([
      '2027-06-12T10:00:00.000Z',
      '2027-06-12T10:00:30.000Z',
    ]);
  });

  it('is of one rider in one zone of this competition', async () => {
    const zone = { name: 'Le Torrent', graduations: [graduation('U13', 'F', tens)] };
    const zone_id = (await admin.call(createZone, { params: params(), body: zone })).body.id;
    await ride(one, 1, at(0));
    await ride(other, 2, at(0));
    await ride(other, 1, { ...at(0), zone_id });
    const elsewhere = await makeCompetition(house, 1);
    await elsewhere.admin.call(createRun, { body: runOf(elsewhere.competitionId, elsewhere.zoneId, 1, at(0)) });
    expect(await names()).toEqual([]);
  });

  it('excludes deleted runs', async () => {
    await ride(one, 1, at(0));
    await ride(other, 1, at(10));
    await admin.call(deleteRun, { query: { competitionID: competitionId, dossard: 1, runNumber: 2 } });
    expect(await names()).toEqual([]);
  });

  it('identifies the referee of imported runs by name', async () => {
    await ride(one, 1, at(0));
    await ride(one, 2, at(0));
    const imported = (dossard: number, referee_name: string) =>
      outboxRun(competitionId, zoneId, dossard, { referee_name });
    const file = outboxFile(competitionId, [imported(1, 'Alix Juge'), imported(2, 'Camille Exemple')]);
    await admin.call(importRuns, { params: params(), body: file });
    expect(await names()).toEqual(['1-1-2']);
  });

  it('is a run and the one before it, however many are close together', async () => {
    const third = await house.signInAs('referee', competitionId);
    for (const [index, referee] of [one, other, third, one, one].entries()) await ride(referee, 1, at(index * 10));
    expect(await names()).toEqual(['1-3-4', '1-2-3', '1-1-2']);
    await admin.call(deleteRun, { query: { competitionID: competitionId, dossard: 1, runNumber: 2 } });
    expect(await names()).toEqual(['1-3-4', '1-1-3']);
  });

  it('lists the latest first, and three runs as their pairs', async () => {
    const third = await house.signInAs('referee', competitionId);
    for (const [index, referee] of [one, other, third].entries()) await ride(referee, 1, at(index * 70));
    await ride(one, 2, at(600));
    await ride(other, 2, at(610));
    expect(await names()).toEqual(['2-1-2', '1-2-3', '1-1-2']);
  });
});

describe('a decision', () => {
  beforeEach(async () => {
    await ride(one, 1, at(0));
    await ride(other, 1, at(40));
  });

  it('to keep both is final, and changes no ranking', async () => {
    const before = await version();
    expect((await settle('1-1-2', 'both')).status).toBe(204);
    expect(await names()).toEqual([]);
    expect([await numbers(1), await version()]).toEqual([[1, 2], before]);
    expect((await settle('1-1-2', 'both')).status).toBe(204);
  });

  test.each([
    [1, 2],
    [2, 1],
  ])('to keep run %i deletes run %i as DELETE /run would', async (kept, deleted) => {
    const before = await version();
    expect((await settle('1-1-2', kept)).status).toBe(204);
    expect([await numbers(1), await names(), await version()]).toEqual([[kept], [], before + 1]);
    const history = await house.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.competition_id, competitionId))
      .orderBy(auditLog.id);
    expect(history.filter(({ action }) => action === 'delete')).toMatchObject([
      { subject: 'run', subject_key: `1/${deleted}`, actor_id: admin.id, before: { run_number: deleted } },
    ]);
  });

  it('made twice at the same time keeps one run', async () => {
    const answers = await Promise.all([settle('1-1-2', 1), settle('1-1-2', 2)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await numbers(1)).toHaveLength(1);
  });

  it.each(['1-2-1', '1-1-1', '1-1-3', '3-1-2', '9-1-2', 'x', '1-1', '01-1-2', '1-1-2-3', '99999999999-1-2'])(
    'on %s, which is no doubtful pair, is refused',
    async (pair) => {
      const answer = await settle(pair, 'both');
      expect([answer.status, answer.body.code]).toEqual([404, 'run_not_found']);
    },
  );

  it.each([3, 0, 'none', null])('to keep %j is refused', async (keep) => {
    const answer = await settle('1-1-2', keep);
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: 'keep' }]]);
    expect(await numbers(1)).toEqual([1, 2]);
  });
});

test('hundreds of runs of one rider are hundreds of pairs: the requested number is listed, and all are counted', async () => {
  const rows = 1_600;
  const referees = [one.id, other.id];
  await house.db.insert(runs).values(
    Array.from({ length: rows }, (_, index) => ({
      ...runOf(competitionId, zoneId, 1),
      run_number: index + 1,
      referee_id: referees[index % 2] ?? null,
      referee_name: 'Alix Juge',
      recorded_at: new Date(Date.UTC(2027, 5, 12, 10) + index * 50).toISOString(),
      received_at: new Date(Date.UTC(2027, 5, 12, 10) + index * 50).toISOString(),
      ridden_at: new Date(Date.UTC(2027, 5, 12, 10) + index * 50).toISOString(),
    })),
  );
  await ride(one, 2, at(900));
  await ride(other, 2, at(910));
  const list = async (query: Record<string, number> = {}) =>
    (await admin.call(listDoubtfulRuns, { params: params(), query })).body;
  const { pairs, total } = await list();
  expect([pairs.length, total, pairs[0].pair, pairs[1].pair]).toEqual([100, rows, '2-1-2', `1-${rows - 1}-${rows}`]);
  expect(await list({ limit: 0 })).toEqual({ pairs: [], total: rows });
  expect(await list({ limit: 0, dossard: 2 })).toEqual({ pairs: [], total: 1 });
  expect((await list({ dossard: 2 })).pairs).toMatchObject([{ pair: '2-1-2' }]);
});

test.each([{ limit: 101 }, { limit: -1 }, { limit: 'all' }, { dossard: 0 }])('refuses to list %j', async (query) => {
  const answer = await admin.call(listDoubtfulRuns, { params: params(), query });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
});
