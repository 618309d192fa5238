import { expect, test } from 'vitest';
import type { TrustProxy } from '../../start/trusted.proxies.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { createLimits } from '../turns/limits.ts';

/* Eleven wrong passwords from one client: whatever it puts in the header, the eleventh is refused. */

interface Way {
  trust: TrustProxy;
  /** The address that the server is called from. */
  peer: string;
  /** The header as it arrives; `made` is forged by the client, different each time. */
  header: (made: string, client: string) => string;
}

const one = '203.0.113.7';
const other = '203.0.113.8';
const direct = (made: string) => made;

// ASVS 4.1.3, 15.3.4
test.each<[string, Way, boolean]>([
  ['off: the header counts for nothing', { trust: false, peer: one, header: direct }, false],
  [
    'one hop: what the proxy appends',
    { trust: 1, peer: '10.0.0.1', header: (made, client) => `${made}, ${client}` },
    true,
  ],
  [
    'one hop, a longer header',
    { trust: 1, peer: '10.0.0.1', header: (made, client) => `${made}, 10.0.0.1, ${client}` },
    true,
  ],
  [
    'two hops: what the first proxy appends',
    { trust: 2, peer: '10.0.0.1', header: (made, client) => `${made}, ${client}, 10.0.0.2` },
    true,
  ],
  [
    'addresses: the last that is no proxy',
    { trust: ['10.0.0.0/8', 'fd00::/8'], peer: '10.0.0.1', header: (made, client) => `${made}, ${client}, fd00::2` },
    true,
  ],
  ['addresses, called without a proxy', { trust: ['10.0.0.0/8'], peer: one, header: direct }, false],
])('%s', async (_, { trust, peer, header }, tellsClients) => {
  const { app } = await startTestApp((client) => ({ limits: createLimits(client.pool), trustProxy: trust }));
  const guess = async (index: number, client: string) => {
    const answer = await app.inject({
      method: 'PUT',
      url: '/api/login',
      payload: { email: 'organiser@dossard.test', password: 'Wrong-2027' },
      remoteAddress: peer,
      headers: { 'x-forwarded-for': header(`198.51.100.${index}`, client) },
    });
    return answer.statusCode;
  };
  const statuses: number[] = [];
  for (let index = 0; index < 11; index += 1) statuses.push(await guess(index, one));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  expect(await guess(99, other)).toBe(tellsClients ? 401 : 429);
});
