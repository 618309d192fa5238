import { login, register } from '@dossard/contract/accounts/account.endpoints.ts';
import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import {
  changeGlobalPermission,
  deleteAccountOf,
  listAccounts,
  resetSystem,
  updatePassword,
} from '@dossard/contract/administration/administration.endpoints.ts';
import type { ListedAccount } from '@dossard/contract/administration/administration.schema.ts';
import { createCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { users } from '../../tables/account.tables.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { codeFactors, installationSettings } from '../../tables/factor.tables.ts';
import { competitionInput, makeCompetition, runOf } from '../../testing/main.job.ts';
import { printTables } from '../../testing/table.prints.ts';
import { startTestApp, type TestAnswer, testPassword } from '../../testing/test.app.ts';

const house = await startTestApp();
const superAdmin = await house.signIn(['super_admin']);
const manager = await house.signIn(['manage_users']);
const refusal = ({ status, body }: TestAnswer) => [status, body.code];
const signIn = async (email: string, password: string) =>
  (await house.visitor.call(login, { body: { email, password } })).status;

describe('PUT /admin/update-password', () => {
  const update = (by: typeof manager, email: string, new_password = 'Other-2027') =>
    by.call(updatePassword, { body: { email, new_password } });

  // ASVS 7.4.5
  it('sets the password and ends the account’s sessions', async () => {
    const user = await house.signIn();
    const answer = await update(manager, user.email.toUpperCase());
    expect([answer.status, answer.body]).toEqual([200, { message: `The password of ${user.email} was changed.` }]);
    expect((await user.call(getProfile)).status).toBe(401);
    expect([await signIn(user.email, testPassword), await signIn(user.email, 'Other-2027')]).toEqual([401, 200]);
    const [entry] = await house.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actor_id, manager.id))
      .orderBy(auditLog.id)
      .offset(1);
    expect(entry).toMatchObject({ action: 'update', subject: 'user', after: { password: 'changed' } });
  });

  it.each([
    [false, 200],
    [true, 403],
  ])('with a mail server %s, an address that was never verified signs in: %d', async (sendsMail, status) => {
    const beside = await startTestApp({ sendsMail }, house.databaseUrl);
    const email = `unverified-${sendsMail}@dossard.test`;
    await beside.visitor.call(register, {
      body: { email, first_name: 'Julie', last_name: 'Exemple', password: testPassword },
    });
    const by = await beside.signIn(['manage_users']);
    expect((await update(by, email)).status).toBe(200);
    expect(await signIn(email, 'Other-2027')).toBe(status);
    expect(await signIn(email, testPassword)).toBe(401);
  });

  it('only a super administrator may do so for an account with a global permission', async () => {
    for (const permission of ['super_admin', 'create_competition', 'manage_users'] as const) {
      const holder = await house.signIn([permission]);
      expect(refusal(await update(manager, holder.email))).toEqual([403, 'forbidden']);
      expect((await holder.call(getProfile)).status).toBe(200);
      expect((await update(superAdmin, holder.email)).status).toBe(200);
    }
  });

  it('refuses an unknown address', async () => {
    expect(refusal(await update(manager, 'nobody@dossard.test'))).toEqual([404, 'user_not_found']);
  });

  it('applies the same password rule as registration', async () => {
    const answer = await update(manager, 'nobody@dossard.test', 'weak');
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: 'new_password', code: 'weak_password' }]]);
  });

  // ASVS 6.2.4
  it('refuses a common password at its field, in the language of the caller, and changes nothing', async () => {
    const user = await house.signIn();
    const answer = await update(manager, user.email, 'Password1');
    const message = 'This password is too common. Choose one that is harder to guess.';
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([{ path: 'new_password', code: 'common_password', message }]);
    expect(await signIn(user.email, testPassword)).toBe(200);
  });
});

describe('GET /admin/accounts', () => {
  const list = async (query: Record<string, string | number> = {}) =>
    (await superAdmin.call(listAccounts, { query })).body as { accounts: ListedAccount[]; total: number };

  it('lists accounts with their permissions, and nothing secret', async () => {
    const holder = await house.signIn(['create_competition', 'manage_users']);
    const { accounts, total } = await list({ search: holder.email.toUpperCase() });
    expect(total).toBe(1);
    expect(accounts).toEqual([
      {
        id: holder.id,
        email: holder.email,
        first_name: 'Camille',
        last_name: 'Exemple',
        email_verified: true,
        account_status: 'active',
        global_permissions: ['create_competition', 'manage_users'],
      },
    ]);
  });

  it('matches every word in name and address, in any order', async () => {
    const user = await house.signIn();
    const [local = ''] = user.email.split('@');
    expect((await list({ search: `exemple ${local} cam` })).accounts.map(({ id }) => id)).toEqual([user.id]);
    expect(await list({ search: '100%' })).toEqual({ accounts: [], total: 0 });
  });

  it('is paginated, holders of a permission first', async () => {
    await house.db.insert(users).values(
      Array.from({ length: 60 }, (_, index) => ({
        email: `page-${index}@dossard.test`,
        first_name: 'Page',
        last_name: `Numéro ${String(index).padStart(2, '0')}`,
        password_hash: 'none',
        account_status: 'invited' as const,
      })),
    );
    const first = await list({ search: 'page-' });
    const second = await list({ search: 'page-', page: 2 });
    expect([first.total, first.accounts.length, second.accounts.length]).toEqual([60, 50, 10]);
    expect(first.accounts[0]).toMatchObject({
      last_name: 'Numéro 00',
      email_verified: false,
      account_status: 'invited',
    });
    const everybody = (await list()).accounts.map(({ global_permissions }) => global_permissions.length > 0);
    expect(everybody.lastIndexOf(true)).toBeLessThan(everybody.indexOf(false));
  });

  it('is for super administrators only', async () => {
    expect(refusal(await manager.call(listAccounts))).toEqual([403, 'forbidden']);
  });
});

describe('PUT /admin/global-permissions', () => {
  const change = (action: string, permission: string, user_email: string, by = superAdmin) =>
    by.call(changeGlobalPermission, { body: { action, permission, user_email } });

  it('grants and revokes with immediate effect', async () => {
    const user = await house.signIn();
    const create = async () => (await user.call(createCompetition, { body: competitionInput })).status;
    const granted = await change('grant', 'create_competition', user.email.toUpperCase());
    expect([granted.status, granted.body]).toEqual([
      200,
      { message: `${user.email} now has this permission: create competitions.` },
    ]);
    expect(await create()).toBe(201);
    expect((await change('grant', 'create_competition', user.email)).status).toBe(200);
    const revoked = await change('revoke', 'create_competition', user.email);
    expect([revoked.status, revoked.body]).toEqual([
      200,
      { message: `${user.email} no longer has this permission: create competitions.` },
    ]);
    expect(await create()).toBe(403);
    const history = await house.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, 'permission'))
      .orderBy(auditLog.id);
    expect(history.map(({ action, subject_key }) => [action, subject_key])).toEqual([
      ['create', String(user.id)],
      ['delete', String(user.id)],
    ]);
  });

  it('takes effect only once the address is verified', async () => {
    const user = await house.signIn();
    await house.db
      .update(users)
      .set({ email_verified_at: null, account_status: 'invited' })
      .where(eq(users.id, user.id));
    await change('grant', 'super_admin', user.email);
    expect((await user.call(getProfile)).body.global_permissions).toEqual([]);
    expect(refusal(await change('grant', 'manage_users', manager.email, user))).toEqual([403, 'forbidden']);
    await change('revoke', 'super_admin', user.email);
  });

  it('keeps one super administrator, even when two revoke each other at the same time', async () => {
    const own = await startTestApp();
    const [first, second] = [await own.signIn(['super_admin']), await own.signIn(['super_admin'])];
    const revoke = (by: typeof first, of: typeof first) => change('revoke', 'super_admin', of.email, by);
    const answers = await Promise.all([revoke(first, second), revoke(second, first)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [left, gone] = answers[0]?.status === 200 ? [first, second] : [second, first];
    expect(refusal(await revoke(left, left))).toEqual([409, 'last_super_admin']);
    expect(refusal(await revoke(gone, left))).toEqual([403, 'forbidden']);
  });

  test.each([
    [{ action: 'steal' }, 'action'],
    [{ permission: 'all' }, 'permission'],
    [{ user_email: '' }, 'user_email'],
  ])('refuses %j', async (wrong, path) => {
    const good = { action: 'grant', permission: 'manage_users', user_email: manager.email };
    const answer = await superAdmin.call(changeGlobalPermission, { body: { ...good, ...wrong } });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path }]]);
    if (path === 'user_email') expect(answer.body.errors[0].message).toBe('User email is required');
  });
});

test('deleting an account and granting it a permission at the same time are serialised', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { email } = await house.signIn();
    const body = { action: 'grant', permission: 'create_competition', user_email: email } as const;
    const answers = await Promise.all([
      superAdmin.call(changeGlobalPermission, { body }),
      superAdmin.call(deleteAccountOf, { body: { email } }),
      superAdmin.call(changeGlobalPermission, { body: { ...body, action: 'revoke' } }),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
  }
});

// ASVS 3.5.3
describe('GET /admin/reset-system', () => {
  const confirmed = { 'x-confirm': 'RESET' };
  const page = { ...confirmed, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };

  const unconfirmed: [string, Record<string, string>][] = [
    ['a plain link', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['an image', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a form of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['an address that was typed', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['a prefetch', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
    ['a prefetch with the header', { ...page, 'sec-purpose': 'prefetch;prerender' }],
    ['an old prefetch with the header', { ...page, purpose: 'prefetch' }],
    ['a program without the header', {}],
    ['a wrong value', { 'x-confirm': 'reset' }],
    ['another site with the header', { ...page, 'sec-fetch-site': 'cross-site' }],
    ['a sister site with the header', { ...page, 'sec-fetch-site': 'same-site' }],
    ['another origin with the header', { ...confirmed, origin: 'https://evil.example' }],
    ['a navigation with the header', { ...page, 'sec-fetch-mode': 'navigate' }],
  ];
  test.each(unconfirmed)('is not triggered by %s', async (_, headers) => {
    const before = await printTables(house.db);
    const answer = await superAdmin.call(resetSystem, { headers });
    expect(refusal(answer)).toEqual([403, 'cross_site_request']);
    expect(await printTables(house.db)).toEqual(before);
  });

  it('erases nothing when the backup cannot be written', async () => {
    const before = await printTables(house.db);
    const answer = await superAdmin.call(resetSystem, { headers: page });
    expect(refusal(answer)).toEqual([500, 'internal_error']);
    expect(await printTables(house.db)).toEqual(before);
  });
});

describe.each([
  ['a page of ours', { 'sec-fetch-site': 'same-origin' }],
  ['a program', {}],
])('a reset confirmed by %s', (_, headers) => {
  it('writes a backup, then keeps only the super administrators', async () => {
    const saved: string[] = [];
    const own = await startTestApp({
      writeBackup: async (reason, now) => {
        saved.push(`${reason}-${now.getFullYear()}`);
        return 'the-backup.gz';
      },
    });
    const boss = await own.signIn(['super_admin']);
    const { admin, competitionId, zoneId } = await makeCompetition(own, 2);
    await admin.call(createRun, { body: runOf(competitionId, zoneId, 1) });
    for (const { id: user_id } of [boss, admin])
      await own.db.insert(codeFactors).values({ user_id, secret: 'sealed', confirmed_at: new Date().toISOString() });
    await own.db.insert(installationSettings).values({ factors_of: 'super_admins' });

    const answer = await boss.call(resetSystem, { headers: { ...headers, 'x-confirm': 'RESET' } });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        message: 'Everything was erased except the super administrators. Backup: the-backup.gz',
        operation_status: 'success',
      },
    ]);
    expect(saved).toEqual([`reset-${new Date().getFullYear()}`]);
    expect((await own.db.select().from(users)).map(({ id }) => id)).toEqual([boss.id]);
    // The accounts that stay keep their second factors.
    expect((await own.db.select().from(codeFactors)).map(({ user_id }) => user_id)).toEqual([boss.id]);
    expect(await own.db.select().from(installationSettings)).toMatchObject([{ factors_of: 'super_admins' }]);
    expect([(await boss.call(getProfile)).status, (await admin.call(getProfile)).status]).toEqual([200, 401]);
    expect(await own.db.select().from(auditLog)).toMatchObject([
      { actor_id: boss.id, action: 'delete', subject: 'system', subject_key: 'the-backup.gz' },
    ]);
    // Numbers are never reused.
    const next = await boss.call(createCompetition, { body: competitionInput });
    expect(next.body.id).toBeGreaterThan(competitionId);
  });
});
