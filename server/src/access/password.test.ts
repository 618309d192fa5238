import { changePassword, forgotPassword, login, updateProfile } from '@dossard/contract/accounts/account.endpoints.ts';
import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { users } from '../tables/account.tables.ts';
import { auditLog } from '../tables/audit.table.ts';
import { openMailBox } from '../testing/mail.box.ts';
import { startTestApp, type TestAnswer, testPassword } from '../testing/test.app.ts';

const hour = 3_600_000;
const noon = Date.parse('2027-06-12T12:00:00.000Z');
let now = noon;
const clock = () => new Date(now);
const house = await startTestApp({ clock });
const box = await openMailBox(clock);
const { visitor } = house;

beforeEach(() => {
  now = noon;
});

const signIn = (email: string, password: string) => visitor.call(login, { body: { email, password } });
const status = async (email: string, password: string) => (await signIn(email, password)).status;
const forget = (email: string) => visitor.call(forgotPassword, { body: { email } });
/** Returns the password in a mail, which is on its own line. */
const mailedPassword = async (email: string) =>
  (await box.take(house, email)).text.split(/\s*\n\s*/).find((line) => /^\S+-Vt3$/.test(line)) ?? '';
const cookieOf = (answer: TestAnswer) => String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
const isOpen = async (cookie: string) => (await visitor.call(getProfile, { headers: { cookie } })).status === 200;

describe('POST /auth/forgot-password', () => {
  it('mails a password that becomes the account’s password on first use, and ends other sessions', async () => {
    const { email } = await house.signIn();
    const session = cookieOf(await signIn(email, testPassword));
    const answer = await forget(email);
    expect([answer.status, answer.body.message]).toEqual([
      200,
      'If this address has an account, a new password was just sent to it.',
    ]);
    const mailed = await mailedPassword(email);
    expect([await status(email, testPassword), await isOpen(session)]).toEqual([200, true]);

    const renewed = await signIn(email, mailed);
    expect(renewed.status).toBe(200);
    expect(await isOpen(session)).toBe(false);
    expect(await isOpen(cookieOf(renewed))).toBe(true);
    expect([await status(email, testPassword), await status(email, mailed)]).toEqual([401, 200]);
  });

  // ASVS 6.4.1
  it('keeps the old password when the mailed one is not used within the hour', async () => {
    const { email } = await house.signIn();
    await forget(email);
    const mailed = await mailedPassword(email);
    now = noon + hour;
    expect([await status(email, mailed), await status(email, testPassword)]).toEqual([401, 200]);
  });

  it('mails another one when it is requested again; only the newest is valid', async () => {
    const { email } = await house.signIn();
    await forget(email);
    const first = await mailedPassword(email);
    await forget(email);
    const second = await mailedPassword(email);
    expect([await status(email, first), await status(email, second)]).toEqual([401, 200]);
  });

  it('answers the same to an unknown address, and mails nothing', async () => {
    const { email } = await house.signIn();
    const known = await forget(email);
    const unknown = await forget('nobody@dossard.test');
    const seen = ({ status: code, body, headers: { date, ...headers } }: TestAnswer) => ({ code, body, headers });
    expect(seen(unknown)).toEqual(seen(known));
    expect(await box.count(house, 'nobody@dossard.test')).toBe(0);
  });

  it('proves the address', async () => {
    const { id, email } = await house.signIn();
    await house.db.update(users).set({ email_verified_at: null }).where(eq(users.id, id));
    expect(await status(email, testPassword)).toBe(403);
    await forget(email);
    const answer = await signIn(email, await mailedPassword(email));
    expect([answer.status, answer.body.email_verified]).toEqual([200, true]);
  });

  it('writes in the language of the account', async () => {
    const { id, email } = await house.signIn();
    for (const [language, subject] of [
      ['fr', 'Votre nouveau mot de passe'],
      ['en', 'Your new password'],
    ] as const) {
      await house.db.update(users).set({ language }).where(eq(users.id, id));
      await forget(email);
      expect((await box.take(house, email)).subject).toBe(subject);
    }
  });

  it('can be used twice at the same time', async () => {
    const { email } = await house.signIn();
    await forget(email);
    const mailed = await mailedPassword(email);
    const answers = await Promise.all([status(email, mailed), status(email, mailed), status(email, testPassword)]);
    expect(answers.slice(0, 2)).toEqual([200, 200]);
    expect(await status(email, mailed)).toBe(200);
  });

  it.each([
    [{}, 'Please enter your email address.'],
    [{ email: ' ' }, 'Please enter your email address.'],
    [{ email: 'x' }, 'Please enter a valid email address.'],
  ])('refuses %j (V4)', async (body, message) => {
    const answer = await visitor.call(forgotPassword, { body });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: 'email', message }]]);
  });
});

describe('PUT /auth/password', () => {
  // ASVS 6.2.2, 7.4.3
  it('changes the password and ends the other sessions, not this one', async () => {
    const caller = await house.signIn();
    const other = cookieOf(await signIn(caller.email, testPassword));
    const answer = await caller.call(changePassword, {
      body: { current_password: testPassword, new_password: 'six-66' },
    });
    expect([answer.status, answer.body.message]).toEqual([200, 'Your password was changed.']);
    expect([await isOpen(other), (await caller.call(getProfile)).status]).toEqual([false, 200]);
    expect([await status(caller.email, testPassword), await status(caller.email, 'six-66')]).toEqual([401, 200]);
    const [entry] = await house.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actor_id, caller.id))
      .orderBy(auditLog.id)
      .offset(1);
    expect([entry?.action, entry?.after]).toMatchObject(['update', { password: 'changed' }]);
  });

  it('invalidates a password that was mailed before', async () => {
    const caller = await house.signIn();
    await forget(caller.email);
    const mailed = await mailedPassword(caller.email);
    await caller.call(changePassword, { body: { current_password: testPassword, new_password: 'Other-2027' } });
    expect(await status(caller.email, mailed)).toBe(401);
  });

  // ASVS 6.2.3
  it('refuses a wrong current password and changes nothing', async () => {
    const caller = await house.signIn();
    const answer = await caller.call(changePassword, {
      body: { current_password: 'Wrong-2027', new_password: 'Other-2027' },
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'wrong_current_password']);
    expect(await status(caller.email, testPassword)).toBe(200);
  });

  it.each([
    [
      {},
      {
        current_password: 'Please enter your current password.',
        new_password: 'Please enter a new password.',
      },
    ],
    [
      { current_password: 'x', new_password: 'short' },
      { new_password: 'New password must be at least 6 characters long.' },
    ],
    [
      { current_password: 'the-same', new_password: 'the-same' },
      { new_password: 'New password must be different from current password.' },
    ],
  ])('refuses %j (V4)', async (body, expected) => {
    const caller = await house.signIn();
    const answer = await caller.call(changePassword, { body });
    expect(answer.status).toBe(400);
    const found = answer.body.errors.map(({ path, message }: { path: string; message: string }) => [path, message]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });
});

describe('PUT /user/profile', () => {
  it('changes names and language, and returns the profile', async () => {
    const caller = await house.signIn(['manage_users']);
    const body = { first_name: 'Élodie', last_name: 'Pré-Vert', language: 'en', email: 'other@dossard.test' };
    const answer = await caller.call(updateProfile, { body });
    const profile = {
      email: caller.email,
      email_verified: true,
      account_status: 'active',
      first_name: 'Élodie',
      last_name: 'Pré-Vert',
      language: 'en',
      global_permissions: ['manage_users'],
      can_create_competitions: false,
    };
    expect([answer.status, answer.body]).toEqual([200, profile]);
    expect((await caller.call(getProfile)).body).toEqual(profile);
    const kept = await caller.call(updateProfile, { body: { first_name: 'Élodie', last_name: 'Verte' } });
    expect(kept.body).toEqual({ ...profile, last_name: 'Verte' });
    const history = await house.db.select().from(auditLog).where(eq(auditLog.actor_id, caller.id)).orderBy(auditLog.id);
    expect(history.at(-1)).toMatchObject({
      action: 'update',
      subject: 'user',
      before: { last_name: 'Pré-Vert' },
      after: { last_name: 'Verte' },
    });
  });

  it.each([
    [{ first_name: 'A', last_name: 'Bé' }, ['first_name too_short']],
    [{ first_name: '', last_name: ' ' }, ['first_name required', 'last_name required']],
    [{ first_name: 'Aé', last_name: 'Bé', language: 'de' }, ['language invalid_choice']],
  ])('refuses %j (V4)', async (body, expected) => {
    const caller = await house.signIn();
    const answer = await caller.call(updateProfile, { body });
    const found = answer.body.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
    expect([answer.status, found]).toEqual([400, expected]);
  });
});
