import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { StartError } from '@dossard/postgres/start.error.ts';
import type { FastifyInstance } from 'fastify';
import type { CredentialSource } from './credentials.ts';
import { createHttp2Front, type Http2Limits } from './http2.server.ts';

/** Interval of the check for a changed certificate, in milliseconds: a laptop may join the field's Wi-Fi late. */
const lookMs = 10_000;
/** Time limit of a client's handshake, in milliseconds. */
const handshakeMs = 10_000;

interface HttpsOptions extends Http2Limits {
  port: number;
  host: string;
  source: CredentialSource;
  /** Interval of the check for a changed certificate, in milliseconds. */
  everyMs?: number;
  /** Called with a sentence when a changed certificate cannot be used; the previous one stays. */
  report: (sentence: string) => void;
}

export type HttpsServer = Awaited<ReturnType<typeof startHttps>>;

/**
 * Serves an application over https beside http. Decrypted connections are passed to its own server, so that the same
 * limits and timeouts apply. Throws a StartError for a certificate that cannot be used.
 */
export async function startHttps(
  app: FastifyInstance,
  { port, host, source, report, everyMs = lookMs, ...http2Limits }: HttpsOptions,
) {
  let present = await source.read();
  const server = openServer(present);
  const http2 = createHttp2Front(app, http2Limits);
  // Before the handshake, which is the most expensive part of a connection.
  server.prependListener('connection', (socket) => {
    if (http2.isRefused(socket.remoteAddress)) socket.destroy();
  });
  server.on('secureConnection', (socket) => {
    if (socket.alpnProtocol === 'h2') http2.serve(socket);
    else app.server.emit('connection', socket);
  });
  // An incomplete handshake, or a phone that does not trust us yet: nothing to do.
  server.on('tlsClientError', (_, socket) => socket.destroy());
  server.listen(port, host);
  await once(server, 'listening');

  async function renew(): Promise<void> {
    const found = await source.read();
    if (found === present) return;
    server.setSecureContext(found);
    present = found;
  }
  const timer = setInterval(() => {
    renew().catch((error) => report(`The certificate could not be renewed: ${error.message}`));
  }, everyMs).unref();

  return {
    port: (server.address() as AddressInfo).port,
    /**
     * Accepts no new connections, and resolves when those of HTTP/2 have ended; the application closes the others.
     */
    stop() {
      clearInterval(timer);
      server.close();
      return http2.stop();
    },
  };
}

function openServer(credentials: { cert: string; key: string }): Server {
  try {
    return createServer({
      ...credentials,
      ALPNProtocols: ['h2', 'http/1.1'],
      minVersion: 'TLSv1.2',
      handshakeTimeout: handshakeMs,
    });
  } catch (error) {
    throw new StartError(
      `The certificate of HTTPS_CERTIFICATE and HTTPS_KEY cannot be used: ${(error as Error).message}.`,
    );
  }
}
