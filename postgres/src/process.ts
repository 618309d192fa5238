import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { readlink, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename } from 'node:path';

// Facts about a process, by its id. Ids are reused, so each result distinguishes `unknown`.

const hasProc = existsSync('/proc/self/stat');

/**
 * Returns when a process started, in the system's own format, to distinguish it from a later one with the same id;
 * `unknown` if the system does not report it, undefined when no such process runs (a zombie does not count).
 */
export function processStart(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : rest[18];
  } catch {
    // A system without /proc, or one that hides the processes of other users.
    return isRunning(pid) ? 'unknown' : undefined;
  }
}

/** Whether a process is the PostgreSQL of a data folder. */
export type Kinship = 'gone' | 'ours' | 'unrelated' | 'unknown';

/**
 * Returns whether `pid` is the PostgreSQL that runs on `folder`; PostgreSQL's working directory is always its data
 * folder.
 */
export async function kinship(pid: number, folder: string): Promise<Kinship> {
  if (processStart(pid) === undefined) return 'gone';
  try {
    if (!hasProc) return commandOf(pid).includes('postgres') ? 'unknown' : 'unrelated';
    const program = basename(await readlink(`/proc/${pid}/exe`));
    const [there, here] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(folder)]);
    return program.startsWith('postgres') && there.ino === here.ino && there.dev === here.dev ? 'ours' : 'unrelated';
  } catch {
    return processStart(pid) === undefined ? 'gone' : 'unknown';
  }
}

/** Identifies the scope of process ids: one boot of one machine, one container. */
export function processPlace(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

function commandOf(pid: number): string {
  // Windows has no ps: the caller treats the error as "unknown", and PostgreSQL itself detects a reused id there.
  return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Whether a process with this id runs, also one of another user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
