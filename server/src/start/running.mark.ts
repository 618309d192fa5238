import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/* A note in DATA_DIR for as long as a server runs: one that is found at the start was left by a server that was killed. */

const markOf = (dataDir: string) => join(dataDir, 'running.json');

/** Notes that a server runs; returns whether the one before did not stop by itself. */
export async function markRunning(dataDir: string): Promise<boolean> {
  const left = await readFile(markOf(dataDir), 'utf8').catch(() => undefined);
  await writeFile(markOf(dataDir), JSON.stringify({ pid: process.pid }), { mode: 0o600 }).catch(() => {});
  return left !== undefined;
}

/** Notes that the server stops by itself. */
export async function unmarkRunning(dataDir: string): Promise<void> {
  await rm(markOf(dataDir), { force: true }).catch(() => {});
}
