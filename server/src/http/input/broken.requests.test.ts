import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { startTestApp } from '../../testing/test.app.ts';
import { usualLimits } from '../turns/pressure.ts';

const { app } = await startTestApp({ pressure: usualLimits });
let port: number;
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});

/** Sends text, half-closes the connection, and returns what is answered until it ends. */
async function sendAndEnd(text: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let answer = '';
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part;
  });
  socket.end(text);
  await once(socket, 'close');
  return answer;
}

const halfSignIn =
  'PUT /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"email"';

// ASVS 4.2.1
it.each([
  ['bytes that are no request', '\u0016\u0003\u0001 hello\r\n\r\n', /^HTTP\/1\.1 400 Bad Request\r\n/],
  ['heads that never end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
  ['a body that breaks off', halfSignIn, /^$/],
])('%s', async (_, text, answer) => {
  expect(await sendAndEnd(text)).toMatch(answer);
  expect(app.load()).toEqual({ underWay: 0, visitors: 0, unfinished: 0 });
  expect((await fetch(`http://127.0.0.1:${port}/api/competitions/public`)).status).toBe(200);
});

it('a thousand bodies that break off at the same time leave nothing behind', async () => {
  await Promise.all(
    Array.from({ length: 1_000 }, async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      socket.write(halfSignIn);
      socket.destroy();
    }),
  );
  await expect.poll(() => app.load(), { timeout: 10_000 }).toEqual({ underWay: 0, visitors: 0, unfinished: 0 });
});
