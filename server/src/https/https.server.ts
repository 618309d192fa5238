import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { StartError } from '@dossard/postgres/start.error.ts';
import type { FastifyInstance } from 'fastify';
import type { CredentialSource } from './credentials.ts';

/** How often it is looked whether the certificate has changed, in milliseconds: a laptop joins the field's Wi-Fi late. */
const lookMs = 10_000;
/** A client that says nothing in the handshake is disconnected, in milliseconds. */
const handshakeMs = 10_000;

interface HttpsOptions {
  port: number;
  host: string;
  source: CredentialSource;
  /** Milliseconds between two looks at the certificate. */
  everyMs?: number;
  /** Called with a sentence when a changed certificate cannot be used; the former one stays. */
  report: (sentence: string) => void;
}

export interface HttpsServer {
  port: number;
  /** Takes no new connections; those that are open belong to the application, which closes them as it does its others. */
  stop(): void;
}

/**
 * Serves an application over https beside http. Decrypted connections are handed to its own server, so that every limit
 * and time-out of that one holds. Throws a StartError for a certificate that cannot be used.
 */
export async function startHttps(
  app: FastifyInstance,
  { port, host, source, report, everyMs = lookMs }: HttpsOptions,
): Promise<HttpsServer> {
  let present = await source.read();
  const server = openServer(present);
  server.on('secureConnection', (socket) => app.server.emit('connection', socket));
  // Half a handshake, or a phone that does not trust us yet: nothing that we could mend.
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
    stop() {
      clearInterval(timer);
      server.close();
    },
  };
}

function openServer(credentials: { cert: string; key: string }): Server {
  try {
    return createServer({
      ...credentials,
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      handshakeTimeout: handshakeMs,
    });
  } catch (error) {
    throw new StartError(
      `The certificate of HTTPS_CERTIFICATE and HTTPS_KEY cannot be used: ${(error as Error).message}.`,
    );
  }
}
