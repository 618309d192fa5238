import { login, register, resendVerification, verifyEmail } from '@dossard/contract/accounts/account.endpoints.ts';
import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { emailVerifications, users } from '../../tables/account.tables.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { linkIn, openMailBox } from '../../testing/mail.box.ts';
import { startTestApp, type TestAnswer, testPassword } from '../../testing/test.app.ts';

/* Registration, tested through the mails that are really sent. */

const hour = 3_600_000;
const noon = Date.parse('2027-06-12T12:00:00.000Z');
let now = noon;
const clock = () => new Date(now);
const house = await startTestApp({ clock, publicUrl: 'https://dossard.example' });
const box = await openMailBox(clock);
const { visitor } = house;

beforeEach(() => {
  now = noon;
});

const newEmail = () => `${crypto.randomUUID()}@dossard.test`;
const newcomer = (email: string) => ({ email, first_name: 'Alix', last_name: 'Nouveau', password: testPassword });
const send = (email: string, headers?: Record<string, string>) =>
  visitor.call(register, { body: newcomer(email), ...(headers && { headers }) });
const signIn = (email: string) => visitor.call(login, { body: { email, password: testPassword } });
const open = (link: URL) => visitor.call(verifyEmail, { query: { token: link.searchParams.get('token') ?? '' } });
const findUser = async (email: string) =>
  (await house.db.select().from(users).where(eq(users.email, email)))[0] as typeof users.$inferSelect;
const sameAnswer = ({ status, body, headers: { date, ...headers } }: TestAnswer) => ({ status, body, headers });

describe('POST /auth/register', () => {
  // ASVS 6.2.1
  it('creates an account that can sign in once its address is verified', async () => {
    const email = newEmail();
    const answer = await send(email);
    expect([answer.status, answer.body]).toEqual([
      201,
      { message: 'Check your email: a link to confirm your address is on its way.' },
    ]);
    expect(answer.headers['set-cookie']).toBeUndefined();

    const before = await signIn(email);
    expect([before.status, before.body.code, before.body.message]).toEqual([
      403,
      'email_not_verified',
      'Email not verified.',
    ]);

    const mail = await box.take(house, email);
    const link = linkIn(mail);
    expect(`${link.origin}${link.pathname}`).toBe('https://dossard.example/verify-email');
    const verified = await open(link);
    expect([verified.status, verified.body]).toEqual([200, { message: 'Your email address is verified.' }]);

    const after = await signIn(email);
    expect([after.status, after.body]).toMatchObject([
      200,
      { email, email_verified: true, account_status: 'active', first_name: 'Alix', last_name: 'Nouveau' },
    ]);
  });

  it.each([
    ['fr', 'Confirmez votre adresse e-mail'],
    ['en', 'Confirm your email address'],
  ])('keeps the language of the request (%s) for the account and its mails', async (language, subject) => {
    const email = newEmail();
    await send(email, { 'accept-language': language });
    expect((await findUser(email)).language).toBe(language);
    expect((await box.take(house, email)).subject).toBe(subject);
  });

  it('answers the same for a known address, whose owner gets another mail', async () => {
    const email = newEmail();
    const first = await send(email);
    await open(linkIn(await box.take(house, email)));
    const owner = await findUser(email);

    const again = await visitor.call(register, {
      body: { email: email.toUpperCase(), first_name: 'Somebody', last_name: 'Else', password: 'Stolen-2027' },
    });
    expect(sameAnswer(again)).toEqual(sameAnswer(first));
    expect(await findUser(email)).toEqual(owner);
    const mail = await box.take(house, email);
    expect([mail.subject, linkIn(mail).pathname]).toEqual(['You already have an account', '/login']);
    expect(await box.count(house, email)).toBe(0);
  });

  it('mails the link again to an address that waits, without changing its account', async () => {
    const email = newEmail();
    await send(email);
    const first = await findUser(email);
    await box.take(house, email);
    await visitor.call(register, { body: { ...newcomer(email), password: 'Other-2027' } });
    expect(await findUser(email)).toEqual(first);
    expect(linkIn(await box.take(house, email)).pathname).toBe('/verify-email');
  });

  it('creates one account when it is sent twice at the same time', async () => {
    const email = newEmail();
    const answers = await Promise.all([send(email), send(email), send(email)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await house.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
  });

  it('stores no password, no token and no hash of either in the history', async () => {
    const email = newEmail();
    await send(email);
    const link = linkIn(await box.take(house, email));
    await open(link);
    const user = await findUser(email);
    expect(user.password_hash).toMatch(/^\$argon2id\$/);
    const kept = JSON.stringify([
      user,
      await house.db.select().from(emailVerifications),
      await house.db.select().from(auditLog),
    ]);
    for (const secret of [testPassword, link.searchParams.get('token') ?? '']) expect(kept).not.toContain(secret);
    const history = await house.db.select().from(auditLog).where(eq(auditLog.actor_id, user.id)).orderBy(auditLog.id);
    expect(history.map(({ action, subject, subject_key }) => [action, subject, subject_key])).toEqual([
      ['create', 'user', String(user.id)],
      ['update', 'user', String(user.id)],
    ]);
    expect(JSON.stringify(history)).not.toContain('argon2');
  });

  const lacks =
    'The password needs at least 8 characters, with one uppercase letter, one lowercase letter and one digit.';
  it.each<[Record<string, unknown>, Record<string, string>]>([
    [
      {},
      {
        email: 'Please enter your email address.',
        first_name: 'First name is required.',
        last_name: 'Last name is required.',
        password: 'Password is required.',
      },
    ],
    [{ ...newcomer('x'), email: 'camille' }, { email: 'Please enter a valid email address.' }],
    [{ ...newcomer('a@b.fr'), first_name: '' }, { first_name: 'First name is required.' }],
    [{ ...newcomer('a@b.fr'), first_name: ' A ' }, { first_name: 'First name must be at least 2 characters long.' }],
    [{ ...newcomer('a@b.fr'), last_name: 'B' }, { last_name: 'Last name must be at least 2 characters long.' }],
    [{ ...newcomer('a@b.fr'), password: '' }, { password: 'Password is required.' }],
    ...['Short-1', 'no-uppercase-1', 'NO-LOWERCASE-1', 'No-digit-here'].map(
      (password): [Record<string, unknown>, Record<string, string>] => [
        { ...newcomer('a@b.fr'), password },
        { password: lacks },
      ],
    ),
  ])('refuses %j with all problems (V5)', async (body, expected) => {
    const answer = await visitor.call(register, { body });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    const found = answer.body.errors.map(({ path, message }: { path: string; message: string }) => [path, message]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });
});

// ASVS 2.3.1
describe('GET /auth/verify-email', () => {
  it('accepts the same link again, until it is 24 hours old', async () => {
    const email = newEmail();
    await send(email);
    const link = linkIn(await box.take(house, email));
    for (const at of [noon, noon + 1, noon + 24 * hour - 1]) {
      now = at;
      expect((await open(link)).status).toBe(200);
    }
    now = noon + 24 * hour;
    const late = await open(link);
    expect([late.status, late.body.code, late.body.message]).toEqual([
      400,
      'invalid_token',
      'This link has expired or is not valid.',
    ]);
    expect((await signIn(email)).status).toBe(200);
  });

  test.each(['nonsense', 'a'.repeat(200), '../../etc', '%00'])('refuses %j', async (token) => {
    const answer = await visitor.call(verifyEmail, { query: { token } });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_token']);
  });

  it('needs a token', async () => {
    const answer = await visitor.call(verifyEmail);
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: 'token', code: 'required' }]]);
  });
});

describe('POST /auth/resend-verification', () => {
  const resend = (email: string) => visitor.call(resendVerification, { body: { email } });

  it('mails a link that works, and keeps the first one valid', async () => {
    const email = newEmail();
    await send(email);
    const first = linkIn(await box.take(house, email));
    const answer = await resend(email.toUpperCase());
    expect([answer.status, answer.body.message]).toEqual([200, 'Verification email sent successfully!']);
    const second = linkIn(await box.take(house, email));
    expect(second.href).not.toBe(first.href);
    expect((await open(second)).status).toBe(200);
    expect((await open(first)).status).toBe(200);
  });

  it('answers the same to an unknown and to a verified address, and mails nothing', async () => {
    const email = newEmail();
    await send(email);
    const waiting = await resend(email);
    await open(linkIn(await box.take(house, email)));
    expect(await box.count(house, email)).toBe(1);
    const verified = await resend(email);
    const nobody = newEmail();
    const unknown = await resend(nobody);
    expect([sameAnswer(verified), sameAnswer(unknown)]).toEqual([sameAnswer(waiting), sameAnswer(waiting)]);
    expect([await box.count(house, email), await box.count(house, nobody)]).toEqual([1, 0]);
  });
});

describe('an address that somebody else registered first', () => {
  const other = 'Other-2027';
  const takeFirst = async (email: string) => {
    const body = { email, first_name: 'Mallory', last_name: 'Autre', password: other };
    await visitor.call(register, { body });
    return linkIn(await box.take(house, email));
  };
  const signInWith = async (email: string, password: string) => {
    const { status, body } = await visitor.call(login, { body: { email, password } });
    return [status, body.code ?? body.first_name];
  };

  it('belongs to the person who registers it and opens their own link', async () => {
    const email = newEmail();
    const foreign = await takeFirst(email);
    await send(email);
    const own = linkIn(await box.take(house, email));
    expect(await signInWith(email, testPassword)).toEqual([403, 'email_not_verified']);
    expect((await open(own)).status).toBe(200);
    expect(await signInWith(email, testPassword)).toEqual([200, 'Alix']);
    expect(await signInWith(email, other)).toEqual([401, 'invalid_credentials']);
    expect([(await open(own)).status, (await open(foreign)).body.code]).toEqual([200, 'invalid_token']);
    expect(await signInWith(email, testPassword)).toEqual([200, 'Alix']);
  });

  it('is verified for the latest registration when the link is asked for again', async () => {
    const email = newEmail();
    await takeFirst(email);
    now += 1;
    await send(email);
    await box.take(house, email);
    now += 1;
    await visitor.call(resendVerification, { body: { email } });
    await open(linkIn(await box.take(house, email)));
    expect(await signInWith(email, testPassword)).toEqual([200, 'Alix']);
    expect(await signInWith(email, other)).toEqual([401, 'invalid_credentials']);
  });

  it('keeps the first registration when its owner opens the first link', async () => {
    const email = newEmail();
    await send(email);
    const own = linkIn(await box.take(house, email));
    const foreign = await takeFirst(email);
    await open(own);
    expect([await signInWith(email, testPassword), (await open(foreign)).body.code]).toEqual([
      [200, 'Alix'],
      'invalid_token',
    ]);
  });

  it('is given to one of two registrations whose links are opened at the same time', async () => {
    const email = newEmail();
    const foreign = await takeFirst(email);
    await send(email);
    const own = linkIn(await box.take(house, email));
    const answers = await Promise.all([open(own), open(foreign)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const statuses = [await signInWith(email, testPassword), await signInWith(email, other)].map(([status]) => status);
    expect(statuses.sort()).toEqual([200, 401]);
  });
});

test('no call that sends mail answers sooner when there is nothing to send', async () => {
  for (const email of [newEmail(), (await house.signIn()).email]) {
    const start = performance.now();
    await visitor.call(resendVerification, { body: { email } });
    expect(performance.now() - start).toBeGreaterThan(290);
  }
});

test('an account without a verified address cannot sign in anywhere', async () => {
  const email = newEmail();
  await send(email);
  await signIn(email);
  expect((await visitor.call(getProfile)).status).toBe(401);
});
