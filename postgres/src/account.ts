import { execFile, type SpawnOptions } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { type PostgresBinaries, programOf } from './binaries.ts';

// The user that PostgreSQL runs as. PostgreSQL refuses to run as root, so a server that runs as root needs another
// account for it.

export interface PostgresAccount {
  /** Set when PostgreSQL runs as another system user, who must own its files. */
  ids?: { uid: number; gid: number };
  /** Command line arguments before the program. */
  prefix: string[];
}

/** The account of the server itself. */
export const ownAccount: PostgresAccount = { prefix: [] };

/**
 * Root, mapped to an ordinary user inside a user namespace: outside it the process is still root and can access folders
 * that are closed to others. Without --fork, `unshare` becomes the program, so its process id is PostgreSQL's.
 */
export async function namespaceAccount(): Promise<PostgresAccount> {
  // initdb needs a user with a name; any one will do, because outside the namespace nothing belongs to it.
  const ids = (await listUnprivileged())[0] ?? { uid: 1000, gid: 1000 };
  return { prefix: ['unshare', '--user', `--map-user=${ids.uid}`, `--map-group=${ids.gid}`] };
}

/** Lists the unprivileged users of this system, best first. */
export async function listUnprivileged(): Promise<{ uid: number; gid: number }[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  return ['postgres', '_postgres', 'nobody']
    .flatMap((name) => lines.filter((line) => line[0] === name))
    .map((line) => ({ uid: Number(line[2]), gid: Number(line[3]) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
}

/** Returns the command line that runs a program of PostgreSQL as an account. */
export function commandAs(account: PostgresAccount, program: string, args: string[]) {
  const [command, ...rest] = [...account.prefix, program, ...args] as [string, ...string[]];
  const options: SpawnOptions = { ...account.ids, env: environment(), cwd: dirname(program), windowsHide: true };
  return { command, args: rest, options };
}

/** Returns undefined if the account can run PostgreSQL's programs, else the reason why not. */
export async function whyUnable(account: PostgresAccount, binaries: PostgresBinaries): Promise<string | undefined> {
  const run = runAs(account, programOf(binaries, 'postgres'), ['--version']);
  return run.then(
    () => undefined,
    (error: Error) => error.message,
  );
}

/** Runs a program of PostgreSQL as an account to its end. Throws with what it says when it fails. */
export async function runAs(account: PostgresAccount, program: string, given: string[]): Promise<void> {
  const { command, args, options } = commandAs(account, program, given);
  await promisify(execFile)(command, args, options as object).catch((error: Error & { stderr?: string }) => {
    throw new Error((error.stderr || error.message).trim());
  });
}

/** Whether other users can enter every folder on the way to `path`, judged only by permission bits. */
export async function isOpenToOthers(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Returns the server's environment without the variables that would change PostgreSQL or the language of its messages.
 */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
