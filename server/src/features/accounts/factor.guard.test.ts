import { forgotPassword, login } from '@dossard/contract/accounts/account.endpoints.ts';
import * as factors from '@dossard/contract/accounts/factor.endpoints.ts';
import { deleteAccount, exportAccount } from '@dossard/contract/accounts/security.endpoints.ts';
import { getProfile, logout } from '@dossard/contract/accounts/session.endpoints.ts';
import * as administration from '@dossard/contract/administration/administration.endpoints.ts';
import { listCompetitions } from '@dossard/contract/competitions/competition.endpoints.ts';
import {
  acceptInvitationUnauthenticated,
  createInvitation,
} from '@dossard/contract/invitations/invitation.endpoints.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { createLimits } from '../../http/turns/limits.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { codeFactors, passkeys, recoveryCodes } from '../../tables/factor.tables.ts';
import {
  addPasskey,
  clock,
  codeOf,
  cookieOf,
  minute,
  pass,
  prove,
  refusalOf,
  setUpCodes,
  startFactors,
} from '../../testing/factors.ts';
import { makeCompetition } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller, testPassword } from '../../testing/test.app.ts';
import { verifyChains } from '../verification/verify.chain.ts';

/* When second factors are required, and that nothing bypasses them (S17, S20, S21). */

const { house, mailsTo, signIn } = await startFactors();

// ASVS 6.3.4
describe('a second factor cannot be bypassed', () => {
  // ASVS 6.4.3
  it('a mailed password still needs it, and replaces nothing without it', async () => {
    const caller = await house.signIn();
    const { secret } = await setUpCodes(caller);
    await house.visitor.call(forgotPassword, { body: { email: caller.email } });
    const mail = JSON.stringify((await mailsTo(caller.email)).at(-1));
    const password = /[a-zA-Z0-9]{4}-[a-zA-Z0-9]{4}-[a-zA-Z0-9]{4}-Vt3/.exec(mail)?.[0] ?? '';
    const refused = await house.visitor.call(login, { body: { email: caller.email, password } });
    expect(refusalOf(refused)).toEqual([403, 'second_factor_required']);
    expect((await caller.call(getProfile)).status).toBe(200);
    const body = { email: caller.email, password, code: codeOf(secret) };
    expect((await house.visitor.call(login, { body })).status).toBe(200);
    expect((await caller.call(getProfile)).status).toBe(401);
  });

  it('an invitation opens no session with the password alone', async () => {
    const { admin, competitionId } = await makeCompetition(house, 0);
    const caller = await house.signIn();
    await setUpCodes(caller);
    const { token } = (await admin.call(createInvitation, { params: { id: competitionId } })).body;
    const body = { token, email: caller.email, first_name: 'Camille', last_name: 'Exemple', password: testPassword };
    const answer = await house.visitor.call(acceptInvitationUnauthenticated, { body });
    expect(refusalOf(answer)).toEqual([403, 'second_factor_required']);
    expect(answer.body.message).toContain('sign in first');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('a new password set by an administrator keeps it', async () => {
    const caller = await house.signIn();
    await setUpCodes(caller);
    const boss = await house.signIn(['super_admin']);
    await boss.call(administration.updatePassword, { body: { email: caller.email, new_password: 'Other-2027' } });
    const body = { email: caller.email, password: 'Other-2027' };
    expect(refusalOf(await house.visitor.call(login, { body }))).toEqual([403, 'second_factor_required']);
  });

  // ASVS 6.6.3
  it('guesses of codes are limited for any address, and each guess counts', async () => {
    const limited = await startTestApp((client) => ({ clock, limits: createLimits(client.pool) }));
    const caller = await limited.signIn();
    await caller.call(factors.proveIdentity, { body: { current_password: testPassword } });
    const { secret } = (await caller.call(factors.startCodes)).body;
    await caller.call(factors.confirmCodes, { body: { code: codeOf(secret) } });
    const guess = async (at: number) => {
      const body = { email: caller.email, password: testPassword, code: '000000' };
      return (await limited.visitor.call(login, { body, headers: { 'x-forwarded-for': `192.0.2.${at}` } })).status;
    };
    const seen: number[] = [];
    for (let at = 0; at < 7; at += 1) seen.push(await guess(at));
    expect(seen).toEqual([400, 400, 400, 400, 400, 429, 429]);
  });
});

describe('an account with a second factor proves it again', () => {
  const deed = (boss: TestCaller) =>
    boss.call(administration.changeGlobalPermission, {
      body: { action: 'grant', permission: 'create_competition', user_email: boss.email },
    });

  it('before permissions, resets and deletions, ten minutes after the last proof', async () => {
    const boss = await house.signIn(['super_admin']);
    const { secret } = await setUpCodes(boss);
    expect((await deed(boss)).status).toBe(200);
    pass(10 * minute);
    expect(refusalOf(await deed(boss))).toEqual([403, 'proof_required']);
    for (const answer of [
      await boss.call(administration.resetSystem, { headers: { 'x-confirm': 'RESET' } }),
      await boss.call(administration.deleteAccountOf, { body: { email: boss.email } }),
      await boss.call(deleteAccount, { body: { current_password: testPassword } }),
      await boss.call(factors.deleteCodes),
      await boss.call(factors.createRecoveryCodes),
    ])
      expect(refusalOf(answer)).toEqual([403, 'proof_required']);
    expect((await boss.call(factors.proveIdentity, { body: { code: codeOf(secret) } })).status).toBe(204);
    expect((await deed(boss)).status).toBe(200);
  });

  it('by the password, a code or a passkey of that account, and nothing else', async () => {
    const boss = await house.signIn(['super_admin']);
    const { authenticator } = await addPasskey(boss);
    const stranger = await house.signIn();
    const { authenticator: foreign } = await addPasskey(stranger);
    pass(11 * minute);
    const ask = async () => (await house.visitor.call(factors.getPasskeyOptions)).body.options;
    const proveBy = async (body: object) => refusalOf(await boss.call(factors.proveIdentity, { body: { ...body } }));
    expect(await proveBy({})).toEqual([400, 'wrong_current_password']);
    expect(await proveBy({ current_password: 'Wrong-2027' })).toEqual([400, 'wrong_current_password']);
    expect(await proveBy({ code: '123456' })).toEqual([400, 'wrong_code']);
    expect(await proveBy({ credential: foreign.show(await ask()) })).toEqual([400, 'wrong_passkey']);
    expect(refusalOf(await deed(boss))).toEqual([403, 'proof_required']);
    expect(await proveBy({ credential: authenticator.show(await ask()) })).toEqual([204, undefined]);
    expect((await deed(boss)).status).toBe(200);
  });

  // ASVS 7.5.1
  it('and a new factor needs it from every account', async () => {
    const caller = await house.signIn();
    pass(11 * minute);
    for (const call of [factors.startCodes, factors.startPasskey])
      expect(refusalOf(await caller.call(call))).toEqual([403, 'proof_required']);
    await prove(caller);
    expect((await caller.call(factors.startCodes)).status).toBe(200);
  });
});

// ASVS 6.3.3
describe('an installation that requires a second factor', () => {
  const demand = async (required_of: 'nobody' | 'super_admins' | 'admins') => {
    const boss = await house.signIn(['super_admin']);
    await setUpCodes(boss);
    const answer = await boss.call(administration.updateFactorRule, { body: { required_of } });
    expect(answer.status).toBe(200);
    return boss;
  };

  it('is set by a super administrator who has one', async () => {
    const boss = await house.signIn(['super_admin']);
    const body = { required_of: 'super_admins' } as const;
    expect(refusalOf(await boss.call(administration.updateFactorRule, { body }))).toEqual([409, 'factor_needed_first']);
    expect((await boss.call(administration.getFactorRule)).body).toEqual({ required_of: 'nobody' });
  });

  it('limits an account without one, at its next sign-in, to setting it up and signing out, until it has one', async () => {
    const { admin, competitionId } = await makeCompetition(house, 0);
    const referee = await house.signInAs('referee', competitionId);
    await demand('admins');
    expect((await admin.call(listCompetitions)).status).toBe(200);
    const signed = await signIn(admin);
    expect(signed.body.factor_setup_required).toBe(true);
    const headers = cookieOf(signed);
    const late = {
      ...admin,
      call: ((line, sent) => house.visitor.call(line, { ...sent, headers })) as TestCaller['call'],
    };
    expect((await late.call(getProfile)).body.factor_setup_required).toBe(true);
    expect(refusalOf(await late.call(listCompetitions))).toEqual([403, 'factor_setup_required']);
    expect(refusalOf(await late.call(exportAccount))).toEqual([403, 'factor_setup_required']);
    expect((await late.call(factors.listFactors)).body.required).toBe(true);
    await setUpCodes(late);
    expect((await late.call(listCompetitions)).status).toBe(200);
    expect((await late.call(getProfile)).body.factor_setup_required).toBeUndefined();
    expect(refusalOf(await late.call(factors.deleteCodes))).toEqual([409, 'last_factor']);
    expect((await late.call(logout)).status).toBe(204);
    expect((await signIn(referee)).body.factor_setup_required).toBeUndefined();
    await demand('nobody');
  });

  it('blocks administrators from their panel immediately', async () => {
    const other = await house.signIn(['super_admin']);
    await demand('super_admins');
    expect(refusalOf(await other.call(administration.listAccounts))).toEqual([403, 'factor_setup_required']);
    expect((await other.call(getProfile)).status).toBe(200);
    await demand('nobody');
    expect((await other.call(administration.listAccounts)).status).toBe(200);
  });
});

describe('an administrator', () => {
  // ASVS 6.4.4
  it('removes the factors of an owner who has lost them, which is logged and mailed', async () => {
    const caller = await house.signIn();
    await setUpCodes(caller);
    await addPasskey(caller);
    const boss = await house.signIn(['super_admin']);
    const body = { email: caller.email };
    expect((await boss.call(administration.removeFactorsOf, { body })).status).toBe(204);
    expect((await signIn(caller)).status).toBe(200);
    expect(refusalOf(await boss.call(administration.removeFactorsOf, { body }))).toEqual([404, 'factor_not_found']);
    const logged = await house.db.select().from(auditLog).where(eq(auditLog.actor_id, boss.id));
    expect(logged.at(-1)).toMatchObject({ subject: 'user', after: { second_factor: 'all_removed' } });
    expect(JSON.stringify(await mailsTo(caller.email))).toContain('Un administrateur a retiré');
  });

  it('with manage_users alone cannot do so for an account with a global permission', async () => {
    const boss = await house.signIn(['super_admin']);
    await setUpCodes(boss);
    const manager = await house.signIn(['manage_users']);
    const body = { email: boss.email };
    expect(refusalOf(await manager.call(administration.removeFactorsOf, { body }))).toEqual([403, 'forbidden']);
  });
});

test('an export names second factors without their secrets, and a deletion removes them; the chain stays valid', async () => {
  const caller = await house.signIn();
  const { secret } = await setUpCodes(caller);
  await addPasskey(caller);
  const { body } = await caller.call(exportAccount);
  expect(body.second_factors).toMatchObject({ recovery_codes: 10, passkeys: [{ name: 'Téléphone' }] });
  expect(JSON.stringify(body)).not.toContain(secret);
  await caller.call(deleteAccount, { body: { current_password: testPassword } });
  for (const table of [codeFactors, passkeys, recoveryCodes])
    expect(await house.db.select().from(table).where(eq(table.user_id, caller.id))).toEqual([]);
  expect((await verifyChains(house.db, [])).filter(({ problem }) => problem)).toEqual([]);
});
