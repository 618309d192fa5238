import { randomBytes } from 'node:crypto';
import { changePassword, forgotPassword, login } from '@dossard/contract/accounts/account.endpoints.ts';
import { logout } from '@dossard/contract/accounts/session.endpoints.ts';
import {
  acceptInvitationUnauthenticated,
  createInvitation,
} from '@dossard/contract/invitations/invitation.endpoints.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { rateLimits } from '../../tables/limits.table.ts';
import { mails } from '../../tables/mail.table.ts';
import { makeCompetition } from '../../testing/main.job.ts';
import { startTestApp, type TestAnswer, testPassword } from '../../testing/test.app.ts';
import { createLimits } from '../turns/limits.ts';
import { readDeviceKey } from './device.cookie.ts';

/* Wrong passwords from other devices never lock out the organiser's own phone. */

const house = await startTestApp((client) => ({
  limits: createLimits(client.pool),
  trustProxy: 1,
  deviceKey: randomBytes(32),
}));
const { visitor } = house;

beforeEach(() => house.db.delete(rateLimits));

interface From {
  address?: string;
  /** The cookie that identifies the device. */
  device?: string;
}

const headersOf = ({ address = '192.0.2.1', device = '' }: From) => ({ 'x-forwarded-for': address, cookie: device });
const signIn = (email: string, from: From = {}, password = testPassword) =>
  visitor.call(login, { body: { email, password }, headers: headersOf(from) });
const guess = (email: string, from: From) => signIn(email, from, 'Wrong-2027');

const deviceOf = ({ headers }: TestAnswer) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .find((cookie) => cookie.startsWith('device='))
    ?.split(';', 1)[0] ?? '';

async function makeOwner(): Promise<{ email: string; device: string }> {
  const { email } = await house.signIn();
  return { email, device: deviceOf(await signIn(email)) };
}

async function guessManyTimes(count: number, email: string, addressOf: (index: number) => string): Promise<void> {
  for (let index = 0; index < count; index += 1) await guess(email, { address: addressOf(index) });
}

// ASVS 6.3.1
describe('a device on which the account signed in before', () => {
  it('signs in while its account is guessed from many addresses', async () => {
    const { email, device } = await makeOwner();
    await guessManyTimes(101, email, (index) => `198.51.100.${index % 50}`);
    expect((await signIn(email, { address: '192.0.2.9' })).status).toBe(429);
    expect((await signIn(email, { device })).status).toBe(200);
  });

  it('signs in while its account is guessed from its own address', async () => {
    const { email, device } = await makeOwner();
    await guessManyTimes(11, email, () => '192.0.2.1');
    expect((await signIn(email)).status).toBe(429);
    expect((await signIn(email, { device })).status).toBe(200);
  });

  it('signs in while all sign-ins of its address are used up', async () => {
    const { email, device } = await makeOwner();
    for (let index = 0; index < 61; index += 1) await guess(`juge${index}@dossard.test`, { address: '192.0.2.1' });
    expect((await signIn(email)).status).toBe(429);
    expect((await signIn(email, { device })).status).toBe(200);
  });

  it('has its own limit of 10 wrong passwords a minute, from any address', async () => {
    const { email, device } = await makeOwner();
    const second = deviceOf(await signIn(email));
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) {
      statuses.push((await guess(email, { device, address: `198.51.100.${index}` })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect((await signIn(email, { device: second })).status).toBe(200);
  });

  it('still gets a new password by mail when others have used up the mails of its account', async () => {
    const { email, device } = await makeOwner();
    const forget = async (from: From) =>
      (await visitor.call(forgotPassword, { body: { email }, headers: headersOf(from) })).status;
    for (let index = 0; index < 20; index += 1) await forget({ address: `198.51.100.${index % 4}` });
    expect(await forget({ address: '192.0.2.9' })).toBe(429);
    await house.db.delete(mails);
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) statuses.push(await forget({ device }));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await house.db.select().from(mails)).toHaveLength(5);
  });

  it('is remembered after signing out, and together with other accounts', async () => {
    const { email, device } = await makeOwner();
    const colleague = await makeOwner();
    const both = deviceOf(await signIn(colleague.email, { device }));
    const out = await visitor.call(logout, { headers: headersOf({ device: both }) });
    expect(deviceOf(out)).toBe('');
    for (const account of [email, colleague.email]) {
      await guessManyTimes(11, account, () => '192.0.2.1');
      expect((await signIn(account, { device: both })).status).toBe(200);
    }
  });

  it('changes the password while others guess it', async () => {
    const { email, device } = await makeOwner();
    const answer = await signIn(email, { device });
    const session = [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';', 1)[0]);
    await guessManyTimes(11, email, () => '192.0.2.1');
    const changed = await visitor.call(changePassword, {
      body: { current_password: testPassword, new_password: 'Other-2027' },
      headers: headersOf({ device: session.join('; ') }),
    });
    expect(changed.status).toBe(200);
  });

  it('is also one on which an invitation was accepted', async () => {
    const { admin, competitionId } = await makeCompetition(house, 0);
    const { token } = (await admin.call(createInvitation, { params: { id: competitionId } })).body;
    const body = { token, email: admin.email, first_name: 'Alix', last_name: 'Juge', password: testPassword };
    const device = deviceOf(await visitor.call(acceptInvitationUnauthenticated, { body, headers: headersOf({}) }));
    await guessManyTimes(11, admin.email, () => '192.0.2.1');
    expect((await signIn(admin.email)).status).toBe(429);
    expect((await signIn(admin.email, { device })).status).toBe(200);
  });
});

// ASVS 9.1.1, 9.2.2
describe('no other device bypasses the limits', () => {
  it.each([
    ['a stranger’s own', async () => (await makeOwner()).device],
    [
      'one with a made-up signature',
      async ({ id }: { id: number }) => `device=${id}.${'a'.repeat(16)}.${'b'.repeat(22)}`,
    ],
    [
      'a stranger’s own, with the owner’s id written in',
      async ({ id }: { id: number }) => (await makeOwner()).device.replace(/=\d+/, `=${id}`),
    ],
    ['nonsense', async () => 'device=~~1.2.3~%'],
  ])('%s', async (_, makeDevice) => {
    const owner = await house.signIn();
    const device = await makeDevice(owner);
    await guessManyTimes(10, owner.email, () => '192.0.2.1');
    expect((await guess(owner.email, { device })).status).toBe(429);
  });

  it('one with a wrong password is not remembered', async () => {
    const { email } = await house.signIn();
    expect(deviceOf(await guess(email, {}))).toBe('');
  });
});

it('the cookie is hidden from scripts, lasts 400 days, and is sent over https only where people use https', async () => {
  const { email } = await house.signIn();
  const cookieOf = (answer: TestAnswer) =>
    [answer.headers['set-cookie'] ?? []].flat().find((cookie) => cookie.startsWith('device='));
  expect(cookieOf(await signIn(email))).toMatch(/; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Lax$/);
  const secure = await startTestApp(
    { deviceKey: randomBytes(32), publicUrl: 'https://dossard.test' },
    house.databaseUrl,
  );
  const answer = await secure.visitor.call(login, { body: { email, password: testPassword } });
  expect(cookieOf(answer)).toMatch(/; Secure; SameSite=Lax$/);
});

// ASVS 9.1.3
it('all processes sign with one key', async () => {
  const keys = await Promise.all([1, 2, 3].map(() => readDeviceKey(house.db)));
  expect(keys[0]).toHaveLength(32);
  expect(keys[1]).toEqual(keys[0]);
  expect(keys[2]).toEqual(keys[0]);
});
