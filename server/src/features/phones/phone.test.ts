import { deleteMember } from '@dossard/contract/members/member.endpoints.ts';
import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { listPhones, reportPhone } from '@dossard/contract/phones/phone.endpoints.ts';
import type { Phone } from '@dossard/contract/phones/phone.schema.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { eraseExpired } from '../../housekeeping.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { makeCompetition, phoneReport, runOf } from '../../testing/main.job.ts';
import { printTables } from '../../testing/table.prints.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

let now = new Date('2027-06-12T10:00:00.000Z');
const house = await startTestApp({ clock: () => now });
let admin: TestCaller;
let referee: TestCaller;
let competitionId: number;
let zoneId: number;
beforeEach(async () => {
  now = new Date();
  ({ admin, competitionId, zoneId } = await makeCompetition(house, 0));
  referee = await house.signInAs('referee', competitionId);
});

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const report = (by: TestCaller, more: Record<string, unknown> = {}) =>
  by.call(reportPhone, {
    params: { id: competitionId },
    body: phoneReport(zoneId, { clock: now.toISOString(), ...more }),
  });
const listed = async (by = admin): Promise<Phone[]> =>
  (await by.call(listPhones, { params: { id: competitionId } })).body.phones;

test('a report is shown to the organiser, and returns the time to the phone', async () => {
  const clock = new Date(now.getTime() + 95_000).toISOString();
  const answer = await report(referee, { phone_id: 'k3v9', battery: 64, storage: 'safe', clock });
  expect([answer.status, answer.body]).toEqual([200, { server_time: now.toISOString(), notices: [] }]);
  expect(await listed()).toEqual([
    {
      user_id: referee.id,
      phone_id: 'k3v9',
      first_name: 'Camille',
      last_name: 'Exemple',
      zone_id: zoneId,
      zone_name: 'Les Dalles',
      unsent: 2,
      oldest_unsent_sec: 340,
      app_version: '0.1.0',
      clock_difference_sec: 95,
      battery: 64,
      storage: 'safe',
      last_contact: now.toISOString(),
    },
  ]);
});

describe('a phone', () => {
  it('has one row, with its latest report', async () => {
    await report(referee);
    later(30_000);
    await report(referee, { unsent: 0, oldest_unsent_sec: null, zone_id: null });
    expect(await listed()).toMatchObject([
      { unsent: 0, oldest_unsent_sec: null, zone_id: null, zone_name: null, last_contact: now.toISOString() },
    ]);
  });

  it('has its own row beside another phone of the same account; the latest contact is first', async () => {
    await report(referee, { phone_id: 'one' });
    later(1000);
    await report(admin);
    later(1000);
    await report(referee, { phone_id: 'two' });
    expect((await listed()).map(({ user_id, phone_id }) => [user_id, phone_id])).toEqual([
      [referee.id, 'two'],
      [admin.id, null],
      [referee.id, 'one'],
    ]);
  });

  it('is deleted when its referee is removed', async () => {
    await report(referee);
    await report(admin);
    await admin.call(deleteMember, { params: { id: competitionId }, body: { user_id: referee.id } });
    expect((await listed()).map(({ user_id }) => user_id)).toEqual([admin.id]);
  });

  it('is deleted after 30 days without a report', async () => {
    await report(referee);
    await eraseExpired(house.db, new Date(now.getTime() + 29 * 86_400_000));
    expect(await listed()).toHaveLength(1);
    await eraseExpired(house.db, new Date(now.getTime() + 31 * 86_400_000));
    // The sessions have expired by then, too.
    expect(await listed(await house.signInAs('admin', competitionId))).toEqual([]);
  });

  it('of a super administrator without a role is listed too', async () => {
    const boss = await house.signIn(['super_admin']);
    await report(boss);
    expect(await listed()).toMatchObject([{ user_id: boss.id }]);
  });

  it('may have a clock that is years off', async () => {
    expect((await report(referee, { clock: '1970-01-01T00:00:00.000Z' })).status).toBe(200);
    expect((await report(admin, { clock: '2199-01-01T00:00:00.000Z' })).status).toBe(200);
    expect((await listed()).map((phone) => Math.sign(phone.clock_difference_sec))).toEqual(
      expect.arrayContaining([-1, 1]),
    );
  });
});

describe('the unsent runs of a phone that no longer reports', () => {
  const made = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const arrive = async (dossard: number, more: Record<string, unknown>) => {
    const rider = { competition_id: competitionId, dossard_number: dossard, category: 'U13', gender: 'F' };
    await admin.call(createParticipant, { body: { ...rider, first_name: 'Zoé', last_name: 'Exemple' } });
    const answer = await referee.call(createRun, { body: runOf(competitionId, zoneId, dossard, more) });
    expect(answer.status).toBe(201);
  };

  const minuteBefore = () => ({ phone_id: 'k3v9', recorded_at: made(-60_000) });

  test('are those that have not arrived since, from any page of the phone', async () => {
    await report(referee, { phone_id: 'k3v9' });
    const [first, second] = [minuteBefore(), minuteBefore()];
    later(120_000);
    await arrive(11, first);
    expect(await listed()).toMatchObject([{ unsent: 1, oldest_unsent_sec: 340 }]);
    await arrive(12, second);
    expect(await listed()).toMatchObject([{ unsent: 0, oldest_unsent_sec: null }]);
    await arrive(13, first);
    expect(await listed()).toMatchObject([{ unsent: 0 }]);
  });

  test('of a phone without an id are identified by the account', async () => {
    await report(referee);
    const { recorded_at } = minuteBefore();
    later(120_000);
    await arrive(11, { recorded_at });
    expect(await listed()).toMatchObject([{ unsent: 1 }]);
  });

  test.each<[string, number, () => Record<string, unknown>, number]>([
    ['of another phone', 0, () => ({ ...minuteBefore(), phone_id: 'other' }), 2],
    ['ridden after the report', 0, () => ({ ...minuteBefore(), recorded_at: made(60_000) }), 2],
    ['without a time of its own', 0, () => ({ phone_id: 'k3v9' }), 2],
    [
      'ridden before it, by a clock that is ahead',
      3_600_000,
      () => ({ ...minuteBefore(), recorded_at: made(3_500_000) }),
      1,
    ],
  ])('after a run %s', async (_, ahead, run, unsent) => {
    await report(referee, { phone_id: 'k3v9', clock: made(ahead) });
    const sent = run();
    later(120_000);
    await arrive(11, sent);
    expect(await listed()).toMatchObject([{ unsent }]);
  });
});

test('a report changes no ranking and is not logged', async () => {
  const facts = async () => ({
    versions: await house.db
      .select({ version: competitions.version })
      .from(competitions)
      .where(eq(competitions.id, competitionId)),
    history: await house.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.competition_id, competitionId))
      .orderBy(auditLog.id),
  });
  const before = await facts();
  await report(referee);
  expect(await facts()).toEqual(before);
});

test.each([
  ['a battery over 100 %', { battery: 101 }, 'battery'],
  ['unsent runs below 0', { unsent: -1 }, 'unsent'],
  ['no clock', { clock: 'noon' }, 'clock'],
  ['an odd phone id', { phone_id: 'a b' }, 'phone_id'],
  ['a long phone id', { phone_id: 'a'.repeat(65) }, 'phone_id'],
  ['no version', { app_version: '' }, 'app_version'],
])('%s is refused, and nothing is stored', async (_, wrong, path) => {
  const before = await printTables(house.db);
  const answer = await report(referee, wrong);
  expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path }]]);
  expect(await printTables(house.db)).toEqual(before);
});
