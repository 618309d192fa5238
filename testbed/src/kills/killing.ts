import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentOf, freePort, root } from '../product/product.ts';

/* The product as `npm start` runs it, which restarts a killed server, for tests that kill. */

export const victims = ['server', 'postgres', 'both', 'one of two servers'] as const;
export type Victim = (typeof victims)[number];

export interface Supervised {
  /** Its addresses; a caller without an answer at one may try another. */
  urls: readonly string[];
  databaseUrl: () => Promise<string>;
  /** Kills the victim, and resolves when all servers answer again. */
  kill: (victim: Victim) => Promise<void>;
  stop: () => Promise<void>;
}

/** Timeout for the product to be back, in milliseconds; far more than it needs. */
const backMs = 60_000;

/** Starts the product for a victim: one server with its own PostgreSQL, or two servers on one. */
export function startFor(victim: Victim): Promise<Supervised> {
  return victim === 'one of two servers' ? startPair() : startSupervised();
}

/** Starts two servers on the PostgreSQL of a third, which is never killed; the two are killed alternately. */
async function startPair(): Promise<Supervised> {
  const house = await startSupervised();
  const DATABASE_URL = await house.databaseUrl();
  const pair = await Promise.all([startSupervised({ DATABASE_URL }), startSupervised({ DATABASE_URL })]);
  let turn = 0;
  return {
    urls: pair.flatMap(({ urls }) => urls),
    databaseUrl: house.databaseUrl,
    kill: async () => pair[turn++ % pair.length]?.kill('server'),
    async stop() {
      await Promise.all(pair.map((server) => server.stop()));
      await house.stop();
    },
  };
}

/** Runs `npm start` on a new folder. */
async function startSupervised(environment: Record<string, string> = {}): Promise<Supervised> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dossard-killing-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const parent = spawn(process.execPath, [join('scripts', 'dossard.js'), 'start'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...environmentOf(port, dataDir), ...environment },
  });
  const read = async (name: string) => (await readFile(join(dataDir, name), 'utf8')).trim();

  /** Returns the pid of the server, the only child of `npm start`. */
  async function serverPid(): Promise<number> {
    const end = Date.now() + backMs;
    while (Date.now() < end) {
      const children = await readFile(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8');
      const pid = Number(children.trim().split(' ', 1)[0]);
      // There is no child while the server is being restarted; a signal to pid 0 would kill this process.
      if (pid > 0) return pid;
      await sleep(20);
    }
    throw new Error('The product does not run.');
  }
  const postgresPid = async () => Number((await read(join('postgres', 'postmaster.pid'))).split('\n', 1)[0]);

  /** Resolves when a server, the same or a restarted one, answers with a connected database. */
  async function back(): Promise<void> {
    const end = Date.now() + backMs;
    while (Date.now() < end) {
      const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
      if (answer?.ok) return;
      await sleep(50);
    }
    throw new Error('The product did not come back.');
  }

  async function stop(): Promise<void> {
    parent.kill('SIGTERM');
    if (parent.exitCode === null && parent.signalCode === null) await once(parent, 'exit');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  await back().catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    urls: [url],
    async databaseUrl() {
      const [secret, databasePort] = await Promise.all([read('postgres.password'), read('postgres.port')]);
      return `postgres://dossard:${secret}@127.0.0.1:${databasePort}/dossard`;
    },
    async kill(victim) {
      const pids = [];
      if (victim !== 'postgres') pids.push(await serverPid());
      if (victim !== 'server') pids.push(await postgresPid());
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      await Promise.all(pids.map(gone));
      await back();
    },
    stop,
  };
}

async function gone(pid: number): Promise<void> {
  const end = Date.now() + backMs;
  while (Date.now() < end) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(20);
  }
  throw new Error(`Process ${pid} does not end.`);
}
