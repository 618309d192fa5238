import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Group } from '@dossard/contract/categories/group.ts';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { createHttp2Front } from '../https/http2.server.ts';
import { type Follower, type LiveHub, writeEvent } from './live.hub.ts';
import { countOpenStreams, streamEvents } from './live.stream.ts';

/* Readers at the pace of their connection, over a hub of the test: for example a phone that lost coverage. */

const groups: Group[] = Array.from({ length: 500 }, (_, index) => ({ category: `Catégorie ${index}`, gender: 'F' }));
let version = 1;
let state = async () => ({ version, is_public: true, groups });
let isMember = async () => false;
const followers = new Set<Follower>();
/** Sends events without the usual pauses. */
const hub: LiveHub = {
  follow(_, follower) {
    followers.add(follower);
    return () => followers.delete(follower);
  },
};
const answers: ServerResponse[] = [];
const app = Fastify();
app.get('/live', (_, reply) => {
  answers.push(reply.raw);
  return streamEvents(reply, hub, {
    competitionId: 1,
    isPublic: true,
    findLiveState: () => state(),
    isMember: () => isMember(),
  });
});
await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

const often = { timeout: 60_000, interval: 5 };

/** Opens a stream; `reads` is whether the client reads from it. */
async function open(reads: boolean) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /live HTTP/1.1\r\nhost: x\r\n\r\n');
  let seen = '';
  if (reads) socket.on('data', (bytes) => (seen = (seen + bytes).slice(-1_000_000)));
  else socket.pause();
  return { socket, seen: () => seen };
}

test('readers that read nothing are dropped before they fill the memory, and the others receive everything', async () => {
  const attentive = await open(true);
  const gone = await Promise.all(Array.from({ length: 20 }, () => open(false)));
  await expect.poll(countOpenStreams).toBe(21);
  const before = process.memoryUsage().rss;
  await expect
    .poll(() => {
      version += 1;
      for (const follower of followers) follower.send(writeEvent({ version, groups }), version, true);
      return countOpenStreams();
    }, often)
    .toBe(1);
  await expect.poll(() => attentive.seen().includes(`id: ${version}\n`), { timeout: 10_000 }).toBe(true);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
  for (const { socket } of [attentive, ...gone]) socket.destroy();
  await expect.poll(countOpenStreams).toBe(0);
}, 90_000);

test('readers that read nothing over HTTP/2 are dropped one by one, and their connection stays', async () => {
  const front = createHttp2Front(app);
  const server = createServer((socket) => front.serve(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  for (let stream = 0; stream < 20; stream += 1)
    session
      .request({ ':path': '/live' })
      .on('error', () => {})
      .pause();
  await expect.poll(countOpenStreams).toBe(20);
  const before = process.memoryUsage().rss;
  await expect
    .poll(() => {
      version += 1;
      for (const follower of followers) follower.send(writeEvent({ version, groups }), version, true);
      return countOpenStreams();
    }, often)
    .toBe(0);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
  const head = session.request({ ':path': '/live', ':method': 'HEAD' });
  expect((await once(head.resume(), 'response'))[0][':status']).toBe(200);
  session.destroy();
  await front.stop();
  server.close();
}, 90_000);

test('one that reads nothing, and may no longer read, gets the end once and is left alone', async () => {
  const { socket } = await open(false);
  await expect.poll(() => followers.size).toBe(1);
  const [follower] = [...followers] as [Follower];
  const answer = answers.at(-1) as ServerResponse;
  await expect
    .poll(() => {
      follower.send(`: ${'x'.repeat(16_000)}\n\n`, version + 1, true);
      return answer.writableLength;
    }, often)
    .toBeGreaterThan(0);
  const errors: Error[] = [];
  answer.on('error', (error) => errors.push(error));
  follower.send('', version + 1, false);
  expect([answer.writableEnded, answer.destroyed, followers.size]).toEqual([true, false, 0]);
  follower.send('', version + 1, false);
  follower.end();
  socket.destroy();
  await expect.poll(countOpenStreams).toBe(0);
  expect(errors).toEqual([]);
});

test('changes announced while the first version is read follow it, and what it contains is not sent again', async () => {
  let answer = (_: number) => {};
  state = () =>
    new Promise((resolve) => {
      answer = (read) => resolve({ version: read, is_public: true, groups: [] });
    });
  const { socket, seen } = await open(true);
  await expect.poll(() => followers.size).toBe(1);
  for (const announced of [6, 7, 8])
    for (const follower of followers) follower.send(writeEvent({ version: announced, groups: [] }), announced, true);
  answer(7);
  await expect.poll(() => [...seen().matchAll(/^id: (\d+)$/gm)].map(([, id]) => id)).toEqual(['7', '8']);
  socket.destroy();
  await expect.poll(countOpenStreams).toBe(0);
});

test('a stream whose initial event cannot be read fails', async () => {
  state = () => Promise.reject(new Error('The database is away.'));
  const { socket } = await open(true);
  await once(socket, 'close');
  expect([countOpenStreams(), followers.size]).toEqual([0, 0]);
});

test('one who disconnects during the permission check starts nothing', async () => {
  let look = (_: boolean) => {};
  isMember = () =>
    new Promise((resolve) => {
      look = resolve;
    });
  for (const leave of ['destroy', 'resetAndDestroy'] as const) {
    const earlier = answers.length;
    const { socket } = await open(false);
    await expect.poll(() => answers.length).toBe(earlier + 1);
    const { socket: served } = (answers.at(-1) as ServerResponse).req;
    const gone = new Promise((resolve) => served.once('close', resolve));
    socket[leave]();
    await gone;
    look(false);
    await new Promise((resolve) => setImmediate(resolve));
    expect([countOpenStreams(), followers.size]).toEqual([0, 0]);
  }
});

test('a HEAD request for a stream is answered immediately', async () => {
  const { port } = app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/live`, { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect([countOpenStreams(), followers.size]).toEqual([0, 0]);
});
