import { changePassword, forgotPassword, login, verifyEmail } from '@dossard/contract/accounts/account.endpoints.ts';
import { unfollowRider } from '@dossard/contract/followers/follower.endpoints.ts';
import {
  acceptInvitationUnauthenticated,
  createInvitation,
  getInvitation,
  inviteReferee,
} from '@dossard/contract/invitations/invitation.endpoints.ts';
import { listParticipants, updateParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { like, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { rateLimits } from '../../tables/limits.table.ts';
import { makeCompetition, rider, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestAnswer, testPassword } from '../../testing/test.app.ts';
import { createLimits } from './limits.ts';

/* Each address below represents one client. */

const house = await startTestApp((client) => ({ limits: createLimits(client.pool), trustProxy: 1 }));
const unlimited = await startTestApp();
const { visitor } = house;

beforeEach(() => house.db.delete(rateLimits));

const from = (address: string) => ({ 'x-forwarded-for': address });
const signIn = (email: string, address = '10.0.0.1', password = 'Wrong-2027') =>
  visitor.call(login, { body: { email, password }, headers: from(address) });
const times = async (count: number, call: (index: number) => Promise<TestAnswer>) => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await call(index)).status);
  return statuses;
};
const thenRefused = (allowed: number, status: number, refused: number) => [
  ...Array.from({ length: allowed }, () => status),
  ...Array.from({ length: refused }, () => 429),
];

test('a client asks 1,200 times an hour to follow riders, or to stop (L9)', async () => {
  const { competitionId: id } = await makeCompetition(house, 1);
  const body = { endpoint: 'https://push.dossard.test/1' };
  const stop = (address: string) =>
    visitor.call(unfollowRider, { params: { id, dossard: 1 }, body, headers: from(address) });
  await stop('10.0.9.1');
  await house.db.update(rateLimits).set({ points: 1_198 }).where(like(rateLimits.key, 'follow_address:%'));
  expect(await times(3, () => stop('10.0.9.1'))).toEqual(thenRefused(2, 204, 1));
  expect((await stop('10.0.9.2')).status).toBe(204);
});

// ASVS 2.3.2, 6.3.1
describe('signing in', () => {
  it('fails 10 times a minute for an account, existing or not, before its client is refused', async () => {
    const { email } = await house.signIn();
    await house.db.delete(rateLimits);
    for (const account of [email, 'nobody@dossard.test']) {
      expect(await times(12, () => signIn(account, '10.0.1.1'))).toEqual(thenRefused(10, 401, 2));
    }
    const answer = await signIn(email.toUpperCase(), '10.0.1.1', testPassword);
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      429,
      'too_many_requests',
      'Too many requests. Please wait a moment.',
    ]);
    expect(Number(answer.headers['retry-after'])).toSatisfy((seconds) => seconds >= 1 && seconds <= 60);
  });

  it('by the owner succeeds while others fail elsewhere', async () => {
    const { email } = await house.signIn();
    await house.db.delete(rateLimits);
    expect(await times(11, () => signIn(email, '10.0.2.1'))).toEqual(thenRefused(10, 401, 1));
    expect((await signIn(email, '10.0.2.2', testPassword)).status).toBe(200);
  });

  it('fails 100 times a minute for an account from all clients together', async () => {
    const email = 'many@dossard.test';
    expect(await times(102, (index) => signIn(email, `10.0.4.${index % 50}`))).toEqual(thenRefused(100, 401, 2));
    expect((await signIn('other@dossard.test', '10.0.4.1')).status).toBe(401);
  });

  it('counts only when it fails', async () => {
    const { email } = await house.signIn();
    expect(new Set(await times(15, () => signIn(email, '10.0.5.1', testPassword)))).toEqual(new Set([200]));
    expect(await times(11, () => signIn(email, '10.0.5.1'))).toEqual(thenRefused(10, 401, 1));
  });

  it('fails 60 times a minute from one address, because a club’s referees share one', async () => {
    const answers = await times(62, (index) => signIn(`juge${index}@dossard.test`));
    expect(answers).toEqual(thenRefused(60, 401, 2));
    expect((await signIn('juge99@dossard.test', '10.0.0.2')).status).toBe(401);
  });

  it('is counted across all processes', async () => {
    const other = await startTestApp((client) => ({ limits: createLimits(client.pool) }), house.databaseUrl);
    for (let index = 0; index < 10; index += 1) await signIn('shared@dossard.test', '127.0.0.1');
    const elsewhere = await other.visitor.call(login, { body: { email: 'shared@dossard.test', password: 'x' } });
    expect(elsewhere.status).toBe(429);
  });

  it('stores no address or account in clear text', async () => {
    await signIn('camille@dossard.test', '203.0.113.7');
    const kept = JSON.stringify(await house.db.select().from(rateLimits));
    expect(kept).not.toMatch(/camille|203\.0\.113/);
  });
});

test('guesses of the current password count as sign-ins', async () => {
  const caller = await house.signIn();
  await house.db.delete(rateLimits);
  const guess = () =>
    caller.call(changePassword, { body: { current_password: 'Wrong-2027', new_password: 'Other-2027' } });
  expect(await times(11, guess)).toEqual(thenRefused(10, 400, 1));
  expect((await signIn(caller.email, '127.0.0.1', testPassword)).status).toBe(429);
});

describe('calls that send a mail', () => {
  const forget = (email: string, address: string) =>
    visitor.call(forgotPassword, { body: { email }, headers: from(address) });

  it('are allowed 5 times an hour for an account from one client', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => forget('a@dossard.test', '10.1.0.1')));
    expect(answers.map(({ status }) => status).sort()).toEqual(thenRefused(5, 200, 2));
    expect((await forget('a@dossard.test', '10.1.0.2')).status).toBe(200);
    const [first] = await house.db.select().from(rateLimits).where(sql`${rateLimits.points} >= 5`);
    expect((first?.expire ?? 0) - Date.now()).toSatisfy((ms) => ms > 3_500_000 && ms <= 3_600_000);
  });

  it('are allowed 20 times an hour for an account from all clients together', async () => {
    const answers = await times(22, (index) => forget('b@dossard.test', `10.1.1.${index % 10}`));
    expect(answers).toEqual(thenRefused(20, 200, 2));
  });

  it('are allowed 30 times an hour from an address; an organiser may send as many invitations', async () => {
    const { admin, competitionId } = await makeCompetition(house, 0);
    const invite = (index: number) =>
      admin.call(inviteReferee, {
        body: { competition_id: competitionId, email: `juge${index}@dossard.test` },
        headers: from('10.2.0.1'),
      });
    const answers: number[] = [];
    // Slower than 20 writes a second.
    for (let index = 0; index < 32; index += 1) {
      if (index % 15 === 14) await new Promise((resolve) => setTimeout(resolve, 1_050));
      answers.push((await invite(index)).status);
    }
    expect(answers).toEqual(thenRefused(30, 200, 2));
  });
});

test('tokens may be guessed 20 times a minute from an address', async () => {
  const guess = () => visitor.call(verifyEmail, { query: { token: 'guess' }, headers: from('10.3.0.1') });
  expect(await times(22, guess)).toEqual(thenRefused(20, 400, 2));
});

test('right tokens are not counted', async () => {
  const { admin, competitionId } = await makeCompetition(house, 0);
  const { token } = (await admin.call(createInvitation, { params: { id: competitionId } })).body;
  const open = () => visitor.call(getInvitation, { query: { token }, headers: from('10.3.0.2') });
  expect(new Set(await times(30, open))).toEqual(new Set([200]));
});

test('passwords of known accounts may be guessed 10 times a minute with an invitation', async () => {
  const { admin, competitionId } = await makeCompetition(house, 0);
  const { token } = (await admin.call(createInvitation, { params: { id: competitionId } })).body;
  await house.db.delete(rateLimits);
  const body = { token, email: admin.email, first_name: 'Alix', last_name: 'Juge', password: 'Wrong-2027' };
  const guess = () => visitor.call(acceptInvitationUnauthenticated, { body, headers: from('10.4.0.1') });
  expect(await times(12, guess)).toEqual(thenRefused(10, 400, 2));
});

describe('writes', () => {
  it('are limited to 20 a second for an account; reads are not counted', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house, 3);
    const other = await house.signInAs('referee', competitionId);
    // A second passes when the test says so, however slow the machine is.
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.advanceTimersByTime(1_050);
    const writes = await Promise.all(
      Array.from({ length: 24 }, () => admin.call(updateParticipant, { body: rider(competitionId, 1) })),
    );
    expect(writes.map(({ status }) => status).sort()).toEqual(thenRefused(20, 200, 4));
    const refused = writes.find(({ status }) => status === 429);
    expect(refused?.headers['retry-after']).toBe('1');
    expect((await admin.call(listParticipants, { params: { id: competitionId } })).status).toBe(200);
    expect((await other.call(createRun, { body: runOf(competitionId, zoneId, 1) })).status).toBe(201);
    vi.advanceTimersByTime(1_050);
    expect((await admin.call(createRun, { body: runOf(competitionId, zoneId, 1) })).status).toBe(201);
  });
});

test('with RATE_LIMIT=off nothing is counted', async () => {
  const guess = () => unlimited.visitor.call(login, { body: { email: 'a@dossard.test', password: 'x' } });
  expect(new Set(await times(12, guess))).toEqual(new Set([401]));
  expect(await unlimited.db.select().from(rateLimits)).toEqual([]);
});
