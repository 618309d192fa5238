import { changePassword, login } from '@dossard/contract/accounts/account.endpoints.ts';
import {
  deleteAccount,
  endSession,
  exportAccount,
  listSessions,
} from '@dossard/contract/accounts/security.endpoints.ts';
import type { OwnSession } from '@dossard/contract/accounts/security.schema.ts';
import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import {
  changeGlobalPermission,
  deleteAccountOf,
  exportAccountOf,
  listAccounts,
  updatePassword,
} from '@dossard/contract/administration/administration.endpoints.ts';
import {
  createCompetition,
  deleteCompetition,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { inviteReferee } from '@dossard/contract/invitations/invitation.endpoints.ts';
import { deleteMember, listMembers, updateMember } from '@dossard/contract/members/member.endpoints.ts';
import { createRun, listRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { createSeries } from '@dossard/contract/series/series.endpoints.ts';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { sessions } from '../../tables/account.tables.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { invitations } from '../../tables/invitation.table.ts';
import { mails } from '../../tables/mail.table.ts';
import { members } from '../../tables/member.table.ts';
import { runs } from '../../tables/run.tables.ts';
import { competitionInput, makeCompetition, runOf, seriesInput } from '../../testing/main.job.ts';
import { startTestApp, type TestAnswer, type TestCaller, testPassword } from '../../testing/test.app.ts';
import { verifyChains } from '../verification/verify.chain.ts';
import { eraseLateTraces } from './account.traces.ts';

/* How users protect and delete their account (S14–S16). */

let now = new Date('2027-06-12T10:00:00Z');
const house = await startTestApp({ clock: () => now, deviceKey: Buffer.alloc(32, 7) });
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const password = { body: { current_password: testPassword } };

/** Signs in once more; returns the cookie of the new session. */
async function signInAgain(email: string, agent = firefox): Promise<string> {
  const body = { email, password: testPassword };
  const { headers } = await house.visitor.call(login, { body, headers: { 'user-agent': agent } });
  return String(headers['set-cookie']).split(';', 1)[0] ?? '';
}

const refusalOf = ({ status, body }: TestAnswer) => [status, body.code];
/** Signs in on the browser with this cookie; returns the cookie of the device. */
async function signInAs(email: string, cookie: string): Promise<string> {
  const headers = { 'user-agent': firefox, ...(cookie && { cookie }) };
  const answer = await house.visitor.call(login, { body: { email, password: testPassword }, headers });
  const given = [answer.headers['set-cookie'] ?? []].flat();
  return given.find((one) => one.startsWith('device='))?.split(';', 1)[0] ?? '';
}

const listOf = async (caller: TestCaller): Promise<OwnSession[]> => (await caller.call(listSessions)).body.sessions;
const mailsTo = async (email: string) => house.db.select().from(mails).where(eq(mails.to_address, email));

// ASVS 7.5.2
describe('the sessions of an account', () => {
  it('are listed with browser, network and last use, and the current one is marked', async () => {
    const caller = await house.signIn();
    now = new Date('2027-06-12T11:00:00Z');
    await signInAgain(caller.email);
    expect(await listOf(caller)).toMatchObject([
      { device: 'Firefox · Windows', network: '127.0.0.0/24', used_at: '2027-06-12T11:00:00.000Z', current: false },
      { network: '127.0.0.0/24', current: true },
    ]);
  });

  it('show their last use to the nearest hour', async () => {
    const caller = await house.signIn();
    const [start] = await listOf(caller);
    now = new Date(now.getTime() + 59 * 60_000);
    expect((await listOf(caller))[0]?.used_at).toBe(start?.created_at);
    now = new Date(now.getTime() + 60_000);
    await caller.call(getProfile);
    expect((await listOf(caller))[0]?.used_at).toBe(now.toISOString());
  });

  it('are ended one by one, only by their owner', async () => {
    const caller = await house.signIn();
    const cookie = await signInAgain(caller.email);
    const other = (await listOf(caller)).find(({ current }) => !current);
    const stranger = await house.signIn();
    const params = { session: other?.id ?? 0 };
    expect(refusalOf(await stranger.call(endSession, { params }))).toEqual([404, 'session_not_found']);
    expect((await caller.call(endSession, { params })).status).toBe(204);
    expect((await house.visitor.call(getProfile, { headers: { cookie } })).status).toBe(401);
    expect((await caller.call(getProfile)).status).toBe(200);
    expect(refusalOf(await caller.call(endSession, { params }))).toEqual([404, 'session_not_found']);
  });
});

describe("deleting one's own account", () => {
  it('needs the password', async () => {
    const caller = await house.signIn();
    const wrong = await caller.call(deleteAccount, { body: { current_password: 'Wrong-2027' } });
    expect(refusalOf(wrong)).toEqual([400, 'wrong_current_password']);
    expect((await caller.call(getProfile)).status).toBe(200);
  });

  // ASVS 7.4.2
  it('signs the account out everywhere, prevents sign-in, and allows a new registration', async () => {
    const caller = await house.signIn();
    const elsewhere = await signInAgain(caller.email);
    const gone = await caller.call(deleteAccount, password);
    expect([gone.status, String(gone.headers['set-cookie'])]).toEqual([204, expect.stringContaining('session=;')]);
    for (const headers of [{ cookie: caller.cookie }, { cookie: elsewhere }])
      expect((await house.visitor.call(getProfile, { headers })).status).toBe(401);
    const again = await house.visitor.call(login, { body: { email: caller.email, password: testPassword } });
    expect(refusalOf(again)).toEqual([401, 'invalid_credentials']);
    expect((await house.db.select().from(sessions).where(eq(sessions.user_id, caller.id))).length).toBe(0);
    expect((await mailsTo(caller.email)).map(({ subject }) => subject)).toEqual(['Votre compte a été supprimé']);
  });

  it('removes roles, and the name from the list of accounts and from the history; the chain stays valid', async () => {
    const event = await makeCompetition(house, 2);
    const editor = await house.signInAs('viewer', event.competitionId);
    const params = { id: event.competitionId };
    await event.admin.call(updateMember, { params, body: { user_id: editor.id, role: 'editor' } });
    await editor.call(deleteAccount, password);
    expect((await event.admin.call(listMembers, { params })).body.users).toHaveLength(1);
    const { entries } = (await event.admin.call(listHistory, { params })).body;
    expect(JSON.stringify(entries)).not.toContain(editor.email);
    const [erased, left] = entries;
    const subject = { kind: 'member', key: String(editor.id) };
    expect([erased, left]).toMatchObject([
      { action: 'erase', subject },
      { action: 'delete', subject },
    ]);
    const back = await event.admin.call(restoreEntry, { params: { ...params, entry: left.id } });
    expect(refusalOf(back)).toEqual([409, 'not_restorable']);
    const boss = await house.signIn(['super_admin']);
    const { body: found } = await boss.call(listAccounts, { query: { search: 'deleted', page: 1 } });
    expect(found.total).toBe(0);
    expect((await verifyChains(house.db, [])).filter(({ problem }) => problem)).toEqual([]);
  });

  it.each([
    ['full', 'Camille Exemple'],
    ['initials', 'C. E.'],
  ])('keeps their runs with the name that the organiser chose: %s', async (departed_referees, expected) => {
    const event = await makeCompetition(house, 1);
    const params = { id: event.competitionId };
    await event.admin.call(updateCompetition, { params, body: { ...competitionInput, departed_referees } as never });
    const referee = await house.signInAs('referee', event.competitionId);
    await referee.call(createRun, { body: runOf(event.competitionId, event.zoneId, 1) });
    await referee.call(deleteAccount, password);
    const { runs } = (await event.admin.call(listRuns, { params: { ...params, dossard: 1 } })).body;
    expect(runs).toMatchObject([{ referee_name: expected, run_number: 1 }]);
    const isRun = and(eq(auditLog.competition_id, event.competitionId), eq(auditLog.subject, 'run'));
    expect(await house.db.select().from(auditLog).where(isRun)).toMatchObject([{ after: { referee_name: expected } }]);
    expect((await verifyChains(house.db, [])).filter(({ problem }) => problem)).toEqual([]);
  });

  it('shortens the name also in runs recorded at the same time', async () => {
    const event = await makeCompetition(house, 1);
    const params = { id: event.competitionId };
    const body = { ...competitionInput, departed_referees: 'initials' } as never;
    await event.admin.call(updateCompetition, { params, body });
    const referee = await house.signInAs('referee', event.competitionId);
    const sending = Array.from({ length: 12 }, () =>
      referee.call(createRun, { body: runOf(event.competitionId, event.zoneId, 1) }),
    );
    expect((await referee.call(deleteAccount, password)).status).toBe(204);
    await Promise.all(sending);
    await eraseLateTraces(house.db, now);
    const isRun = and(eq(auditLog.competition_id, event.competitionId), eq(auditLog.subject, 'run'));
    const logged = await house.db.select().from(auditLog).where(isRun);
    const stored = await house.db.select().from(runs).where(eq(runs.competition_id, event.competitionId));
    for (const said of [logged, stored]) expect(JSON.stringify(said)).not.toContain('Camille');
    expect((await verifyChains(house.db, [])).filter(({ problem }) => problem)).toEqual([]);
  });

  it('leaves nothing that was started at the same time: no session, no competition without an admin', async () => {
    const caller = await house.signIn(['create_competition']);
    const [gone, ...begun] = await Promise.all([
      caller.call(deleteAccount, password),
      ...[1, 2, 3].map(() => caller.call(createCompetition, { body: competitionInput })),
      ...[1, 2, 3].map(() => house.visitor.call(login, { body: { email: caller.email, password: testPassword } })),
    ]);
    const left = await house.db.select().from(sessions).where(eq(sessions.user_id, caller.id));
    const led = await house.db.select().from(members).where(eq(members.user_id, caller.id));
    // If the competition was created first, the account stays.
    if (gone.status === 204) expect([left, led]).toEqual([[], []]);
    else expect([gone.status, led.length > 0]).toEqual([409, true]);
    expect(begun.every(({ status }) => [200, 201, 401].includes(status))).toBe(true);
  });

  it('deletes the invitations sent to their address', async () => {
    const event = await makeCompetition(house, 0);
    const caller = await house.signIn();
    const body = { email: caller.email, competition_id: event.competitionId };
    await event.admin.call(inviteReferee, { body });
    await caller.call(deleteAccount, password);
    const waiting = await house.db.select().from(invitations).where(eq(invitations.email, caller.email));
    expect(waiting).toEqual([]);
  });

  it('is refused while they are the only admin of something', async () => {
    const caller = await house.signIn(['create_competition']);
    const { body: only } = await caller.call(createCompetition, { body: { ...competitionInput, name: 'Trial seul' } });
    await caller.call(createCompetition, { body: { ...competitionInput, name: 'Trial second' } });
    await caller.call(createSeries, { body: { ...seriesInput, name: 'Trophée seul' } });
    const refused = await caller.call(deleteAccount, password);
    expect(refusalOf(refused)).toEqual([409, 'last_admin_of']);
    expect(refused.body.message).toMatch(/Trial seul, Trial second, Trophée seul/);
    await caller.call(deleteCompetition, { params: { id: only.id } });
    const still = await caller.call(deleteAccount, password);
    expect(still.body.message).not.toContain('Trial seul');
  });

  it('is refused as the last super administrator', async () => {
    const own = await startTestApp();
    const last = await own.signIn(['super_admin']);
    expect(refusalOf(await last.call(deleteAccount, password))).toEqual([409, 'last_super_admin']);
  });

  test('when two admins leave at the same time, one of them stays', async () => {
    const event = await makeCompetition(house, 0);
    const second = await house.signInAs('admin', event.competitionId);
    const answers = await Promise.all([event.admin, second].map((one) => one.call(deleteAccount, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });
});

describe('an administrator', () => {
  it('deletes and exports an account, but not one with a global permission', async () => {
    const manager = await house.signIn(['manage_users']);
    const [ordinary, creator] = [await house.signIn(), await house.signIn(['create_competition'])];
    const exported = await manager.call(exportAccountOf, { query: { email: ordinary.email } });
    expect(exported.body.account).toMatchObject({ email: ordinary.email });
    for (const sent of [deleteAccountOf, exportAccountOf]) {
      const about = sent === deleteAccountOf ? { body: { email: creator.email } } : { query: { email: creator.email } };
      expect(refusalOf(await manager.call(sent, about))).toEqual([403, 'forbidden']);
    }
    expect((await manager.call(deleteAccountOf, { body: { email: ordinary.email } })).status).toBe(204);
    expect((await ordinary.call(getProfile)).status).toBe(401);
    const again = await manager.call(deleteAccountOf, { body: { email: ordinary.email } });
    expect(refusalOf(again)).toEqual([404, 'user_not_found']);
  });
});

describe('the owner of an account is notified by mail', () => {
  const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

  it('of a new password, whoever changed it', async () => {
    const [caller, manager] = [await house.signIn(), await house.signIn(['manage_users'])];
    const change = { current_password: testPassword, new_password: 'Other-2027' };
    await caller.call(changePassword, { body: change });
    await manager.call(updatePassword, { body: { email: caller.email, new_password: 'Third-2027' } });
    expect(await subjectsTo(caller.email)).toEqual(Array(2).fill('Votre mot de passe a été changé'));
  });

  it('of a role or permission that somebody else granted or revoked', async () => {
    const event = await makeCompetition(house, 0);
    const [member, boss] = [await house.signInAs('viewer', event.competitionId), await house.signIn(['super_admin'])];
    const params = { id: event.competitionId };
    await event.admin.call(updateMember, { params, body: { user_id: member.id, role: 'editor' } });
    for (const action of ['grant', 'grant', 'revoke'])
      await boss.call(changeGlobalPermission, {
        body: { action, permission: 'manage_users', user_email: member.email },
      });
    await event.admin.call(deleteMember, { params, body: { user_id: member.id } });
    // Collected, with the last state of each (S24).
    const sent = await mailsTo(member.email);
    expect(sent.flatMap(({ text }) => text.split('\n').filter((line) => line.startsWith('Votre')))).toEqual([
      'Votre compte Dossard n’a plus ce droit\u00a0: gérer les mots de passe.',
      'Votre rôle dans la compétition «\u00a0Trial des Crêtes\u00a0» est maintenant\u00a0: aucun.',
    ]);
    expect(sent).toHaveLength(1);
  });

  it('of a sign-in on a new device while they are signed in elsewhere', async () => {
    const { email } = await house.signIn();
    const known = await signInAs(email, '');
    expect(await subjectsTo(email)).toEqual(['Nouvelle connexion à votre compte']);
    await signInAs(email, known);
    expect(await subjectsTo(email)).toHaveLength(1);
  });
});

test('the export of an account lists its data, its sessions and its changes, without any other name', async () => {
  const event = await makeCompetition(house, 1);
  const referee = await house.signInAs('referee', event.competitionId);
  await referee.call(createRun, { body: runOf(event.competitionId, event.zoneId, 1) });
  const { body } = await referee.call(exportAccount);
  expect(body).toMatchObject({
    account: { email: referee.email, first_name: 'Camille' },
    sessions: [{ network: '127.0.0.0/24' }],
    competitions: [{ id: event.competitionId, role: 'referee' }],
    runs: [{ competition_id: event.competitionId, dossard: 1, run_number: 1 }],
    actions: expect.arrayContaining([expect.objectContaining({ action: 'create', subject: 'run', key: '1/1' })]),
  });
  expect(JSON.stringify(body)).not.toContain('Lou');
});
