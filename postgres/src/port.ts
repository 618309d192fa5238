import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

// The port is remembered, so that a tool pointed at the database finds it again after a restart.

/** The port used last time, if it is known. */
export async function recallPort(dataDir: string): Promise<number | undefined> {
  const port = Number(await readFile(join(dataDir, 'postgres.port'), 'utf8').catch(() => ''));
  return Number.isInteger(port) && port > 0 && port < 65536 ? port : undefined;
}

/** A convenience: where it cannot be written, the next start chooses again. */
export async function rememberPort(dataDir: string, port: number): Promise<void> {
  await writeFile(join(dataDir, 'postgres.port'), `${port}\n`).catch(() => {});
}

/** The wanted port if it is free, else another. */
export async function choosePort(wanted: number | undefined): Promise<number> {
  if (wanted !== undefined && (await isFree(wanted))) return wanted;
  // Below the range that systems lend to outgoing connections: there, a client that tries to reconnect to a PostgreSQL
  // that is down can be given that very port, and hold it.
  for (let tries = 0; tries < 200; tries++) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port between 20000 and 32000.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
