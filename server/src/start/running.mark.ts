import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processStart } from '@dossard/postgres/process.ts';
import { parseJson } from '../tools/parse.json.ts';

/* A file in DATA_DIR that exists while a server runs: if it exists at the start, the previous server was killed. */

const markOf = (dataDir: string) => join(dataDir, 'running.json');

/** Reads the process id in a mark; undefined without a mark, 0 when it is unreadable. */
async function readMark(dataDir: string): Promise<number | undefined> {
  const text = await readFile(markOf(dataDir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number((parseJson(text) as { pid?: unknown } | undefined)?.pid) || 0;
}

/** Marks a server as running; returns whether the previous one was killed. Keeps the mark of one that still runs. */
export async function markRunning(dataDir: string): Promise<boolean> {
  const left = await readMark(dataDir);
  // In a container every server has the same pid.
  if (left && left !== process.pid && processStart(left) !== undefined) return false;
  await writeFile(markOf(dataDir), JSON.stringify({ pid: process.pid }), { mode: 0o600 }).catch(() => {});
  return left !== undefined;
}

/** Removes the mark at a regular stop; keeps the mark of another server. */
export async function unmarkRunning(dataDir: string): Promise<void> {
  if ((await readMark(dataDir)) !== process.pid) return;
  await rm(markOf(dataDir), { force: true }).catch(() => {});
}
