import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from '@dossard/postgres/start.error.ts';
import { isEverywhere } from '../https/laptop.names.ts';

/**
 * Tries to listen on a port and leaves it again, so that a start that cannot listen creates no database. Throws a
 * `StartError` that names the address of the program that has the port.
 */
export async function checkPort(port: number, host: string): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? portTaken(port, host) : error;
  });
  probe.close();
  await once(probe, 'close');
}

/** The error for a port on which another program listens. */
export function portTaken(port: number, host: string): StartError {
  const name = isEverywhere(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return new StartError(
    `Another program already runs at http://${name}:${port}; stop it, or choose another port with PORT.`,
    `Un autre programme est déjà ouvert à http://${name}:${port} ; arrêtez-le, ou choisissez un autre port avec PORT.`,
  );
}
