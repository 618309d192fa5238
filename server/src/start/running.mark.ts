import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/* A note in DATA_DIR for as long as a server runs: one that is found at the start was left by a server that was killed. */

const markOf = (dataDir: string) => join(dataDir, 'running.json');

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Reads whose process a mark is; undefined when there is none, 0 when it cannot be read. */
async function readMark(dataDir: string): Promise<number | undefined> {
  const text = await readFile(markOf(dataDir), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return Number(JSON.parse(text).pid) || 0;
  } catch {
    return 0;
  }
}

/** Notes that a server runs; returns whether the one before did not stop by itself. The mark of one that still runs is left. */
export async function markRunning(dataDir: string): Promise<boolean> {
  const left = await readMark(dataDir);
  // In a container every server has the same pid.
  if (left && left !== process.pid && isAlive(left)) return false;
  await writeFile(markOf(dataDir), JSON.stringify({ pid: process.pid }), { mode: 0o600 }).catch(() => {});
  return left !== undefined;
}

/** Notes that this server stops by itself; the mark of another one is left. */
export async function unmarkRunning(dataDir: string): Promise<void> {
  if ((await readMark(dataDir)) !== process.pid) return;
  await rm(markOf(dataDir), { force: true }).catch(() => {});
}
