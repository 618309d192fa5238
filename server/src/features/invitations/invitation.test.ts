import type { Role } from '@dossard/contract/access/permissions.ts';
import { login, register, resendVerification, verifyEmail } from '@dossard/contract/accounts/account.endpoints.ts';
import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import { listSecurityEvents } from '@dossard/contract/administration/security.log.endpoints.ts';
import {
  createCompetition,
  deleteCompetition,
  getCompetition,
  setVisibility,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import {
  acceptInvitation,
  acceptInvitationUnauthenticated,
  createInvitation,
  inviteReferee,
} from '@dossard/contract/invitations/invitation.endpoints.ts';
import { deleteMember, updateMember } from '@dossard/contract/members/member.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { users } from '../../tables/account.tables.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { invitations } from '../../tables/invitation.table.ts';
import { members } from '../../tables/member.table.ts';
import { linkIn, openMailBox } from '../../testing/mail.box.ts';
import { competitionInput, makeCompetition, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestAnswer, type TestCaller, testPassword } from '../../testing/test.app.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const noon = Date.parse('2027-06-12T12:00:00.000Z');
let now = noon;
const clock = () => new Date(now);
const house = await startTestApp({ clock, publicUrl: 'https://dossard.example' });
const box = await openMailBox(clock);
const { visitor } = house;

let admin: TestCaller;
let competitionId: number;
let zoneId: number;
beforeEach(async () => {
  now = noon;
  ({ admin, competitionId, zoneId } = await makeCompetition(house, 1));
});

const newEmail = () => `${crypto.randomUUID()}@dossard.test`;
const qrToken = async (): Promise<string> =>
  (await admin.call(createInvitation, { params: { id: competitionId } })).body.token;
const mailToken = async (email: string): Promise<string> => {
  await admin.call(inviteReferee, { body: { competition_id: competitionId, email } });
  return linkIn(await box.take(house, email)).searchParams.get('token') ?? '';
};
const accept = (caller: TestCaller, token: string) => caller.call(acceptInvitation, { body: { token } });
const acceptOpenly = (token: string, email: string, more: object = {}) =>
  visitor.call(acceptInvitationUnauthenticated, {
    body: { token, email, first_name: 'Alix', last_name: 'Juge', password: testPassword, ...more },
  });
const sessionOf = (answer: TestAnswer) => ({ cookie: String(answer.headers['set-cookie']).split(';', 1)[0] ?? '' });
const roleOf = async (userId: number): Promise<Role | undefined> =>
  (
    await house.db
      .select()
      .from(members)
      .where(and(eq(members.competition_id, competitionId), eq(members.user_id, userId)))
  )[0]?.role;
const refusal = ({ status, body }: TestAnswer) => [status, body.code];

describe('a QR invitation', () => {
  it('is valid for 10 minutes, in seconds since 1970', async () => {
    const { status, body } = await admin.call(createInvitation, { params: { id: competitionId } });
    expect([status, body]).toEqual([
      200,
      {
        token: expect.stringMatching(/^[\w-]{43}$/),
        expires_at: noon / 1000 + 600,
        server_time: new Date(noon).toISOString(),
      },
    ]);
  });

  it('makes everyone who reads it in time a referee', async () => {
    const token = await qrToken();
    for (const at of [noon, noon + 10 * minute - 1]) {
      const caller = await house.signIn();
      now = at;
      const answer = await accept(caller, token);
      expect([answer.status, answer.body]).toEqual([200, { competition_id: competitionId, role: 'referee' }]);
      expect((await caller.call(createRun, { body: runOf(competitionId, zoneId, 1) })).status).toBe(201);
    }
    const late = await house.signIn();
    const early = await house.signIn();
    await accept(early, token);
    now = noon + 10 * minute;
    // The answer was lost, and the client retries.
    expect((await accept(early, token)).status).toBe(200);
    expect(refusal(await accept(late, token))).toEqual([400, 'invalid_token']);
    expect(await roleOf(late.id)).toBeUndefined();
  });

  it('does not invalidate earlier ones', async () => {
    const tokens = [await qrToken(), await qrToken()];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect((await accept(await house.signIn(), token)).status).toBe(200);
  });

  it('is stored only as a hash', async () => {
    const token = await qrToken();
    expect(JSON.stringify(await house.db.select().from(invitations))).not.toContain(token);
  });
});

describe('an invitation by mail', () => {
  it('contains a link, in the language of the account with this address', async () => {
    const referee = await house.signIn();
    await house.db.update(users).set({ language: 'en' }).where(eq(users.id, referee.id));
    const answer = await admin.call(inviteReferee, {
      body: { competition_id: competitionId, email: referee.email },
      headers: { 'accept-language': 'fr' },
    });
    expect([answer.status, answer.body]).toEqual([200, { message: 'L’invitation a été envoyée.' }]);
    const mail = await box.take(house, referee.email);
    expect(mail.subject).toBe(`Refereeing: ${competitionInput.name}`);
    expect(linkIn(mail).href).toMatch(/^https:\/\/dossard\.example\/referee\/invitation\?token=[\w-]{43}$/);
  });

  it('is for one account, within 7 days, and can be accepted again by the same account', async () => {
    const token = await mailToken(newEmail());
    const [first, second] = [await house.signIn(), await house.signIn()];
    now = noon + 7 * day - 1;
    expect((await accept(first, token)).status).toBe(200);
    expect(refusal(await accept(second, token))).toEqual([400, 'invalid_token']);
    now = noon + 8 * day;
    expect([(await accept(first, token)).status, await roleOf(second.id)]).toEqual([200, undefined]);
  });

  it('does not restore a member who was removed since', async () => {
    const token = await mailToken(newEmail());
    const caller = await house.signIn();
    await accept(caller, token);
    await admin.call(deleteMember, { params: { id: competitionId }, body: { user_id: caller.id } });
    expect(refusal(await accept(caller, token))).toEqual([400, 'invalid_token']);
    expect(await roleOf(caller.id)).toBeUndefined();
  });

  it('expires after 7 days', async () => {
    const token = await mailToken(newEmail());
    const caller = await house.signIn();
    now = noon + 7 * day;
    expect(refusal(await accept(caller, token))).toEqual([400, 'invalid_token']);
  });

  // ASVS 2.3.4
  it('is given to only one of two who accept it at the same time', async () => {
    const token = await mailToken(newEmail());
    const callers = await Promise.all([1, 2, 3, 4].map(() => house.signIn()));
    const answers = await Promise.all(callers.map((caller) => accept(caller, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  test.each([{}, { email: 'no address' }])('needs an address (%j)', async (body) => {
    const answer = await admin.call(inviteReferee, { body: { competition_id: competitionId, ...body } });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: 'email' }]]);
  });
});

describe('a role', () => {
  test.each<[Role, Role]>([
    ['admin', 'admin'],
    ['editor', 'editor'],
    ['referee', 'referee'],
    ['viewer', 'referee'],
  ])('of %s is %s after accepting an invitation, and never lowered', async (before, after) => {
    const caller = await house.signInAs(before, competitionId);
    const answer = await accept(caller, await qrToken());
    expect([answer.body.role, await roleOf(caller.id)]).toEqual([after, after]);
  });

  it('that was given is logged in the history', async () => {
    const caller = await house.signIn();
    await accept(caller, await qrToken());
    const history = await house.db.select().from(auditLog).where(eq(auditLog.actor_id, caller.id)).orderBy(auditLog.id);
    expect(history.at(-1)).toMatchObject({
      competition_id: competitionId,
      action: 'create',
      subject: 'member',
      subject_key: String(caller.id),
      after: { email: caller.email, role: 'referee' },
    });
  });
});

// ASVS 7.6.2
describe('accepting without a session', () => {
  it('creates an account that may only referee until its address is verified', async () => {
    const email = newEmail();
    const answer = await acceptOpenly(await qrToken(), email);
    expect([answer.status, answer.body]).toEqual([200, { competition_id: competitionId, role: 'referee' }]);
    const headers = sessionOf(answer);
    const profile = await visitor.call(getProfile, { headers });
    expect(profile.body).toMatchObject({ email, email_verified: false, account_status: 'invited', last_name: 'Juge' });
    expect((await visitor.call(createRun, { headers, body: runOf(competitionId, zoneId, 1) })).status).toBe(201);
    expect((await visitor.call(login, { body: { email, password: testPassword } })).status).toBe(200);

    // Even when an admin promotes it to admin.
    const [user] = await house.db.select().from(users).where(eq(users.email, email));
    await admin.call(updateMember, { params: { id: competitionId }, body: { user_id: user?.id ?? 0, role: 'admin' } });
    const params = { id: competitionId };
    expect(refusal(await visitor.call(getRanking, { headers, params }))).toEqual([403, 'address_not_confirmed']);
    expect(refusal(await visitor.call(createCompetition, { headers, body: competitionInput }))[0]).toBe(403);
    expect((await visitor.call(getCompetition, { headers, params })).status).toBe(200);

    expect(linkIn(await box.take(house, email)).pathname).toBe('/verify-email');
  });

  it('mails whoever is signed in their own link again, not one for the registration of a stranger', async () => {
    const email = newEmail();
    const headers = sessionOf(await acceptOpenly(await qrToken(), email));
    now += 1;
    const stranger = { email, first_name: 'Mallory', last_name: 'Autre', password: 'Stolen-2027' };
    await visitor.call(register, { body: stranger });
    while ((await box.count(house, email)) > 0) await box.take(house, email);
    now += 1;
    await visitor.call(resendVerification, { headers, body: { email } });
    const token = linkIn(await box.take(house, email)).searchParams.get('token') ?? '';
    expect((await visitor.call(verifyEmail, { query: { token } })).status).toBe(200);
    const own = await visitor.call(login, { body: { email, password: testPassword } });
    expect([own.status, own.body.first_name, own.body.email_verified]).toEqual([200, 'Alix', true]);
    expect((await visitor.call(login, { body: { email, password: 'Stolen-2027' } })).status).toBe(401);
  });

  it('says to a referee what the role forbids, and to an admin to confirm the address, which is no refused access', async () => {
    const email = newEmail();
    const headers = sessionOf(await acceptOpenly(await qrToken(), email));
    const params = { id: competitionId };
    const askRanking = async () => refusal(await visitor.call(getRanking, { headers, params }));
    expect(await askRanking()).toEqual([403, 'forbidden']);
    const [user] = await house.db.select().from(users).where(eq(users.email, email));
    await admin.call(updateMember, { params, body: { user_id: user?.id ?? 0, role: 'editor' } });
    expect(await askRanking()).toEqual([403, 'address_not_confirmed']);
    const chief = await house.signIn(['super_admin']);
    const { events } = (await chief.call(listSecurityEvents, { query: { kind: 'access_refused' } })).body;
    const own = events.filter(({ actor }: { actor: { email: string } | null }) => actor?.email === email);
    expect(own.map(({ detail }: { detail: string }) => detail)).toEqual([expect.stringMatching(/^forbidden GET/)]);
  });

  it('verifies the address to which the invitation was mailed', async () => {
    const email = newEmail();
    const answer = await acceptOpenly(await mailToken(email), email.toUpperCase());
    const { body } = await visitor.call(getProfile, { headers: sessionOf(answer) });
    expect([body.email_verified, body.account_status]).toEqual([true, 'active']);
    expect(await box.count(house, email)).toBe(0);
  });

  it('does not verify another address than the invited one', async () => {
    const answer = await acceptOpenly(await mailToken(newEmail()), newEmail());
    const { body } = await visitor.call(getProfile, { headers: sessionOf(answer) });
    expect([body.email_verified, body.account_status]).toEqual([false, 'invited']);
  });

  it('accepts a known account with its own password, without changing it', async () => {
    const { id, email } = await house.signIn();
    const answer = await acceptOpenly(await qrToken(), email);
    expect([answer.status, await roleOf(id)]).toEqual([200, 'referee']);
    const { body } = await visitor.call(getProfile, { headers: sessionOf(answer) });
    expect([body.first_name, body.last_name, body.account_status]).toEqual(['Camille', 'Exemple', 'active']);
  });

  it('refuses a wrong password for a known address, without a session or a role', async () => {
    const { id, email } = await house.signIn();
    const answer = await acceptOpenly(await qrToken(), email, { password: 'Wrong-2027' });
    expect(refusal(answer)).toEqual([400, 'wrong_password_for_known_account']);
    expect([answer.headers['set-cookie'], await roleOf(id)]).toEqual([undefined, undefined]);
  });

  it('lets an unverified account referee', async () => {
    const { id, email } = await house.signIn();
    await house.db.update(users).set({ email_verified_at: null }).where(eq(users.id, id));
    const answer = await acceptOpenly(await qrToken(), email);
    expect(answer.status).toBe(200);
    const { body } = await visitor.call(getProfile, { headers: sessionOf(answer) });
    expect([body.email_verified, body.account_status]).toEqual([false, 'invited']);
  });

  it('reveals nothing about an address without a valid token', async () => {
    const { email } = await house.signIn();
    const seen = async (address: string) => {
      const { status, body } = await acceptOpenly('of-no-invitation', address, { password: 'Wrong-2027' });
      return [status, body.code, body.message];
    };
    expect(await seen(email)).toEqual(await seen(newEmail()));
    expect((await seen(email))[1]).toBe('invalid_token');
  });

  it('creates one account when it is sent twice at the same time, and a session for each', async () => {
    const [token, email] = [await qrToken(), newEmail()];
    const answers = await Promise.all([acceptOpenly(token, email), acceptOpenly(token, email)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await house.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
  });

  it('refuses a password that registration would refuse, and creates nothing', async () => {
    const email = newEmail();
    const answer = await acceptOpenly(await qrToken(), email, { password: 'weak' });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: 'password', code: 'weak_password' }]]);
    expect(await house.db.select().from(users).where(eq(users.email, email))).toEqual([]);
  });

  it('needs every field', async () => {
    const { status, body } = await visitor.call(acceptInvitationUnauthenticated, { body: {} });
    expect([status, body.errors.map(({ path }: { path: string }) => path).sort()]).toEqual([
      400,
      ['email', 'first_name', 'last_name', 'password', 'token'],
    ]);
  });
});

describe('an account that somebody else created for an address before its owner', () => {
  const stolen = 'Stolen-2027';
  /** Accepts a QR code under the address of another person. */
  const takeOver = async (email: string) => {
    const headers = sessionOf(await acceptOpenly(await qrToken(), email, { first_name: 'Mallory', password: stolen }));
    expect((await visitor.call(createRun, { headers, body: runOf(competitionId, zoneId, 1) })).status).toBe(201);
    return headers;
  };
  const signInWith = async (email: string, password: string) =>
    (await visitor.call(login, { body: { email, password } })).status;
  const open = async (email: string) => {
    const link = linkIn(await box.take(house, email));
    return visitor.call(verifyEmail, { query: { token: link.searchParams.get('token') ?? '' } });
  };
  const idOf = async (email: string) => (await house.db.select().from(users).where(eq(users.email, email)))[0]?.id ?? 0;

  it('leaves nothing of it to the owner who registers: no session, password or name; the role stays', async () => {
    const email = newEmail();
    const headers = await takeOver(email);
    await visitor.call(register, {
      body: { email, first_name: 'Alix', last_name: 'Juge', password: testPassword },
    });
    expect((await open(email)).status).toBe(200);
    expect((await visitor.call(getProfile, { headers })).status).toBe(401);
    expect([await signInWith(email, stolen), await signInWith(email, testPassword)]).toEqual([401, 200]);
    const id = await idOf(email);
    expect(await roleOf(id)).toBe('referee');
    const history = await house.db.select().from(auditLog).where(eq(auditLog.actor_id, id)).orderBy(auditLog.id);
    expect(history.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'create user',
      'create member',
      'create run',
      'update user',
    ]);
    expect(history.at(-1)?.after).toMatchObject({ first_name: 'Alix', password: 'changed' });
  });

  it('ends its sessions when its own link is opened, and keeps its role', async () => {
    const email = newEmail();
    const headers = sessionOf(await acceptOpenly(await qrToken(), email));
    expect((await open(email)).status).toBe(200);
    expect((await visitor.call(getProfile, { headers })).status).toBe(401);
    expect(await signInWith(email, testPassword)).toBe(200);
    expect(await roleOf(await idOf(email))).toBe('referee');
  });

  it('does not exclude the owner who was invited by mail', async () => {
    const email = newEmail();
    const headers = await takeOver(email);
    const answer = await acceptOpenly(await mailToken(email), email, { first_name: 'Alix' });
    expect([answer.status, answer.body.role]).toEqual([200, 'referee']);
    const { body } = await visitor.call(getProfile, { headers: sessionOf(answer) });
    expect(body).toMatchObject({ email_verified: true, account_status: 'active', first_name: 'Alix' });
    expect((await visitor.call(getProfile, { headers })).status).toBe(401);
    expect([await signInWith(email, stolen), await signInWith(email, testPassword)]).toEqual([401, 200]);
  });

  it('cannot be taken over by a mailed invitation alone once its address is verified', async () => {
    const { email } = await house.signIn();
    const answer = await acceptOpenly(await mailToken(email), email, { password: stolen });
    expect(refusal(answer)).toEqual([400, 'wrong_password_for_known_account']);
    expect(await signInWith(email, testPassword)).toBe(200);
  });

  it('keeps the session in which the owner accepts a mailed invitation, and ends the others', async () => {
    const email = newEmail();
    const other = await takeOver(email);
    const own = sessionOf(await visitor.call(login, { body: { email, password: stolen } }));
    const token = await mailToken(email);
    expect((await visitor.call(acceptInvitation, { headers: own, body: { token } })).status).toBe(200);
    expect((await visitor.call(getProfile, { headers: own })).body.email_verified).toBe(true);
    expect((await visitor.call(getProfile, { headers: other })).status).toBe(401);
  });
});

test('an invitation to a deleted competition is invalid', async () => {
  const token = await qrToken();
  await admin.call(deleteCompetition, { params: { id: competitionId } });
  expect(refusal(await accept(await house.signIn(), token))).toEqual([400, 'invalid_token']);
  expect(refusal(await acceptOpenly(token, newEmail()))).toEqual([400, 'invalid_token']);
});

test('an invitation can be accepted for a public competition like for a private one', async () => {
  await admin.call(setVisibility, { body: { competition_id: competitionId, is_public: true } });
  expect((await accept(await house.signIn(), await qrToken())).status).toBe(200);
});
