import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { test as base } from 'vitest';
import { startEmbeddedPostgres } from '../embedded.postgres.ts';
import { kinship } from '../process.ts';

// Folders and servers (postgres.child.ts) for tests that kill servers. After a test, remaining processes are ended by
// their id, and folders removed.

const script = fileURLToPath(new URL('./postgres.child.ts', import.meta.url));

interface StartOptions {
  lentBase?: string;
  /** A folder to put first on the PATH. */
  path?: string;
  /** A command that runs the server. */
  through?: string[];
  /** Kills it with -9 at its first message to the operator. */
  killAtFirstLog?: boolean;
}

export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs
  .extend('model', { scope: 'file' }, ({}, { onCleanup }) => {
    let made: Promise<string> | undefined;
    onCleanup(async () => {
      if (made) await rm(await made, { recursive: true });
    });
    return () => {
      made ??= makeModel();
      return made;
    };
  })
  .extend('servers', ({ model }, { onCleanup }) => {
    const folders: string[] = [];
    const dataDirs: string[] = [];
    const children: ChildProcess[] = [];

    onCleanup(async () => {
      for (const child of children) await kill(child);
      for (const dataDir of dataDirs) await killPostmaster(dataDir);
      for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    });

    async function makeFolder(mode = 0o700): Promise<string> {
      const folder = await realpath(await mkdtemp(join(tmpdir(), 'dossard-embedded-')));
      await chmod(folder, mode);
      folders.push(folder);
      return folder;
    }

    return {
      makeFolder,
      /**
       * Creates a data folder as after a clean stop: a copy of one that is created once, because initdb takes a second.
       */
      async makeUsedFolder(): Promise<string> {
        const folder = await makeFolder();
        await cp(await model(), folder, { recursive: true });
        return folder;
      },
      /** Starts a server on `dataDir` and waits until it is ready or has refused. */
      start(dataDir: string, options: StartOptions = {}) {
        dataDirs.push(dataDir);
        const { child, started } = spawnServer(dataDir, options);
        children.push(child);
        return started;
      },
    };
  });

/** Returns the first row of a query, on a new connection. */
export async function ask(url: string, query: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(query)).rows[0];
  } finally {
    await client.end();
  }
}

/** Polls until `look` returns something; with a generous limit, because tests do not measure speed. */
export async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 300; tries++, await sleep(100)) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
  }
  throw new Error('Timed out after 30 s.');
}

/** Returns the process id of the PostgreSQL that runs on the data folder of `dataDir`, if any. */
export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const folder = join(dataDir, 'postgres');
  const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
  return pid > 0 && (await kinship(pid, folder)) === 'ours' ? pid : undefined;
}

function spawnServer(dataDir: string, { lentBase = '', path, through = [], killAtFirstLog }: StartOptions) {
  const [command = '', ...args] = [...through, process.execPath, script, dataDir, lentBase];
  const env = path === undefined ? process.env : { ...process.env, PATH: `${path}:${process.env.PATH}` };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const logs: string[] = [];

  const started = new Promise<Record<string, unknown>>((resolve) => {
    createInterface({ input: child.stdout })
      .on('line', (text) => {
        const line = JSON.parse(text);
        if (line.log === undefined) return resolve(line);
        logs.push(line.log);
        if (killAtFirstLog) child.kill('SIGKILL');
      })
      .once('close', () => resolve({}));
  }).then((line) => ({
    /** Throws its last output when it did not start. */
    get url() {
      if (line.url === undefined) throw new Error(`The server did not start: ${line.refusal ?? 'no output'}`);
      return String(line.url);
    },
    pid: Number(line.pid),
    uid: line.uid,
    /** The message with which it refused to start, if meant for the operator. */
    refusal: line.expected === true ? line.refusal : undefined,
    logs,
    async end(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      await exited;
    },
  }));
  return { child, started };
}

async function makeModel(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dossard-embedded-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  await postgres.stop();
  await rm(join(folder, 'postgres.port')); // each copy chooses its own port
  return folder;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function killPostmaster(dataDir: string): Promise<void> {
  const pid = await postmasterOf(dataDir);
  if (pid === undefined) return;
  process.kill(pid, 'SIGQUIT');
  await eventually(async () => ((await postmasterOf(dataDir)) === undefined ? true : undefined));
}
