import { login } from '@dossard/contract/accounts/account.endpoints.ts';
import { expect, it } from 'vitest';
import { startTestApp, testPassword } from '../../testing/test.app.ts';
import type { Phase } from '../parts.ts';

/* Until it is ready, the server says so instead of giving wrong answers. */

let phase: Phase = 'starting';
const { app, visitor } = await startTestApp({ phase: () => phase });

it('everything but health waits until the first account exists', async () => {
  const body = { email: 'first@dossard.test', password: testPassword };
  const early = await visitor.call(login, { body });
  expect([early.status, early.body.code, early.headers['retry-after']]).toEqual([503, 'overloaded', '1']);
  for (const url of ['/', '/api/competitions/public', '/public/competitions/1/live-ranking']) {
    const { statusCode, headers } = await app.inject({ url });
    expect([statusCode, headers['x-content-type-options'], headers['x-frame-options']]).toEqual([
      ...[503, 'nosniff', 'DENY'],
    ]);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  }
  expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
  for (const url of ['/health/ready', '/healthz']) expect((await app.inject({ url })).statusCode).toBe(503);
  phase = 'serving';
  expect((await visitor.call(login, { body })).status).toBe(401);
});
