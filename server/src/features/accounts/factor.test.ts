import { login } from '@dossard/contract/accounts/account.endpoints.ts';
import * as factors from '@dossard/contract/accounts/factor.endpoints.ts';
import { deleteAccount } from '@dossard/contract/accounts/security.endpoints.ts';
import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import * as administration from '@dossard/contract/administration/administration.endpoints.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { codeFactors, passkeys, recoveryCodes } from '../../tables/factor.tables.ts';
import { createAuthenticator } from '../../testing/authenticator.ts';
import {
  addPasskey,
  clock,
  codeOf,
  cookieOf,
  minute,
  pass,
  refusalOf,
  setUpCodes,
  startFactors,
} from '../../testing/factors.ts';
import { testPassword } from '../../testing/test.app.ts';
import { deleteUnreadableCodes } from './code.actions.ts';

/* The second factors: one-time codes, recovery codes and passkeys (S17–S19). */

const { house, mailsTo, signIn } = await startFactors();

describe('an account without a second factor', () => {
  it('signs in with its password only', async () => {
    const caller = await house.signIn();
    const { status, body } = await signIn(caller);
    expect(status).toBe(200);
    expect(Object.keys(body)).not.toContain('factor_setup_required');
    expect((await caller.call(factors.listFactors)).body).toEqual({
      ...{ codes_since: null, passkeys: [], recovery_codes: 0, required: false },
    });
  });

  it('needs nothing more for reset, permissions and deletion, however long ago it signed in', async () => {
    const boss = await house.signIn(['super_admin']);
    pass(60 * minute);
    const change = { action: 'grant', permission: 'create_competition', user_email: boss.email } as const;
    expect((await boss.call(administration.changeGlobalPermission, { body: change })).status).toBe(200);
    const caller = await house.signIn();
    pass(60 * minute);
    expect((await caller.call(deleteAccount, { body: { current_password: testPassword } })).status).toBe(204);
  });
});

describe('one-time codes', () => {
  it('are required at sign-in once the authenticator has shown a right code', async () => {
    const caller = await house.signIn();
    const { secret, url } = (await caller.call(factors.startCodes)).body;
    expect(url).toContain(`otpauth://totp/Dossard:${encodeURIComponent(caller.email)}?`);
    expect((await signIn(caller)).status).toBe(200);
    for (const code of ['000000', '12345', '𑧈İ𐂃', '①②③④⑤⑥', '1e5'])
      expect(refusalOf(await caller.call(factors.confirmCodes, { body: { code } }))).toEqual([400, 'wrong_code']);
    expect(refusalOf(await caller.call(factors.confirmCodes, { body: { code: '000000' } }))).toEqual([
      400,
      'wrong_code',
    ]);
    const { body } = await caller.call(factors.confirmCodes, { body: { code: codeOf(secret) } });
    expect(body.recovery_codes).toHaveLength(10);
    const refused = await signIn(caller);
    expect(refusalOf(refused)).toEqual([403, 'second_factor_required']);
    expect(refused.body.factors).toEqual({ codes: true, passkey: false });
    expect(refused.headers['set-cookie']).toBeUndefined();
    pass(minute);
    expect((await signIn(caller, codeOf(secret))).status).toBe(200);
    expect((await mailsTo(caller.email)).map(({ subject }) => subject)).toContain(
      'Le deuxième facteur de votre compte',
    );
  });

  it('reveal no factor to a caller who does not know the password', async () => {
    const caller = await house.signIn();
    await setUpCodes(caller);
    const wrong = { email: caller.email, password: 'Wrong-2027', code: '123456' };
    expect(refusalOf(await house.visitor.call(login, { body: wrong }))).toEqual([401, 'invalid_credentials']);
  });

  // ASVS 6.5.1
  it('work once, and not after a later one', async () => {
    const caller = await house.signIn();
    const { secret } = await setUpCodes(caller);
    const early = codeOf(secret, new Date(clock().getTime() - 30_000));
    expect((await signIn(caller, codeOf(secret))).status).toBe(200);
    for (const code of [codeOf(secret), early])
      expect(refusalOf(await signIn(caller, code))).toEqual([400, 'wrong_code']);
  });

  it('work once when two sign-ins use one at the same time', async () => {
    const caller = await house.signIn();
    const { secret } = await setUpCodes(caller);
    const answers = await Promise.all([1, 2, 3].map(() => signIn(caller, codeOf(secret))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  // ASVS 6.5.5
  it('are accepted from clocks up to half a minute off', async () => {
    const caller = await house.signIn();
    const { secret } = await setUpCodes(caller);
    const at = (ms: number) => codeOf(secret, new Date(clock().getTime() + ms));
    expect(refusalOf(await signIn(caller, at(-61_000)))).toEqual([400, 'wrong_code']);
    expect(refusalOf(await signIn(caller, at(61_000)))).toEqual([400, 'wrong_code']);
    expect((await signIn(caller, at(30_000))).status).toBe(200);
  });

  // ASVS 6.5.2
  it('are encrypted, so that the database alone does not reveal them', async () => {
    const caller = await house.signIn();
    const { secret, recovery } = await setUpCodes(caller);
    const rows = JSON.stringify([
      ...(await house.db.select().from(codeFactors)),
      ...(await house.db.select().from(recoveryCodes)),
    ]);
    expect(rows).not.toContain(secret);
    for (const code of recovery) expect(rows).not.toContain(code.slice(2));
  });

  it('are replaced by another authenticator once it is confirmed', async () => {
    const caller = await house.signIn();
    const { secret } = await setUpCodes(caller);
    const other = (await caller.call(factors.startCodes)).body.secret;
    expect((await signIn(caller, codeOf(secret))).status).toBe(200);
    const { body } = await caller.call(factors.confirmCodes, { body: { code: codeOf(other) } });
    expect(body.recovery_codes).toBeNull();
    pass(minute);
    expect(refusalOf(await signIn(caller, codeOf(secret)))).toEqual([400, 'wrong_code']);
    expect((await signIn(caller, codeOf(other))).status).toBe(200);
  });

  it('end when their owner removes them, and so do the recovery codes', async () => {
    const caller = await house.signIn();
    await setUpCodes(caller);
    expect((await caller.call(factors.deleteCodes)).status).toBe(204);
    expect((await signIn(caller)).status).toBe(200);
    expect((await caller.call(factors.listFactors)).body.recovery_codes).toBe(0);
    expect(refusalOf(await caller.call(factors.deleteCodes))).toEqual([404, 'factor_not_found']);
  });

  // ASVS 11.3.3
  it('are deleted when the installation has another key, and their owner is notified', async () => {
    const caller = await house.signIn();
    await setUpCodes(caller);
    expect(await deleteUnreadableCodes(house.db, Buffer.alloc(32, 9), clock())).toBeGreaterThan(0);
    expect((await signIn(caller)).status).toBe(200);
    expect((await mailsTo(caller.email)).map(({ text }) => text).join()).toContain('sauvegarde');
    expect(await deleteUnreadableCodes(house.db, Buffer.alloc(32, 9), clock())).toBe(0);
  });
});

describe('recovery codes', () => {
  // ASVS 6.5.1
  it('work once each, however they are typed, and their owner is notified', async () => {
    const caller = await house.signIn();
    const { recovery } = await setUpCodes(caller);
    const [first = '', second = ''] = recovery;
    expect((await signIn(caller, first)).status).toBe(200);
    expect(refusalOf(await signIn(caller, first))).toEqual([400, 'wrong_code']);
    expect((await signIn(caller, second.replaceAll('-', ' ').toUpperCase())).status).toBe(200);
    expect((await caller.call(factors.listFactors)).body.recovery_codes).toBe(8);
    const told = (await mailsTo(caller.email)).filter((mail) =>
      JSON.stringify(mail).includes('code de secours vient de servir'),
    );
    expect(told).toHaveLength(2);
  });

  it('work once when two sign-ins use one at the same time', async () => {
    const caller = await house.signIn();
    const { recovery } = await setUpCodes(caller);
    const answers = await Promise.all([1, 2].map(() => signIn(caller, recovery[3])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('are generated again, which invalidates the former ones', async () => {
    const caller = await house.signIn();
    const { recovery } = await setUpCodes(caller);
    const { body } = await caller.call(factors.createRecoveryCodes);
    expect(new Set([...recovery, ...body.recovery_codes]).size).toBe(20);
    expect(refusalOf(await signIn(caller, recovery[0]))).toEqual([400, 'wrong_code']);
    expect((await signIn(caller, body.recovery_codes[0])).status).toBe(200);
  });

  it('are not generated for an account without a factor', async () => {
    const caller = await house.signIn();
    expect(refusalOf(await caller.call(factors.createRecoveryCodes))).toEqual([404, 'factor_not_found']);
  });
});

describe('passkeys', () => {
  it('sign in without a password, and serve as second factor with one', async () => {
    const caller = await house.signIn();
    const { authenticator, added } = await addPasskey(caller);
    expect(added.body.recovery_codes).toHaveLength(10);
    expect((await signIn(caller)).body.factors).toEqual({ codes: false, passkey: true });
    const { options } = (await house.visitor.call(factors.getPasskeyOptions)).body;
    const answer = await house.visitor.call(factors.loginWithPasskey, {
      body: { credential: authenticator.show(options) },
    });
    expect([answer.status, answer.body.email]).toEqual([200, caller.email]);
    expect((await house.visitor.call(getProfile, { headers: cookieOf(answer) })).status).toBe(200);
    expect((await caller.call(factors.listFactors)).body.passkeys).toMatchObject([
      { name: 'Téléphone', used_at: clock().toISOString() },
    ]);
    expect((await signIn(caller, added.body.recovery_codes[0])).status).toBe(200);
  });

  // ASVS 6.6.2
  it('are refused for a replayed answer, another site, another or no owner, and an expired challenge', async () => {
    const caller = await house.signIn();
    const { authenticator } = await addPasskey(caller);
    const ask = async () => (await house.visitor.call(factors.getPasskeyOptions)).body.options;
    const show = (credential: { id: string }) => house.visitor.call(factors.loginWithPasskey, { body: { credential } });
    const good = authenticator.show(await ask());
    expect((await show(good)).status).toBe(200);
    const { options } = (await caller.call(factors.startPasskey)).body;
    const wrong = [
      good,
      authenticator.show(await ask(), { origin: 'http://evil.test' }),
      authenticator.show(await ask(), { verified: false }),
      // One of our challenges, made for another purpose, and a forged one.
      authenticator.show(options),
      authenticator.show({ challenge: Buffer.alloc(40).toString('base64url') }),
      createAuthenticator().show(await ask()),
      { ...authenticator.show(await ask()), response: 'nothing' },
    ];
    for (const one of wrong) expect(refusalOf(await show(one))).toEqual([400, 'wrong_passkey']);
    const late = authenticator.show(await ask());
    pass(6 * minute);
    expect(refusalOf(await show(late))).toEqual([400, 'wrong_passkey']);
  });

  it('are created once, for the account that asked, with its own challenge', async () => {
    const caller = await house.signIn();
    const other = await house.signIn();
    const authenticator = createAuthenticator();
    const { options } = (await caller.call(factors.startPasskey)).body;
    const body = { name: 'Clé', credential: authenticator.create(options) };
    expect(refusalOf(await other.call(factors.createPasskey, { body }))).toEqual([400, 'wrong_passkey']);
    expect((await caller.call(factors.createPasskey, { body })).status).toBe(200);
    expect(refusalOf(await caller.call(factors.createPasskey, { body }))).toEqual([400, 'wrong_passkey']);
    expect(await house.db.select().from(passkeys).where(eq(passkeys.user_id, caller.id))).toMatchObject([
      { transports: ['internal'] },
    ]);
  });

  it('are removed one by one, only by their owner', async () => {
    const caller = await house.signIn();
    const stranger = await house.signIn();
    await addPasskey(caller);
    const [held] = (await caller.call(factors.listFactors)).body.passkeys;
    const params = { passkey: held.id };
    expect(refusalOf(await stranger.call(factors.deletePasskey, { params }))).toEqual([404, 'factor_not_found']);
    expect((await caller.call(factors.deletePasskey, { params })).status).toBe(204);
    expect((await signIn(caller)).status).toBe(200);
  });
});
