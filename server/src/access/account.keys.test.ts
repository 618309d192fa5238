import {
  changePassword,
  forgotPassword,
  login,
  register,
  updateProfile,
  verifyEmail,
} from '@dossard/contract/accounts/account.endpoints.ts';
import * as factors from '@dossard/contract/accounts/factor.endpoints.ts';
import { deleteAccount } from '@dossard/contract/accounts/security.endpoints.ts';
import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import {
  acceptInvitationUnauthenticated,
  createInvitation,
} from '@dossard/contract/invitations/invitation.endpoints.ts';
import { updateMember } from '@dossard/contract/members/member.endpoints.ts';
import { listParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { createRun, verifyRun } from '@dossard/contract/runs/run.endpoints.ts';
import { eq, getTableName } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { withoutSession } from '../audit/write.ts';
import { verifyAddress } from '../features/accounts/registration.actions.ts';
import { users } from '../tables/account.tables.ts';
import { passkeys, recoveryCodes } from '../tables/factor.tables.ts';
import { members } from '../tables/member.table.ts';
import { schema } from '../tables/schema.ts';
import { cookieOf } from '../testing/factors.ts';
import { countLockWaits } from '../testing/lock.waits.ts';
import { linkIn, openMailBox } from '../testing/mail.box.ts';
import { makeCompetition, runOf } from '../testing/main.job.ts';
import { startTestApp, type TestAnswer, testPassword } from '../testing/test.app.ts';
import { keyTables } from './account.keys.ts';
import { updateFactorRule } from './factor.rule.ts';

/* An account that is not proven is not an account (S23). */

const house = await startTestApp();
const box = await openMailBox();
const { visitor } = house;

/** Why the other tables that name an account keep their rows when its owner is decided anew. */
const keepsRows: Record<string, string> = {
  // They belong to the address, so its owner keeps them.
  members: 'roles',
  series_admins: 'roles',
  global_permissions: 'only in effect once the address is verified',
  notice_receipts: 'read notices',
  referee_phones: 'phones of a referee, with what they have not sent',
  // They only mention the account.
  invitations: 'who invited',
  series_invitations: 'who invited',
  series_competitions: 'whose right a relation rests on',
  competitions: 'whose right a relation rests on',
  places: 'whose right an exchange rests on',
  place_codes: 'who may share; checked when the code is used',
  series: 'who created it',
  series_decisions: 'who decided',
  outside_lists: 'who changed',
  runs: 'who recorded',
  unresolved_runs: 'who recorded',
  submissions: 'who sent',
  audit_log: 'who changed',
  security_events: 'who did it',
  notices: 'who wrote',
  run_requests: 'who asked, and who decided',
  desk_calls: 'who called',
  run_checks: 'who checked',
  complaints: 'who decided',
  speaker_links: 'who made it',
  judge_links: 'who made it; an account without a verified address makes none',
  settled_pairs: 'who decided',
};

it('every table that names an account is emptied, or says why not', () => {
  const names = /(^|_)(user|account|caller|actor|referee|sender|subject)_id$|_by$/;
  const naming: string[] = Object.values(schema).flatMap((table): string[] => {
    const { columns, foreignKeys } = getTableConfig(table);
    const refers = foreignKeys.some((key) => key.reference().foreignTable === users);
    return table !== users && (refers || columns.some(({ name }) => names.test(name))) ? [getTableName(table)] : [];
  });
  const emptied = keyTables.map(([table]) => getTableName(table));
  expect(naming.filter((name) => !emptied.includes(name) && !(name in keepsRows))).toEqual([]);
  expect(Object.keys(keepsRows).filter((name) => !naming.includes(name))).toEqual([]);
});

const newcomer = (email: string) => ({ email, first_name: 'Alix', last_name: 'Nouveau', password: testPassword });
const refusal = ({ status, body }: TestAnswer) => [status, body.code];
let email: string;
let crew: Awaited<ReturnType<typeof makeCompetition>>;

beforeEach(async () => {
  email = `${crypto.randomUUID()}@dossard.test`;
  crew = await makeCompetition(house, 3);
});

/** Somebody takes an address by a QR code; returns their session. */
async function takeAddress(password = 'Stolen-2027') {
  const { token } = (await crew.admin.call(createInvitation, { params: { id: crew.competitionId } })).body;
  const body = { ...newcomer(email), token, password };
  const taken = await visitor.call(acceptInvitationUnauthenticated, { body });
  expect(taken.status).toBe(200);
  return cookieOf(taken);
}

const open = (link: URL) => visitor.call(verifyEmail, { query: { token: link.searchParams.get('token') ?? '' } });

describe('a stranger who took an address by a QR code', () => {
  it('can add neither a passkey nor codes', async () => {
    const headers = await takeAddress();
    const code = '123456';
    const calls = [
      visitor.call(factors.startPasskey, { headers }),
      visitor.call(factors.startCodes, { headers }),
      visitor.call(factors.confirmCodes, { headers, body: { code } }),
    ];
    for (const call of calls) expect((await call).status).toBe(403);
    expect(refusal(await visitor.call(factors.startCodes, { headers }))).toEqual([403, 'address_not_confirmed']);
  });

  it.each(['registers', 'resets the password'] as const)(
    'keeps no key when the owner %s, who keeps id and role',
    async (way) => {
      const headers = await takeAddress();
      await box.take(house, email);
      const [stolen] = await house.db.select().from(users).where(eq(users.email, email));
      const user_id = stolen?.id ?? 0;
      // As an older version let them.
      const own = { user_id, name: 'Clé', created_at: new Date().toISOString() };
      await house.db
        .insert(passkeys)
        .values({ ...own, credential_id: crypto.randomUUID(), public_key: 'x', counter: 0, transports: [] });
      await house.db.insert(recoveryCodes).values({ user_id, number: 1, code_hash: 'x' });
      if (way === 'registers') {
        await visitor.call(register, { body: newcomer(email) });
        expect((await open(linkIn(await box.take(house, email)))).status).toBe(200);
      } else await visitor.call(forgotPassword, { body: { email } });
      const mailed = way === 'registers' ? testPassword : passwordIn((await box.take(house, email)).text);
      const signedIn = await visitor.call(login, { body: { email, password: mailed } });
      expect([signedIn.status, signedIn.body.code]).toEqual([200, undefined]);
      expect((await visitor.call(getProfile, { headers })).status).toBe(401);
      expect((await visitor.call(login, { body: { email, password: 'Stolen-2027' } })).status).toBe(401);
      expect(await house.db.$count(passkeys, eq(passkeys.user_id, user_id))).toBe(0);
      expect(await house.db.$count(recoveryCodes, eq(recoveryCodes.user_id, user_id))).toBe(0);
      const ride = runOf(crew.competitionId, crew.zoneId, 1);
      expect((await visitor.call(createRun, { headers: cookieOf(signedIn), body: ride })).status).toBe(201);
    },
  );
});

const passwordIn = (text: string) => /^\S{8,}$/m.exec(text)?.[0] ?? '';

it('a judge who verifies in the field loses no run, sent or unsent', async () => {
  const headers = await takeAddress(testPassword);
  const [sent, unsent] = [1, 2].map((dossard) => runOf(crew.competitionId, crew.zoneId, dossard));
  await visitor.call(createRun, { headers, body: sent as never });
  await open(linkIn(await box.take(house, email)));
  // The session of before has ended: the phone keeps its run, and sends it after the sign-in.
  expect((await visitor.call(createRun, { headers, body: unsent as never })).status).toBe(401);
  const again = cookieOf(await visitor.call(login, { body: { email, password: testPassword } }));
  expect((await visitor.call(createRun, { headers: again, body: unsent as never })).status).toBe(201);
  for (const run of [sent, unsent]) {
    const query = { submissionID: run?.submission_id ?? '' };
    expect((await visitor.call(verifyRun, { headers: again, query })).body.exists).toBe(true);
  }
});

it('an unverified admin may referee where admins need a second factor, which it cannot set up', async () => {
  await house.db.transaction((tx) => updateFactorRule(tx, 'admins'));
  await takeAddress(testPassword);
  const [user] = await house.db.select().from(users).where(eq(users.email, email));
  await house.db
    .update(members)
    .set({ role: 'admin' })
    .where(eq(members.user_id, user?.id ?? 0));
  const headers = cookieOf(await visitor.call(login, { body: { email, password: testPassword } }));
  const ride = runOf(crew.competitionId, crew.zoneId, 1);
  const { status } = await visitor.call(createRun, { headers, body: ride });
  await house.db.transaction((tx) => updateFactorRule(tx, 'nobody'));
  expect(status).toBe(201);
});

it.each(['editor', 'admin'] as const)(
  'an unverified %s may still referee, and learns what is missing',
  async (role) => {
    const headers = await takeAddress();
    const [user] = await house.db.select().from(users).where(eq(users.email, email));
    const params = { id: crew.competitionId };
    await crew.admin.call(updateMember, { params, body: { user_id: user?.id ?? 0, role } });
    const ride = runOf(crew.competitionId, crew.zoneId, 1);
    expect((await visitor.call(createRun, { headers, body: ride })).status).toBe(201);
    expect(refusal(await visitor.call(listParticipants, { headers, params }))).toEqual([403, 'address_not_confirmed']);
  },
);

describe('a stranger whose request is under way while the owner verifies the address', () => {
  /** Verifies the address, and commits only once the request waits for it. */
  async function verifyDuring(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
    await visitor.call(register, { body: newcomer(email) });
    const own = linkIn(await box.take(house, email));
    const { answer } = await house.db.transaction(async (tx) => {
      await verifyAddress({ tx, ...withoutSession(new Date()) }, own.searchParams.get('token') ?? '');
      const answer = send();
      await expect.poll(() => countLockWaits(house.db), { timeout: 30_000 }).toBeGreaterThan(0);
      return { answer };
    });
    return answer;
  }
  const signIn = (password: string) => visitor.call(login, { body: { email, password } });

  it.each<[string, (headers: Record<string, string>) => Promise<TestAnswer>, number]>([
    ['gets no session', () => signIn('Stolen-2027'), 401],
    [
      'sets no password',
      (headers) =>
        visitor.call(changePassword, {
          headers,
          body: { current_password: 'Stolen-2027', new_password: 'Stolen-2028' },
        }),
      401,
    ],
    [
      'changes no name',
      (headers) => visitor.call(updateProfile, { headers, body: { first_name: 'Mallory', last_name: 'Autre' } }),
      401,
    ],
    [
      'deletes no account',
      (headers) => visitor.call(deleteAccount, { headers, body: { current_password: 'Stolen-2027' } }),
      401,
    ],
  ])('%s', async (_, send, status) => {
    const headers = await takeAddress();
    await box.take(house, email);
    const answer = await verifyDuring(() => send(headers));
    expect(answer.status).toBe(status);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await signIn('Stolen-2028')).status).toBe(401);
    const owner = await signIn(testPassword);
    expect([owner.status, owner.body.first_name]).toEqual([200, 'Alix']);
  });
});
