import { createECDH, randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decrypt } from 'http_ece';
import { issueCertificate, openAuthority } from '../https/authority.ts';
import { whenOver } from './when.over.ts';

/** A message that the push service received. */
export interface ReceivedPush {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** Starts a push service of browsers on this machine, over https; `answer` sets its next answers. */
export async function startPushService() {
  const now = new Date();
  const authority = await openAuthority(await mkdtemp(join(tmpdir(), 'dossard-push-')), now);
  const { cert, key } = await issueCertificate(authority, { names: ['localhost'], addresses: ['127.0.0.1'] }, now);
  const received: ReceivedPush[] = [];
  let answer = { status: 201, headers: {} as Record<string, string> };
  const server = createServer({ cert, key }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, bytes: Buffer.concat(parts) });
      response.writeHead(answer.status, answer.headers);
      // This body never ends: a sender that reads it never gets to the end of its call.
      if (answer.status === 200) response.write('x'.repeat(100_000));
      else response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  whenOver(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    ca: authority.certificate.toString('pem'),
    received,
    setAnswer(status: number, headers: Record<string, string> = {}) {
      answer = { status, headers };
    },
  };
}

/** Creates a browser that can subscribe, and read its messages. */
export function createBrowser() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    read: ({ bytes }: ReceivedPush) =>
      JSON.parse(
        decrypt(bytes, { version: 'aes128gcm', privateKey: pair, authSecret: auth.toString('base64url') }).toString(),
      ),
  };
}
