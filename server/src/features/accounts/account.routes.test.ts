import { createHash } from 'node:crypto';
import { login } from '@dossard/contract/accounts/account.endpoints.ts';
import { getProfile, logout } from '@dossard/contract/accounts/session.endpoints.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { createVerifiedUser } from '../../access/account.store.ts';
import { hashPassword } from '../../access/password.ts';
import { sessions, users } from '../../tables/account.tables.ts';
import { startTestApp, type TestAnswer, type TestApp, testPassword } from '../../testing/test.app.ts';

const day = 86_400_000;
const noon = Date.parse('2027-06-12T12:00:00.000Z');
let now = noon;
const house = await startTestApp({ clock: () => new Date(now) });
const overHttps = await startTestApp({ publicUrl: 'https://dossard.example' });
const passwordHash = await hashPassword(testPassword);

/** Creates an account with a mixed-case address, verified by default. */
async function makeAccount({ db }: TestApp, more: Partial<typeof users.$inferInsert> = {}) {
  const email = `${crypto.randomUUID()}@Dossard.Test`;
  const names = { first_name: 'Camille', last_name: 'Exemple', password_hash: passwordHash };
  const permissions = ['manage_users', 'create_competition'] as const;
  const id = await db.transaction((tx) =>
    createVerifiedUser({ tx, now: new Date(noon) }, { email, ...names }, [...permissions]),
  );
  await db
    .update(users)
    .set({ account_status: 'active', ...more })
    .where(eq(users.id, id));
  return { id, email };
}
const signIn = ({ visitor }: TestApp, email: string, password = testPassword) =>
  visitor.call(login, { body: { email, password } });
/** Splits the session cookie of an answer into its parts. */
const cookieParts = (answer: TestAnswer) => String(answer.headers['set-cookie']).split('; ');
const tokenOf = (answer: TestAnswer) => cookieParts(answer)[0]?.replace('session=', '') ?? '';
const readProfile = (token: string) => house.visitor.call(getProfile, { headers: { cookie: `session=${token}` } });

describe('PUT /login', () => {
  // ASVS 3.3.2, 3.3.4
  it('answers the profile, and gives a session that scripts cannot read', async () => {
    now = noon;
    const { email } = await makeAccount(house, { language: 'en' });
    const answer = await signIn(house, email);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        email,
        email_verified: true,
        account_status: 'active',
        first_name: 'Camille',
        last_name: 'Exemple',
        language: 'en',
        global_permissions: ['create_competition', 'manage_users'],
        can_create_competitions: true,
      },
    ]);
    expect(cookieParts(answer)).toEqual([
      expect.stringMatching(/^session=[\w-]{43}$/),
      'Max-Age=2592000',
      'Path=/',
      'HttpOnly',
      'SameSite=Lax',
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  // ASVS 3.3.1
  it('sends the cookie over https only when the public address is https', async () => {
    const { email } = await makeAccount(overHttps);
    expect(cookieParts(await signIn(overHttps, email))).toContain('Secure');
  });

  // ASVS 7.2.1
  it('keeps only a hash of the token', async () => {
    const { id, email } = await makeAccount(house);
    const token = tokenOf(await signIn(house, email));
    const kept = await house.db.select().from(sessions).where(eq(sessions.user_id, id));
    expect(kept).toHaveLength(1);
    expect(kept[0]?.token_hash).toBe(createHash('sha256').update(token).digest('base64url'));
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  test.each([
    ['in capitals', (email: string) => email.toUpperCase()],
    ['in small letters', (email: string) => email.toLowerCase()],
    ['with spaces around', (email: string) => `  ${email} `],
  ])('accepts the address %s', async (_, write) => {
    const { email } = await makeAccount(house);
    expect((await signIn(house, write(email))).status).toBe(200);
  });

  it('answers a wrong password and an unknown address in the same way', async () => {
    const { email } = await makeAccount(house);
    const wrong = await signIn(house, email, 'Wrong-2027');
    const unknown = await signIn(house, 'nobody@dossard.test', 'Wrong-2027');
    expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
      401,
      'invalid_credentials',
      'Invalid credentials: wrong email or password.',
    ]);
    const same = ({ status, body: { request_id: _, ...body }, headers }: TestAnswer) => [
      status,
      body,
      Object.keys(headers).sort(),
    ];
    expect(same(unknown)).toEqual(same(wrong));
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  it('reveals that an address is not verified only to a caller with the right password', async () => {
    const { email } = await makeAccount(house, { email_verified_at: null });
    const guess = await signIn(house, email, 'Wrong-2027');
    expect([guess.status, guess.body.code]).toEqual([401, 'invalid_credentials']);
    const right = await signIn(house, email);
    expect([right.status, right.body.code]).toEqual([403, 'email_not_verified']);
    expect(right.headers['set-cookie']).toBeUndefined();
  });

  it('lets an invited account in before its address is verified', async () => {
    const { email } = await makeAccount(house, { email_verified_at: null, account_status: 'invited' });
    const { status, body } = await signIn(house, email);
    expect([status, body.email_verified, body.account_status]).toEqual([200, false, 'invited']);
  });

  test.each([
    [{}, ['email required', 'password required']],
    [{ email: 'camille', password: '' }, ['email invalid_email', 'password required']],
    [{ email: 7, password: ['x'] }, ['email not_text', 'password not_text']],
    [{ email: 'a@b.fr', password: 'x'.repeat(201) }, ['password too_long']],
  ])('refuses %j with all problems', async (body, expected) => {
    const answer = await house.visitor.call(login, { body });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    const found = answer.body.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
    expect(found).toEqual(expected);
  });

  // ASVS 6.2.5, 6.2.8
  it('accepts any password that was accepted once, with characters of any language', async () => {
    for (const password of ['Été — 2027 🚲', ' Leading-1 ', 'Null\0-2027']) {
      const { email } = await makeAccount(house, { password_hash: await hashPassword(password) });
      expect((await signIn(house, email, password)).status).toBe(200);
      expect((await signIn(house, email, password.trim().slice(0, -1))).status).toBe(401);
    }
  });
});

describe('a session', () => {
  // ASVS 7.4.1
  it('ends at logout, on the server', async () => {
    const { email } = await makeAccount(house);
    const [token, other] = [tokenOf(await signIn(house, email)), tokenOf(await signIn(house, email))];
    const answer = await house.visitor.call(logout, { headers: { cookie: `session=${token}` } });
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(cookieParts(answer).slice(0, 1)).toEqual(['session=']);
    expect(cookieParts(answer)).toContain('Expires=Thu, 01 Jan 1970 00:00:00 GMT');
    const ended = await readProfile(token);
    expect([ended.status, ended.body.code]).toEqual([401, 'not_authenticated']);
    expect((await readProfile(other)).status).toBe(200);
  });

  it.each<Record<string, string>>([{}, { cookie: 'session=nonsense' }, { cookie: 'session=' }])(
    'need not be there to log out (%j)',
    async (headers) => {
      expect((await house.visitor.call(logout, { headers })).status).toBe(204);
    },
  );

  test.each(['', 'nonsense', '%00', 'a'.repeat(4_000), '“”'])('that does not exist (%j) is none', async (token) => {
    const answer = await readProfile(token);
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      401,
      'not_authenticated',
      'Session expired or invalid credentials. Please login again.',
    ]);
  });

  // ASVS 7.3.1
  it('lasts 30 days from its last use, extended at most once a day', async () => {
    now = noon;
    const { id, email } = await makeAccount(house);
    const token = tokenOf(await signIn(house, email));
    const expiry = async () => {
      const [kept] = await house.db.select().from(sessions).where(eq(sessions.user_id, id));
      return (Date.parse(kept?.expires_at ?? '') - noon) / day;
    };
    const use = async (at: number) => {
      now = at;
      const { status, headers } = await readProfile(token);
      return [status, headers['x-token-refreshed'], await expiry()];
    };
    expect(await use(noon + day)).toEqual([200, undefined, 30]);
    expect(await use(noon + day + 1)).toEqual([200, 'true', 31 + 1 / day]);
    expect(await use(noon + day + 2)).toEqual([200, undefined, 31 + 1 / day]);
    expect(await use(noon + 30 * day)).toEqual([200, 'true', 60]);
    expect(await use(noon + 60 * day - 1)).toEqual([200, 'true', 90 - 1 / day]);
    expect(await use(noon + 120 * day)).toEqual([401, undefined, 90 - 1 / day]);
  });

  it('is extended in the browser too', async () => {
    now = noon;
    const { email } = await makeAccount(house);
    const token = tokenOf(await signIn(house, email));
    now = noon + 2 * day;
    const answer = await readProfile(token);
    expect(cookieParts(answer)).toEqual([`session=${token}`, 'Max-Age=2592000', 'Path=/', 'HttpOnly', 'SameSite=Lax']);
  });

  // ASVS 7.3.1
  it('expires to the millisecond', async () => {
    now = noon;
    const { email } = await makeAccount(house);
    const token = tokenOf(await signIn(house, email));
    now = noon + 30 * day;
    expect((await readProfile(token)).status).toBe(401);
  });
});
