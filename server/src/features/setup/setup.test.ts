import { login, register } from '@dossard/contract/accounts/account.endpoints.ts';
import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import {
  deleteCompetition,
  listPublicCompetitions,
  setVisibility,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import {
  listNetworkAddresses,
  openDemonstration,
  openSetupDemonstration,
  setUp,
} from '@dossard/contract/setup/setup.endpoints.ts';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { globalPermissions, users } from '../../tables/account.tables.ts';
import { setupLinks } from '../../tables/setup.table.ts';
import { printTables } from '../../testing/table.prints.ts';
import { startTestApp, type TestAnswer, type TestApp, testPassword } from '../../testing/test.app.ts';
import { type FirstStart, prepareFirstAccount } from './first.account.ts';

/* The first start in the browser (A8): a printed link, which makes the first account once. */

const hourMs = 3_600_000;
const noon = Date.parse('2027-06-12T12:00:00.000Z');
const nothing = { email: undefined, password: undefined };
const email = 'chef@club.test';

const tokenIn = (first: FirstStart): string => (first && 'setupToken' in first ? first.setupToken : '');
const cookieOf = ({ headers }: TestAnswer) => String(headers['set-cookie']).split(';', 1)[0] ?? '';

/** Starts an empty installation whose clock the test sets, and returns its link's token. */
async function startEmpty() {
  const clock = { now: noon };
  const house = await startTestApp({ clock: () => new Date(clock.now) });
  const startAgain = async () => tokenIn(await prepareFirstAccount(house.db, nothing, new Date(clock.now)));
  return { house, clock, startAgain, token: await startAgain() };
}

const superAdmins = ({ db }: TestApp) =>
  db
    .select({ email: users.email, language: users.language })
    .from(users)
    .innerJoin(
      globalPermissions,
      and(eq(globalPermissions.user_id, users.id), eq(globalPermissions.permission, 'super_admin')),
    );

const choose = (house: TestApp, token: string, more: object = {}, headers: Record<string, string> = {}) =>
  house.visitor.call(setUp, { body: { token, email, password: testPassword, ...more }, headers });

/** Expects that a link is refused, and that nothing was written or signed in. */
async function expectRefused(house: TestApp, call: () => Promise<TestAnswer>): Promise<void> {
  const before = await printTables(house.db);
  const answer = await call();
  expect([answer.status, answer.body.code, answer.headers['set-cookie']]).toEqual([400, 'invalid_token', undefined]);
  expect(await printTables(house.db)).toEqual(before);
}

describe('a set-up link', () => {
  test('makes the super administrator and signs them in; it has 256 bits, and only its hash is stored', async () => {
    const { house, token } = await startEmpty();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(await printTables(house.db))).not.toContain(token);
    expect((await house.visitor.call(listPublicCompetitions)).body.setup_open).toBe(true);
    const made = await choose(house, token, {}, { 'accept-language': 'fr' });
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ email, email_verified: true, global_permissions: ['super_admin'], language: 'fr' }),
    ]);
    expect((await house.visitor.call(getProfile, { headers: { cookie: cookieOf(made) } })).body.email).toBe(email);
    expect((await house.visitor.call(login, { body: { email, password: testPassword } })).status).toBe(200);
    expect((await house.visitor.call(listPublicCompetitions)).body.setup_open).toBeUndefined();
  });

  test('is valid once, also for two tabs and two processes at the same time', async () => {
    const { house, token, startAgain } = await startEmpty();
    const beside = await startTestApp({ clock: () => new Date(noon) }, house.databaseUrl);
    const other = await startAgain();
    const answers = await Promise.all([
      choose(house, token),
      choose(house, token, { email: 'second@club.test' }),
      choose(beside, token, { email: 'third@club.test' }),
      choose(beside, other, { email: 'fourth@club.test' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    expect(await superAdmins(house)).toHaveLength(1);
    for (const one of [token, other]) await expectRefused(house, () => choose(house, one, { email: 'late@club.test' }));
  });

  test('is valid for an hour after the start, and each start prints another', async () => {
    const { house, clock, token, startAgain } = await startEmpty();
    clock.now += hourMs - 1;
    const second = await startAgain();
    clock.now += 1;
    await expectRefused(house, () => choose(house, token));
    expect(await house.db.select().from(setupLinks)).toHaveLength(2);
    expect((await choose(house, second)).status).toBe(201);
    expect(await startAgain()).toBe('');
  });

  test.each(['', 'a', 'A'.repeat(43), 'é'.repeat(43), '%', "' or '1'='1"])('%j is none', async (guess) => {
    const { house } = await startEmpty();
    for (const endpoint of [setUp, openSetupDemonstration]) {
      const body = { token: guess, email, password: testPassword };
      const before = await printTables(house.db);
      const answer = await house.visitor.call(endpoint, { body });
      expect([answer.status, answer.headers['set-cookie']]).toEqual([400, undefined]);
      expect(await printTables(house.db)).toEqual(before);
    }
  });

  test('refuses a common or weak password and keeps the link', async () => {
    const { house, token } = await startEmpty();
    for (const [password, code] of [
      ['Password1', 'common_password'],
      ['short', 'weak_password'],
    ]) {
      const answer = await choose(house, token, { password });
      expect([answer.status, answer.body.errors]).toEqual([400, [expect.objectContaining({ path: 'password', code })]]);
    }
    expect((await choose(house, token)).status).toBe(201);
  });

  test('never hands the installation to an address that a stranger registered before', async () => {
    const { house, token } = await startEmpty();
    const stranger = { email: email.toUpperCase(), first_name: 'Chef', last_name: 'Faux', password: 'Stranger-2027' };
    await house.visitor.call(register, { body: stranger });
    const answer = await choose(house, token);
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [expect.objectContaining({ path: 'email', code: 'address_has_account' })],
    ]);
    expect(await superAdmins(house)).toEqual([]);
    expect((await choose(house, token, { email: 'other@club.test' })).status).toBe(201);
  });
});

test('with the environment there is no link, and an open one ends', async () => {
  const { house, token, clock } = await startEmpty();
  const chosen = { email, password: testPassword };
  expect(await prepareFirstAccount(house.db, chosen, new Date(clock.now))).toEqual({ account: { email } });
  await expectRefused(house, () => choose(house, token, { email: 'late@club.test' }));
  expect(await prepareFirstAccount(house.db, nothing, new Date(clock.now))).toBeUndefined();
});

test('an address of the environment that a stranger registered stops the start with a sentence', async () => {
  const { house } = await startEmpty();
  await house.visitor.call(register, {
    body: { email, first_name: 'Chef', last_name: 'Faux', password: 'Stranger-2027' },
  });
  const start = prepareFirstAccount(house.db, { email, password: undefined }, new Date(noon));
  await expect(start).rejects.toThrow(/^The address chef@club.test already has an account here\./);
});

describe('the demonstration', () => {
  test('is opened by the link, entered as its organiser, and thrown away; the link stays valid', async () => {
    const { house, token } = await startEmpty();
    const open = () => house.visitor.call(openSetupDemonstration, { body: { token } });
    const [first, again] = await Promise.all([open(), open()]);
    expect([first.status, again.body]).toEqual([200, first.body]);
    const id = first.body.competition_id;
    const headers = { cookie: cookieOf(first) };
    expect((await house.visitor.call(getProfile, { headers })).body.global_permissions).toEqual([]);
    const body = { competition_id: id, is_public: true };
    expect((await house.visitor.call(setVisibility, { headers, body })).status).toBe(200);
    expect((await house.visitor.call(deleteCompetition, { headers, params: { id } })).status).toBe(204);
    expect((await house.visitor.call(listPublicCompetitions)).body.total).toBe(0);
    expect((await open()).body.competition_id).not.toBe(id);
    expect((await choose(house, token)).status).toBe(201);
    await expectRefused(house, open);
  });

  test('is opened by a super administrator without a link, and by nobody else', async () => {
    const house = await startTestApp();
    const boss = await house.signIn(['super_admin']);
    const { status, body } = await boss.call(openDemonstration);
    expect([status, (await boss.call(openDemonstration)).body]).toEqual([200, body]);
    const others = [await house.signIn(['create_competition', 'manage_users']), house.visitor];
    const refused = await Promise.all(others.map((caller) => caller.call(openDemonstration)));
    expect(refused.map((answer) => answer.status)).toEqual([403, 401]);
  });
});

describe('the addresses of this machine, for links to phones', () => {
  const addresses = ['192.168.1.20', '172.17.0.1'];
  const ask = async (house: TestApp, headers: Record<string, string> = {}) =>
    (await (await house.signIn()).call(listNetworkAddresses, { headers })).body.addresses;

  test.each([
    ['at the machine itself', {}, addresses],
    ['through a proxy', { 'x-forwarded-for': '203.0.113.9' }, []],
  ])('%s', async (_where, headers, expected) => {
    expect(await ask(await startTestApp({ networkAddresses: () => addresses }), headers)).toEqual(expected);
  });

  test('of a server that listens on no network', async () => {
    expect(await ask(await startTestApp())).toEqual([]);
  });
});
