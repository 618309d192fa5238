import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { Group } from '@dossard/contract/text/category.schema.ts';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { type Follower, type LiveHub, writeEvent } from './live.hub.ts';
import { countOpenStreams, streamEvents } from './live.stream.ts';

/* Readers whose connection is open and takes nothing: a phone that went out of the cell without a word. */

const groups: Group[] = Array.from({ length: 500 }, (_, index) => ({ category: `Catégorie ${index}`, gender: 'F' }));
let version = 1;
const readStanding = async () => ({ version, is_public: true, groups });
const followers = new Set<Follower>();
/** Tells without the usual pauses. */
const hub: LiveHub = {
  follow(_, follower) {
    followers.add(follower);
    return () => followers.delete(follower);
  },
};
const app = Fastify();
app.get('/live', (_, reply) =>
  streamEvents(reply, hub, { competitionId: 1, isPublic: true, readStanding, isMember: async () => false }),
);
await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

/** Opens a stream; `reads` says whether what comes is ever taken. */
async function open(reads: boolean) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /live HTTP/1.1\r\nhost: x\r\n\r\n');
  let seen = '';
  if (reads) socket.on('data', (bytes) => (seen = (seen + bytes).slice(-1_000_000)));
  else socket.pause();
  return { socket, seen: () => seen };
}

test('those who take nothing are dropped before they fill the memory, and the others hear everything', async () => {
  const attentive = await open(true);
  const gone = await Promise.all(Array.from({ length: 20 }, () => open(false)));
  await expect.poll(countOpenStreams).toBe(21);
  const before = process.memoryUsage().rss;
  await expect
    .poll(
      () => {
        version += 1;
        for (const follower of followers) follower.tell(writeEvent({ version, groups }), true);
        return countOpenStreams();
      },
      { timeout: 60_000, interval: 5 },
    )
    .toBe(1);
  await expect.poll(() => attentive.seen().includes(`id: ${version}\n`), { timeout: 10_000 }).toBe(true);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
  for (const { socket } of [attentive, ...gone]) socket.destroy();
}, 90_000);
