import { randomBytes } from 'node:crypto';
import { login } from '@dossard/contract/accounts/account.endpoints.ts';
import { logout } from '@dossard/contract/accounts/session.endpoints.ts';
import { expect, it } from 'vitest';
import { countHashes } from '../../access/hash.queue.ts';
import { startTestApp, testPassword } from '../../testing/test.app.ts';

const house = await startTestApp({ deviceKey: randomBytes(32) });

it('a flood of sign-ins is served a few at a time, and the excess is refused', async () => {
  const { email } = await house.signIn();
  const signIn = (password: string) => house.visitor.call(login, { body: { email, password } });
  let mostHashes = 0;
  const watch = setInterval(() => {
    mostHashes = Math.max(mostHashes, countHashes());
  }, 1);
  const answers = await Promise.all(Array.from({ length: 100 }, () => signIn('Wrong-2027')));
  clearInterval(watch);
  const of = (status: number) => answers.filter((answer) => answer.status === status);
  // Four are served and sixty wait.
  expect([of(401).length, of(503).length]).toEqual([64, 36]);
  for (const { body, headers } of of(503)) {
    expect([body.code, Number(headers['retry-after'])]).toEqual(['overloaded', expect.any(Number)]);
  }
  // Two hashes each.
  expect(mostHashes).toBeLessThanOrEqual(8);
  expect(countHashes()).toBe(0);
  expect((await signIn(testPassword)).status).toBe(200);
});

it('a flood of sign-outs is served a few at a time, too', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => house.visitor.call(logout)));
  const of = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([of(204), of(503)]).toEqual([64, 36]);
  expect((await house.visitor.call(logout)).status).toBe(204);
});

it('a known device goes first in a flood of sign-ins, and is not refused for it', async () => {
  const { email } = await house.signIn();
  const body = { email, password: testPassword };
  const known = await house.visitor.call(login, { body });
  const cookie = [known.headers['set-cookie'] ?? []].flat().map((one) => one.split(';', 1)[0]);
  let strangersAnswered = 0;
  const flood = Array.from({ length: 100 }, async () => {
    const { status } = await house.visitor.call(login, { body: { ...body, password: 'Wrong-2027' } });
    if (status === 401) strangersAnswered += 1;
  });
  const answer = await house.visitor.call(login, { body, headers: { cookie: cookie.join('; ') } });
  expect(answer.status).toBe(200);
  // Those in progress, and those that three other turns serve meanwhile; without its turn it would be behind all 64.
  expect(strangersAnswered).toBeLessThan(32);
  await Promise.all(flood);
});
