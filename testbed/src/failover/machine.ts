import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type MachineNumber, type Place, parseEnvironment, readFor } from './configuration.ts';

/* The programs on one of the three machines of deploy/ha: etcd, Patroni, and the PostgreSQL that Patroni starts. */

export interface Machine {
  number: MachineNumber;
  /** Starts all programs that are not running. */
  start: () => void;
  /** Kills only PostgreSQL. */
  killPostgres: () => Promise<void>;
  /** Kills everything. */
  kill: () => Promise<void>;
  /** Halts everything: connections stay open but transfer nothing, as after a power cut. */
  freeze: () => Promise<void>;
  /** Resumes everything that was halted. */
  thaw: () => void;
  /** Stops everything gracefully. */
  stop: () => Promise<void>;
}

/** Prepares a machine without starting it. */
export async function prepareMachine(place: Place, number: MachineNumber): Promise<Machine> {
  const folder = place.folderOf(number);
  const environments = {
    etcd: parseEnvironment(await readFor(place, number, 'etcd.env')),
    patroni: parseEnvironment(await readFor(place, number, 'patroni.env')),
  };
  const dataDir = environments.patroni.PATRONI_POSTGRESQL_DATA_DIR ?? '';
  await mkdir(join(folder, 'etcd'), { recursive: true });
  await mkdir(join(folder, 'postgresql'), { recursive: true });
  const configuration = join(folder, 'config.yml');
  await writeFile(configuration, await readFor(place, number, 'patroni.yml'));
  giveAway(folder);
  const running = new Map<keyof typeof environments, ChildProcess>();
  let halted: number[] = [];

  function run(name: keyof typeof environments, args: string[]): void {
    const earlier = running.get(name);
    if (earlier && earlier.exitCode === null && earlier.signalCode === null) return;
    running.set(name, spawnLogged(name, args, join(folder, `${name}.log`), environments[name]));
  }

  /** Returns the pid of PostgreSQL's first process; undefined if none is running. */
  async function postmaster(): Promise<number | undefined> {
    const [pid] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n', 1);
    return pid && (await childrenOf(Number(pid))) ? Number(pid) : undefined;
  }

  /** Returns all processes of the machine, parents first, so that a halted parent cannot start another one. */
  async function pids(): Promise<number[]> {
    const pid = await postmaster();
    const own = [...running.values()].flatMap((child) => (child.exitCode === null && child.pid ? [child.pid] : []));
    return [...own, ...(pid ? [pid, ...((await childrenOf(pid)) ?? [])] : [])];
  }

  const machine: Machine = {
    number,
    start() {
      run('etcd', []);
      run('patroni', [configuration]);
    },
    async killPostgres() {
      const pid = await postmaster();
      if (pid) signal(pid, 'SIGKILL');
    },
    async kill() {
      for (const pid of await pids()) signal(pid, 'SIGKILL');
      await Promise.all([...running.values()].map(ended));
    },
    async freeze() {
      halted = await pids();
      for (const pid of halted) signal(pid, 'SIGSTOP');
    },
    thaw() {
      for (const pid of halted.reverse()) signal(pid, 'SIGCONT');
      halted = [];
    },
    async stop() {
      machine.thaw();
      for (const name of ['patroni', 'etcd'] as const) {
        const child = running.get(name);
        child?.kill('SIGTERM');
        if (child) await ended(child);
      }
      // Patroni leaves PostgreSQL running when Patroni itself was halted or killed.
      await machine.kill();
    },
  };
  return machine;
}

/** Starts a program with its output in a file; as Debian's user `postgres` if this process is root. */
export function spawnLogged(
  program: string,
  args: readonly string[],
  logFile: string,
  environment: Record<string, string> = {},
): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(program, args, {
    // Patroni changes into its working directory again, which must be open to the account of PostgreSQL.
    cwd: dirname(logFile),
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, ...environment },
    ...accountOfPostgres(),
  });
  closeSync(log);
  return child;
}

/** PostgreSQL refuses to run as root. */
function accountOfPostgres(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const ask = (what: string) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

/** Changes the owner of a folder to the user that runs the programs. */
export function giveAway(folder: string): void {
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres:', folder]);
}

async function childrenOf(pid: number): Promise<number[] | undefined> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => undefined);
  return text?.trim().split(' ').map(Number).filter(Boolean);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // The process may have ended since it was listed.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Resolves when a process has ended. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
