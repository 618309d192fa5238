import { expect, test } from 'vitest';
import { isPassword } from '../../access/password.ts';
import { users } from '../../tables/account.tables.ts';
import { mails } from '../../tables/mail.table.ts';
import { startTestApp, testPassword } from '../../testing/test.app.ts';
import { type FirstStart, prepareFirstAccount } from './first.account.ts';

/* The first account from the environment. */

const day = 86_400_000;
const noon = Date.parse('2027-06-12T12:00:00.000Z');
const email = 'admin@dossard.test';

const accountIn = (first: FirstStart) => (first && 'account' in first ? first.account : undefined);

// ASVS 6.4.1
test('the generated password of the first account expires after a day without use, and the next start creates another', async () => {
  let time = noon;
  const own = await startTestApp({ clock: () => new Date(time) });
  const start = async (password?: string) =>
    accountIn(await prepareFirstAccount(own.db, { email, password }, new Date(time)));
  const enter = async (password = '') =>
    (
      await own.app.inject({
        method: 'PUT',
        url: '/api/login',
        payload: { email, password },
      })
    ).statusCode;
  const first = await start();
  expect(await enter('')).not.toBe(200);
  time += day;
  expect(await enter(first?.invented)).toBe(401);
  const second = await start();
  expect([await start(), await enter(first?.invented), await enter(second?.invented)]).toEqual([undefined, 401, 200]);
  // Once used, it is the account's own password; the change is not mailed.
  time += 30 * day;
  expect([await start(), await enter(second?.invented)]).toEqual([undefined, 200]);
  expect(await own.db.select().from(mails)).toEqual([]);
});

test('a password from the environment replaces an expired generated one', async () => {
  const { db } = await startTestApp();
  await prepareFirstAccount(db, { email, password: undefined }, new Date(noon));
  const again = await prepareFirstAccount(db, { email: undefined, password: testPassword }, new Date(noon + day));
  expect(accountIn(again)).toEqual({ email });
  const [user] = await db.select().from(users);
  expect(await isPassword(testPassword, user?.password_hash)).toBe(true);
});

// ASVS 6.2.4
test('a common password from the environment is reported as common', async () => {
  const { db } = await startTestApp();
  const first = await prepareFirstAccount(db, { email: undefined, password: 'Password1' }, new Date(noon));
  expect(accountIn(first)).toEqual({ email, isCommon: true });
});

test('servers that start together on an empty database create a single first account', async () => {
  const { db } = await startTestApp();
  const made = await Promise.all(
    [1, 2, 3].map(() => prepareFirstAccount(db, { email, password: undefined }, new Date())),
  );
  expect(made.map(accountIn).filter((account) => account !== undefined)).toEqual([
    { email, invented: expect.stringMatching(/^\w{4}-\w{4}-\w{4}-Vt3$/) },
  ]);
  expect(await db.select({ email: users.email }).from(users)).toEqual([{ email }]);
});
