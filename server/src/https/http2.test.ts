import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientHttp2Session, connect, constants, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { usualLimits } from '../http/turns/pressure.ts';
import { countOpenStreams } from '../live/live.stream.ts';
import { makeCompetition, runOf } from '../testing/main.job.ts';
import { startTestApp } from '../testing/test.app.ts';
import { localCredentials } from './credentials.ts';
import { type HttpsServer, startHttps } from './https.server.ts';

/* HTTP/2 over https: the same routes, limits and counters as over HTTP/1.1. */

const patient = { timeout: 20_000 };
const unfinished = { silentPerAddress: 3, perAddress: 5, inAll: 100, graceMs: 400 };
const house = await startTestApp({ pressure: { ...usualLimits, unfinished } });
const { admin, competitionId, zoneId } = await makeCompetition(house);
await admin.call(setVisibility, { body: { competition_id: competitionId, is_public: true } });
const folder = await mkdtemp(join(tmpdir(), 'dossard-http2-'));
const source = await localCredentials(folder, () => new Date());
const ca = new X509Certificate(source.root ?? Buffer.alloc(0)).toString();
const serve = (resetLimit = { most: 100_000, windowMs: 1 }, limits = {}) =>
  startHttps(house.app, { port: 0, host: '127.0.0.1', source, report: () => {}, resetLimit, ...limits });
const server: HttpsServer = await serve();
const origin = `https://localhost:${server.port}`;

const sessions: ClientHttp2Session[] = [];
const sockets: Socket[] = [];
const load = () => house.app.load();
afterEach(async () => {
  for (const session of sessions.splice(0)) session.destroy();
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(load, patient).toEqual({ underWay: 0, visitors: 0, unfinished: 0 });
  await expect.poll(countOpenStreams, patient).toBe(0);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function open(to: { port: number } = server, settings = {}): Promise<ClientHttp2Session> {
  const session = connect(`https://localhost:${to.port}`, { ca, settings }).on('error', () => {});
  sessions.push(session);
  await once(session, 'connect');
  return session;
}

/** Opens a connection that has chosen HTTP/2, and sends nothing. */
async function openSilent(): Promise<TLSSocket> {
  const socket = connectTls({ port: server.port, host: '127.0.0.1', ca, ALPNProtocols: ['h2'] }).on('error', () => {});
  sockets.push(socket);
  await once(socket, 'secureConnect');
  socket.resume();
  return socket;
}

/** Opens a connection that asks for large answers and reads none; returns its socket to the server. */
async function openDeaf(to: HttpsServer): Promise<Socket> {
  const between = createServer().listen(0, '127.0.0.1');
  await once(between, 'listening');
  const [session, socket] = await Promise.all([
    open({ port: (between.address() as AddressInfo).port }, { initialWindowSize: 2 ** 31 - 1 }),
    once(between, 'connection').then(([near]) => {
      const far = connectTcp(to.port, '127.0.0.1').on('error', () => {});
      sockets.push(
        near.on('error', () => {}),
        far,
      );
      near.pipe(far).pipe(near);
      return far;
    }),
  ]);
  between.close();
  session.setLocalWindowSize(2 ** 31 - 1);
  await ask(session, '/health/live');
  socket.unpipe().pause();
  for (let turn = 0; turn < 60; turn += 1)
    session.request({ ':path': `/api/openapi.json?turn=${turn}` }).on('error', () => {});
  await expect.poll(() => load().unfinished, patient).toBeGreaterThan(0);
  return socket;
}

async function ask(session: ClientHttp2Session, path: string, headers: Record<string, string> = {}, body?: object) {
  const stream = session.request({
    ':path': path,
    ...(body && { ':method': 'POST', 'content-type': 'application/json' }),
    ...headers,
  });
  stream.end(body && JSON.stringify(body));
  const [answer] = await once(stream, 'response');
  let text = '';
  for await (const chunk of stream) text += chunk;
  return { status: Number(answer[':status']), text };
}

test('a browser chooses HTTP/2, and signs in with the same checks as over HTTP/1.1', async () => {
  const session = await open();
  expect(session.alpnProtocol).toBe('h2');
  const run = { ...runOf(competitionId, zoneId, 2) };
  const post = (from: string) => ask(session, '/api/run', { cookie: admin.cookie, origin: from }, run);
  expect((await post('https://elsewhere.example')).status).toBe(403);
  // A body without a length, which only HTTP/2 allows.
  expect(await post(origin)).toMatchObject({ status: 201 });
  // Shared answers have all their headers in one list.
  const ranking = `/api/competitions/${competitionId}/liveranking/public?category=U13&gender=F`;
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(session, ranking)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 200, text: expect.stringContaining('"rankings"') });
});

test('twenty streams and a call share one connection, and leave nothing behind', async () => {
  const session = await open();
  const streams = Array.from({ length: 20 }, () =>
    session.request({ ':path': `/api/competitions/${competitionId}/live` }),
  );
  const texts = streams.map(async (stream) => String((await once(stream, 'data'))[0]));
  expect(await Promise.all(texts)).toEqual(Array(20).fill(expect.stringContaining('event: ranking')));
  expect(countOpenStreams()).toBe(20);
  expect((await ask(session, '/health/live')).status).toBe(200);
  streams[0]?.close();
  await expect.poll(countOpenStreams, patient).toBe(19);
  // A HEAD request opens none.
  expect((await ask(session, `/api/competitions/${competitionId}/live`, { ':method': 'HEAD' })).status).toBe(200);
  session.destroy();
});

test('requests that are reset, one by one or with their connection, leave nothing behind', async () => {
  const strike = async () => {
    const session = await open();
    for (let request = 0; request < 300 && !session.destroyed; request += 1) {
      const path = `/api/competitions/${competitionId}/ranking/${request}`;
      const stream = session.request({ ':path': request % 3 === 0 ? path : '/api/openapi.json' }).on('error', () => {});
      setTimeout(() => stream.resume().close(), request % 4);
      if (request % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    session.destroy();
  };
  for (let turn = 0; turn < 10; turn += 1) await Promise.all([strike(), strike(), strike(), strike()]);
  await expect.poll(load, patient).toEqual({ underWay: 0, visitors: 0, unfinished: 0 });
}, 60_000);

const strictLimit = { most: 50, windowMs: 8_000 };

/**
 * Resets requests until the server ends the connection: while they are answered, or once their answers are complete, if
 * the client allows no byte of them. A request that is reset before its answer has begun may never be sent.
 */
async function resetMany(to: HttpsServer, answers: keyof typeof resets): Promise<void> {
  const { path, settings, code } = resets[answers];
  const session = await open(to, settings);
  while (!session.destroyed) {
    const stream = session.request({ ':path': path }).on('error', () => {});
    await new Promise((resolve) => stream.once('response', resolve).once('close', resolve));
    stream.close(code);
  }
}
const resets = {
  endless: { path: `/api/competitions/${competitionId}/live`, settings: {}, code: constants.NGHTTP2_CANCEL },
  unread: { path: '/health/live', settings: { initialWindowSize: 0 }, code: constants.NGHTTP2_NO_ERROR },
};

test('a stop does not wait for connections that end already', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const strict = await serve(strictLimit);
    await resetMany(strict, 'endless');
    await strict.stop();
  }
});

test('a client that reads nothing and is silent keeps neither its requests nor its connection', async () => {
  const own = await serve(undefined, { idleMs: 1_000, leaveMs: 1_000 });
  const socket = await openDeaf(own);
  await expect.poll(() => load().unfinished, patient).toBe(0);
  // Only a write tells a client that does not read.
  const isClosed = () => {
    socket.write('?');
    return socket.destroyed;
  };
  await expect.poll(isClosed, patient).toBe(true);
  await own.stop();
});

test('a stop does not wait for a client that reads nothing, whose address was refused', async () => {
  const strict = await serve(strictLimit);
  await openDeaf(strict);
  await resetMany(strict, 'endless');
  await expect.poll(() => load().unfinished, patient).toBe(0);
  await strict.stop();
});

test.each(['endless', 'unread'] as const)(
  'an address that resets many %s answers is refused for a while',
  async (answers) => {
    const strict = await serve(strictLimit);
    await resetMany(strict, answers);
    const isServed = () =>
      new Promise<boolean>((resolve) => {
        const socket = connectTls({ port: strict.port, host: '127.0.0.1', ca, ALPNProtocols: ['h2'] });
        sockets.push(socket);
        socket
          .on('error', () => {})
          .once('secureConnect', () => resolve(true))
          .once('close', () => resolve(false));
      });
    expect(await isServed()).toBe(false);
    await expect.poll(isServed, patient).toBe(true);
    for (const socket of sockets) socket.destroy();
    await strict.stop();
  },
);

test('an answer that is reset while it is being sent is not kept', async () => {
  // The client allows no byte of an answer.
  const session = await open(server, { initialWindowSize: 0 });
  const streams = [1, 2, 3].map((turn) => session.request({ ':path': `/api/openapi.json?turn=${turn}` }));
  await Promise.all(streams.map((stream) => once(stream, 'response')));
  await expect.poll(load, patient).toMatchObject({ underWay: 0, unfinished: 3 });
  for (const stream of streams) stream.close();
  await expect.poll(load, patient).toEqual({ underWay: 0, visitors: 0, unfinished: 0 });
});

test('requests do not collect listeners on the connection that they share', async () => {
  const counts: number[] = [];
  const count = ({ stream }: { stream: ServerHttp2Stream }) =>
    counts.push(stream.session?.socket.listenerCount('close') ?? Number.NaN);
  house.app.server.on('request', count);
  const session = await open();
  for (let call = 0; call < 30; call += 1) await ask(session, `/api/competitions/${competitionId}/ranking/${call}`);
  house.app.server.off('request', count);
  expect(counts).toHaveLength(30);
  expect(counts.at(-1)).toBe(counts[1]);
});

test('silent connections, unfinished bodies and broken frames are closed, and others are served', async () => {
  const session = await open();
  await ask(session, '/health/live');
  const silent = await Promise.all(Array.from({ length: 5 }, openSilent));
  await expect.poll(() => silent.filter(({ destroyed }) => destroyed).length, patient).toBe(2);
  const posts = Array.from({ length: 8 }, () => {
    const stream = session.request({ ':path': '/api/login', ':method': 'PUT', 'content-type': 'application/json' });
    stream.on('error', () => {}).write('{"email":');
    return stream;
  });
  await expect.poll(() => posts.filter(({ closed }) => closed).length, patient).toBe(3);
  expect((await ask(session, '/health/live')).status).toBe(200);
  for (const bytes of ['GET / HTTP/1.1\r\n\r\n', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'.padEnd(400, '\u0001')]) {
    const socket = await openSilent();
    socket.write(bytes);
    await once(socket, 'close');
  }
  expect((await ask(session, '/health/live')).status).toBe(200);
});

test('a stop lets the calls in progress finish, and then closes the connection', async () => {
  const own = await serve();
  const session = await open(own);
  const stream = session.request({ ':path': '/api/login', ':method': 'PUT', 'content-type': 'application/json' });
  stream.write('{"email":"nobody@dossard.test",');
  await expect.poll(() => load().unfinished, patient).toBe(1);
  const stopped = own.stop();
  await once(session, 'goaway');
  stream.end('"password":"Wrong-2027"}');
  const [answer] = await once(stream.resume(), 'response');
  expect(answer[':status']).toBe(401);
  await stopped;
});
