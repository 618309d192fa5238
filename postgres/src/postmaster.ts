import { spawn, spawnSync } from 'node:child_process';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandAs } from './account.ts';
import { programOf } from './binaries.ts';
import { answers, waitFor } from './connection.ts';
import type { PostgresPlace } from './place.ts';
import { choosePort } from './port.ts';
import { kinship, processStart } from './process.ts';
import { postgresArguments } from './settings.ts';
import { StartError } from './start.error.ts';

// One run of PostgreSQL's first process, the postmaster: adopted if it outlived a killed server, else started.

export interface Cluster extends PostgresPlace {
  password: string;
  logFile: string;
}

export interface Postmaster {
  pid: number;
  /** Distinguishes it from a later process with the same id. */
  born: string | undefined;
  port: number;
  adopted: boolean;
  /** Resolves when it has ended, with a description such as `signal SIGKILL`. */
  ended: Promise<string>;
}

const recoverySeconds = 600; // after a power cut, on a slow disk; a start fails immediately when PostgreSQL ends
const attempts = 40;

/** Starts or adopts PostgreSQL on a data folder, ready for connections; throws a StartError on failure. */
export async function bringUp(cluster: Cluster, wantedPort: number | undefined): Promise<Postmaster> {
  let lastWords = '';
  for (let attempt = 0; attempt < attempts; attempt++) {
    const running = await adopt(cluster);
    if (running) return running;
    const started = await start(cluster, await choosePort(wantedPort));
    if (typeof started !== 'string') return started;
    lastWords = started;
    // Retry: another process took the port in between, so choose another one; or the last children of a killed
    // postmaster still hold its memory or folder, for a moment.
    if (!/could not create any TCP\/IP sockets|pre-existing shared memory|lock file ".*" already exists/.test(started))
      break;
    await sleep(500);
  }
  throw new StartError(
    `PostgreSQL did not start. Its last words, from ${cluster.logFile}:\n${lastWords.trim()}\n` +
      'If its files are damaged, rename the folder postgres in the data folder and run: npm run dossard -- restore',
    'La base de données n’a pas démarré. Le disque est peut-être plein ; sinon, restaurez la dernière sauvegarde.',
  );
}

/** Stops PostgreSQL: disconnects clients and keeps committed data. */
export async function shutDown(cluster: Cluster, postmaster: Postmaster): Promise<void> {
  const over = postmaster.ended.then(() => true);
  for (const [signal, seconds] of [
    ['SIGINT', 60],
    ['SIGQUIT', 10],
    ['SIGKILL', 10],
  ] as const) {
    requestStop(cluster, postmaster, signal);
    if (await Promise.race([over, sleep(seconds * 1000, false, { ref: false })])) return;
  }
}

/** Stops PostgreSQL too when this process ends without `shutDown`, for example after an uncaught error. */
function stopWithThisProcess(cluster: Cluster, postmaster: Pick<Postmaster, 'pid' | 'born' | 'ended'>): void {
  const stop = () => requestStop(cluster, postmaster, 'SIGINT');
  process.once('exit', stop);
  void postmaster.ended.then(() => process.off('exit', stop));
}

/** Sends the signal without waiting: SIGINT is PostgreSQL's fast stop, SIGQUIT leaves recovery to the next start. */
function requestStop(
  { folder, binaries }: Cluster,
  { pid, born }: Pick<Postmaster, 'pid' | 'born'>,
  signal: NodeJS.Signals,
): void {
  if (processStart(pid) !== born) return; // it has ended already
  if (process.platform === 'win32') {
    // On Windows a signal from Node kills the process immediately; pg_ctl can stop it gracefully.
    spawnSync(programOf(binaries, 'pg_ctl'), ['stop', '-D', folder, '-m', 'fast', '--no-wait'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(pid, signal);
  } catch {
    // it ended just now
  }
}

async function start(cluster: Cluster, port: number): Promise<Postmaster | string> {
  const { account, binaries, folder, logFile, password } = cluster;
  // A file, not a pipe: PostgreSQL must be able to outlive a killed server.
  const log = await open(logFile, 'a');
  const { size } = await log.stat();
  const { command, args, options } = commandAs(
    account,
    programOf(binaries, 'postgres'),
    postgresArguments(folder, port),
  );
  // In its own session, so that Ctrl-C in a terminal stops the server first, which then stops PostgreSQL.
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', log.fd, log.fd] });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  });
  if (child.pid !== undefined) stopWithThisProcess(cluster, { pid: child.pid, born: processStart(child.pid), ended });
  await log.close();

  let ending: string | undefined;
  void ended.then((words) => {
    ending = words;
  });
  const ready = await waitFor(
    async () => ending !== undefined || (await answers(port, password)).folder === folder,
    recoverySeconds,
  );
  if (ending === undefined && child.pid !== undefined) {
    const postmaster = { pid: child.pid, born: processStart(child.pid), port, adopted: false, ended };
    if (ready) return postmaster;
    await shutDown(cluster, postmaster);
  }
  const words = (await readFile(logFile)).subarray(size).toString('utf8');
  return `${words.split('\n').slice(-15).join('\n')}${ending ?? 'it did not become ready'}`;
}

/**
 * Adopts the PostgreSQL that a killed server left running on the folder, or waits until it has ended. Undefined when
 * none runs; a stale postmaster.pid then no longer prevents a start.
 */
async function adopt(cluster: Cluster): Promise<Postmaster | undefined> {
  const { folder, password } = cluster;
  const file = join(folder, 'postmaster.pid');
  let reason = '';
  let pid = 0;
  const seconds = 120;
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(100)) {
    const lines = (await readFile(file, 'utf8').catch(() => undefined))?.split('\n');
    if (lines === undefined) return undefined;
    pid = Number(lines[0]);
    const port = Number(lines[3]);
    if (!pid) {
      // Truncated by a crash, unless PostgreSQL has just created it and fills it within moments.
      const found = await stat(file).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs < 2000) continue;
      await rm(file, { force: true });
      return undefined;
    }
    const kin = await kinship(pid, folder);
    if (kin === 'gone' || kin === 'unrelated') {
      // PostgreSQL would take any running process with that id for its predecessor, except its own parent. The rest of
      // the file stays, so that it can look for children of the dead one that still hold its memory.
      await writeFile(file, [process.pid, ...lines.slice(1)].join('\n'));
      return undefined;
    }
    const answer = await answers(port, password);
    if (answer.folder === folder || (answer.folder && kin === 'ours')) return watched(cluster, pid, port);
    if (kin === 'unknown') return undefined; // PostgreSQL checks itself, and refuses to run twice on a folder
    reason = answer.reason ?? 'it works in another folder';
  }
  throw new StartError(
    `A PostgreSQL (process ${pid}) runs on ${folder} but does not let Dossard in: ${reason}. Stop it, then start Dossard again.`,
  );
}

/** Watches a postmaster that is not our child, by polling for its end. */
function watched(cluster: Cluster, pid: number, port: number): Postmaster {
  const born = processStart(pid);
  const watch = async () => {
    while (born !== undefined && processStart(pid) === born) await sleep(250);
    return 'its process is gone';
  };
  const postmaster = { pid, born, port, adopted: true, ended: watch() };
  stopWithThisProcess(cluster, postmaster);
  return postmaster;
}
