import { login } from '@dossard/contract/accounts/account.endpoints.ts';
import * as factors from '@dossard/contract/accounts/factor.endpoints.ts';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { mails } from '../tables/mail.table.ts';
import { createAuthenticator } from './authenticator.ts';
import { startTestApp, type TestAnswer, type TestCaller, testPassword } from './test.app.ts';

/* Second factors for tests: the application with a controlled clock, and accounts with factors. */

export const minute = 60_000;

let now = new Date('2027-06-12T10:00:00Z');
export const clock = (): Date => now;

/** Advances the clock, in milliseconds. */
export function pass(ms: number): void {
  now = new Date(now.getTime() + ms);
}

export const refusalOf = ({ status, body }: TestAnswer) => [status, body.code];

/** Returns the code that an authenticator shows. */
export const codeOf = (secret: string, at = now): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

export const prove = (caller: TestCaller) =>
  caller.call(factors.proveIdentity, { body: { current_password: testPassword } });

/** Sets up one-time codes, and advances the clock beyond the code that was used for it. */
export async function setUpCodes(caller: TestCaller): Promise<{ secret: string; recovery: string[] }> {
  await prove(caller);
  const { secret } = (await caller.call(factors.startCodes)).body;
  const { body } = await caller.call(factors.confirmCodes, { body: { code: codeOf(secret) } });
  pass(minute);
  return { secret, recovery: body.recovery_codes };
}

export async function addPasskey(caller: TestCaller) {
  await prove(caller);
  const authenticator = createAuthenticator();
  const { options } = (await caller.call(factors.startPasskey)).body;
  const body = { name: 'Téléphone', credential: authenticator.create(options) };
  const added = await caller.call(factors.createPasskey, { body });
  return { authenticator, added };
}

/** Starts the application with the clock of these tests, and returns helpers. */
export async function startFactors() {
  const house = await startTestApp({ clock });
  return {
    house,
    mailsTo: (email: string) => house.db.select().from(mails).where(eq(mails.to_address, email)),
    signIn: ({ email }: { email: string }, code?: string) =>
      house.visitor.call(login, { body: { email, password: testPassword, ...(code !== undefined && { code }) } }),
  };
}

export const cookieOf = ({ headers }: TestAnswer) => ({ cookie: String(headers['set-cookie']).split(';', 1)[0] ?? '' });
