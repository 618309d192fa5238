import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

// The port is remembered, so that tools connected to the database find it again after a restart.

/** Returns the last port, if known. */
export async function recallPort(dataDir: string): Promise<number | undefined> {
  const port = Number(await readFile(join(dataDir, 'postgres.port'), 'utf8').catch(() => ''));
  return Number.isInteger(port) && port > 0 && port < 65536 ? port : undefined;
}

/** Optional: if it cannot be written, the next start chooses again. */
export async function rememberPort(dataDir: string, port: number): Promise<void> {
  await writeFile(join(dataDir, 'postgres.port'), `${port}\n`).catch(() => {});
}

/** Returns the wanted port if it is free, else another. */
export async function choosePort(wanted: number | undefined): Promise<number> {
  if (wanted !== undefined && (await isFree(wanted))) return wanted;
  // Below the ephemeral ports of outgoing connections: otherwise a client that reconnects to a stopped PostgreSQL may
  // be assigned that very port, and block it.
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
