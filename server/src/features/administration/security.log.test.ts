import { changePassword, login } from '@dossard/contract/accounts/account.endpoints.ts';
import {
  deleteAccount,
  endSession,
  exportAccount,
  listSessions,
} from '@dossard/contract/accounts/security.endpoints.ts';
import * as administration from '@dossard/contract/administration/administration.endpoints.ts';
import { exportSecurityEvents, listSecurityEvents } from '@dossard/contract/administration/security.log.endpoints.ts';
import type { SecurityEvent } from '@dossard/contract/administration/security.log.schema.ts';
import { acceptInvitation, createInvitation } from '@dossard/contract/invitations/invitation.endpoints.ts';
import { updateMember } from '@dossard/contract/members/member.endpoints.ts';
import { getPersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { eraseExpired } from '../../housekeeping.ts';
import { createRefusalLog } from '../../http/refusal.log.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { securityEvents } from '../../tables/security.table.ts';
import { clock, minute, pass, setUpCodes } from '../../testing/factors.ts';
import { makeCompetition } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller, testPassword } from '../../testing/test.app.ts';

/* The security log that super administrators read (S22). */

const house = await startTestApp({ clock });
const boss = await house.signIn(['super_admin']);

async function read(query: object = {}): Promise<SecurityEvent[]> {
  const { status, body } = await boss.call(listSecurityEvents, { query: { page: 1, ...query } });
  expect(status).toBe(200);
  return body.events;
}

beforeEach(async () => {
  await boss.call(listSecurityEvents, { query: { page: 1 } });
  await house.db.delete(securityEvents);
  pass(61 * minute);
});

const wrongSignIn = (email: string) => house.visitor.call(login, { body: { email, password: 'Wrong-2027' } });

const signInOf = (email: string) =>
  ({ routeOptions: { method: 'PUT', url: '/api/login' }, ip: '127.0.0.1', body: { email } }) as FastifyRequest;

// ASVS 16.3.1
describe('refused sign-ins', () => {
  it('are counted by account, network and hour', async () => {
    const caller = await house.signIn();
    for (let at = 0; at < 3; at += 1) await wrongSignIn(caller.email.toUpperCase());
    const [event, ...more] = await read();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      ...{ kind: 'sign_in_refused', count: 3, network: '127.0.0.0/24', actor: null, unknown_account: null },
      ...{ subject: { id: caller.id, email: caller.email }, detail: 'invalid_credentials PUT /api/login' },
    });
    await wrongSignIn(caller.email);
    expect(await read()).toMatchObject([{ count: 4 }]);
    pass(61 * minute);
    await wrongSignIn(caller.email);
    expect((await read()).map(({ count }) => count)).toEqual([1, 4]);
  });

  it('of addresses without an account can be told apart without revealing the addresses', async () => {
    for (const email of ['nobody@dossard.test', 'Nobody@dossard.test', 'other@dossard.test']) await wrongSignIn(email);
    const events = await read();
    expect(events.map(({ count }) => count).sort()).toEqual([1, 2]);
    expect(new Set(events.map(({ unknown_account }) => unknown_account)).size).toBe(2);
    expect(JSON.stringify(await house.db.select().from(securityEvents))).not.toMatch(/nobody|other|Wrong-2027/i);
  });

  it('in a flood use only a few rows, and all are counted', async () => {
    // Skips the password hashes, which would take most of a minute on a busy machine.
    const log = createRefusalLog({ db: house.db, clock, secretKey: Buffer.from('secret') }, ({ message }) =>
      expect.unreachable(message),
    );
    for (let at = 0; at < 260; at += 1)
      log.note(signInOf(`flood-${at}@dossard.test`), new Refusal('invalid_credentials'));
    await log.stop();
    const rows = await house.db.select().from(securityEvents);
    expect(rows.length).toBe(201);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(260);
    expect(rows.filter(({ detail }) => detail === 'others')).toMatchObject([{ unknown_account: null, network: '' }]);
  });

  it('are counted once when the database fails while they are stored', async () => {
    const troubles: Error[] = [];
    const log = createRefusalLog({ db: house.db, clock, secretKey: Buffer.from('secret') }, (error) =>
      troubles.push(error),
    );
    const note = (email: string) => log.note(signInOf(email), new Refusal('invalid_credentials'));
    const insert = house.db.insert.bind(house.db);
    const away = Object.assign(new Error('The database is away.'), { code: 'ECONNREFUSED' });
    const failing = vi.spyOn(house.db, 'insert');
    failing.mockImplementationOnce(insert as never).mockImplementationOnce(() => {
      note('second@dossard.test');
      throw away;
    });
    for (const name of ['first', 'second', 'third']) note(`${name}@dossard.test`);
    await log.store();
    failing.mockRestore();
    expect(troubles).toEqual([away]);
    await log.stop();
    const rows = await house.db.select().from(securityEvents).orderBy(securityEvents.count);
    expect(rows.map(({ count }) => count)).toEqual([1, 1, 2]);
  });

  it('that the database rejects do not block the others', async () => {
    const troubles: Error[] = [];
    const log = createRefusalLog({ db: house.db, clock, secretKey: Buffer.from('secret') }, (error) =>
      troubles.push(error),
    );
    await house.db.execute(sql`alter table security_events add constraint rejected check (detail not like 'wrong%')`);
    log.note(signInOf('first@dossard.test'), new Refusal('wrong_code'));
    log.note(signInOf('second@dossard.test'), new Refusal('invalid_credentials'));
    await log.stop();
    await house.db.execute(sql`alter table security_events drop constraint rejected`);
    expect(troubles).toHaveLength(1);
    expect(await house.db.select().from(securityEvents)).toMatchObject([{ count: 1 }]);
  });

  it('report a wrong second factor, but not the request to enter one', async () => {
    const caller = await house.signIn();
    await setUpCodes(caller);
    const body = { email: caller.email, password: testPassword };
    await house.visitor.call(login, { body });
    await house.visitor.call(login, { body: { ...body, code: '000000' } });
    expect((await read({ kind: 'sign_in_refused' })).map(({ detail }) => detail)).toEqual([
      'wrong_code PUT /api/login',
    ]);
  });
});

// ASVS 16.3.2
test('refused access is logged with the account and the call', async () => {
  const caller = await house.signIn();
  for (const _ of [1, 2]) await caller.call(administration.listAccounts);
  expect(await read()).toMatchObject([
    {
      ...{ kind: 'access_refused', count: 2, detail: 'forbidden GET /api/admin/accounts' },
      actor: { id: caller.id, name: 'Camille Exemple' },
    },
  ]);
});

// ASVS 16.2.1, 16.3.3
test('each change to accounts is logged with its author and the account concerned', async () => {
  const { admin, competitionId } = await makeCompetition(house, 1);
  const referee = await house.signIn();
  await read();
  await house.db.delete(securityEvents);
  const at = { params: { id: competitionId } };
  const invited = await admin.call(createInvitation, at);
  await referee.call(acceptInvitation, { body: { token: invited.body.token } });
  await admin.call(updateMember, { ...at, body: { user_id: referee.id, role: 'editor' } });
  await admin.call(getPersonalData, { params: { id: competitionId, dossard: 1 } });
  await referee.call(exportAccount);
  await boss.call(administration.exportAccountOf, { query: { email: referee.email } });
  const grant = { action: 'grant', permission: 'manage_users', user_email: referee.email } as const;
  await boss.call(administration.changeGlobalPermission, { body: grant });
  await setUpCodes(referee);
  await house.visitor.call(login, { body: { email: referee.email, password: testPassword } });
  const [session] = (await referee.call(listSessions)).body.sessions;
  await referee.call(changePassword, { body: { current_password: testPassword, new_password: 'Other-2027' } });
  await referee.call(endSession, { params: { session: session.id } });
  await admin.call(deleteAccount, { body: { current_password: testPassword } });
  const seen = (await read())
    .reverse()
    .map(({ kind, actor, subject, detail }) => [kind, actor?.id, subject?.id, detail]);
  const mine = [referee.id, referee.id];
  expect(seen).toEqual(
    expect.arrayContaining([
      ['role_changed', ...mine, 'none → referee'],
      ['invitation_used', ...mine, 'qr referee'],
      ['role_changed', admin.id, referee.id, 'referee → editor'],
      ['personal_data_exported', admin.id, undefined, 'bib 1'],
      ['personal_data_exported', ...mine, ''],
      ['personal_data_exported', boss.id, referee.id, ''],
      ['permission_changed', boss.id, referee.id, 'create manage_users'],
      ['factor_changed', ...mine, 'codes_added'],
      ['password_changed', ...mine, ''],
      ['session_ended', ...mine, ''],
    ]),
  );
});

test('after an account is deleted, only its number remains', async () => {
  const caller = await house.signIn();
  await wrongSignIn(caller.email);
  await read();
  await caller.call(deleteAccount, { body: { current_password: testPassword } });
  const events = await read();
  expect(events.map(({ kind }) => kind).sort()).toEqual(['account_deleted', 'sign_in_refused']);
  for (const { subject } of events) expect(subject).toEqual({ id: caller.id, name: null, email: null });
});

test('entries are found by kind, person and time, page by page', async () => {
  const caller = await house.signIn();
  await caller.call(exportAccount);
  pass(minute);
  const then = clock().toISOString();
  pass(minute);
  await boss.call(exportAccount);
  const kinds = (found: SecurityEvent[]) => found.map(({ actor }) => actor?.id);
  expect(kinds(await read({ person: `camille ${caller.email}` }))).toEqual([caller.id]);
  expect(kinds(await read({ from: then }))).toEqual([boss.id]);
  expect(kinds(await read({ to: then }))).toEqual([caller.id]);
  expect(await read({ kind: 'reset' })).toEqual([]);
  expect(await read({ person: 'nobody-has-this-name' })).toEqual([]);
  const noted = { kind: 'session_ended', at: clock().toISOString() };
  await house.db.insert(securityEvents).values(Array.from({ length: 60 }, (_, key) => ({ ...noted, key: `k${key}` })));
  const { body } = await boss.call(listSecurityEvents, { query: { page: 2 } });
  expect([body.total, body.events.length]).toEqual([62, 12]);
});

test('the file has the same entries, and exporting it is logged', async () => {
  await wrongSignIn('nobody@dossard.test');
  const { headers, body } = await boss.call(exportSecurityEvents, { query: { kind: 'sign_in_refused' } });
  expect(headers['content-disposition']).toContain('.csv');
  expect(body).toContain('sign_in_refused');
  expect(body).not.toContain('nobody@dossard.test');
  expect(await read({ kind: 'personal_data_exported' })).toMatchObject([{ detail: 'security log' }]);
});

test('entries are erased after 180 days, and the oldest refusals when there are too many', async () => {
  const at = (days: number) => new Date(clock().getTime() - days * 86_400_000).toISOString();
  await house.db.insert(securityEvents).values([
    { key: 'old', kind: 'reset', at: at(181) },
    { key: 'young', kind: 'reset', at: at(179) },
  ]);
  await house.db.execute(
    sql`insert into security_events (key, kind, at)
      select 'r' || n, 'access_refused', ${at(1)}::timestamptz - n * interval '1 second' from generate_series(1, 200010) n`,
  );
  await eraseExpired(house.db, clock());
  const kept = await house.db.select({ key: securityEvents.key }).from(securityEvents);
  expect(kept.length).toBe(200_001);
  expect(kept.map(({ key }) => key)).toContain('young');
  expect(kept.map(({ key }) => key)).not.toContain('r200010');
});

// ASVS 16.4.2
test('only super administrators read it', async () => {
  const manager: TestCaller = await house.signIn(['manage_users']);
  for (const call of [listSecurityEvents, exportSecurityEvents]) expect((await manager.call(call)).status).toBe(403);
});
