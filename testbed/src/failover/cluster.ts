import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, root } from '../product/product.ts';
import { findPlace, machines, parseEnvironment, readFor, readForProxy } from './configuration.ts';
import { ended, giveAway, type Machine, prepareMachine, spawnLogged } from './machine.ts';

/*
 * PostgreSQL with standbys as in deploy/ha, on this machine: three etcd, three Patroni, and an HAProxy for each server.
 */

export const blows = ['postgres killed', 'machine killed', 'machine silent'] as const;
/** A fault of the primary. */
export type Blow = (typeof blows)[number];

export interface Cluster {
  /** Address of the primary, one for each process of Dossard. */
  databaseUrls: readonly string[];
  /** Causes the fault on the primary, and resolves to its number. */
  strike: (blow: Blow) => Promise<number>;
  /** Restarts the struck machine, and resolves when the primary has two standbys, one of them synchronous. */
  mend: () => Promise<void>;
  stop: () => Promise<void>;
}

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

/** Timeout for the cluster to be complete, in milliseconds; far more than it needs. */
const wholeMs = 120_000;
const password = 'dossard-of-a-test';

/** Lists the programs that are not installed here. */
export function findMissing(): string[] {
  const packages = { 'etcd-server': 'etcd', patroni: 'patroni', haproxy: 'haproxy', 'postgresql-client': 'psql' };
  return Object.entries(packages).flatMap(([name, program]) =>
    spawnSync(program, ['--version'], { stdio: 'ignore' }).error ? [name] : [],
  );
}

/** Starts the cluster in a new folder, with an empty database, and one HAProxy for each server. */
export async function startCluster(servers: number): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'dossard-failover-'));
  await chmod(folder, 0o755);
  const place = await findPlace(folder);
  const nodes = await Promise.all(machines.map((number) => prepareMachine(place, number)));
  const patroniOf = ({ number }: Machine) => `http://127.0.0.1:${place.portOf(`10.0.0.${number}:8008`)}`;
  const proxies: ReturnType<typeof spawnLogged>[] = [];
  const databaseUrls: string[] = [];
  let struck: Machine | undefined;

  async function isPrimary(node: Machine): Promise<boolean> {
    const answer = await ask(`${patroniOf(node)}/primary`);
    return answer?.ok === true;
  }

  async function findPrimary(): Promise<Machine | undefined> {
    for (const node of nodes) if (await isPrimary(node)) return node;
    return undefined;
  }

  /** Returns true with a primary and two up-to-date standbys, one of them synchronous. */
  async function isWhole(): Promise<boolean> {
    const primary = await findPrimary();
    const answer = primary && (await ask(`${patroniOf(primary)}/cluster`));
    if (!answer) return false;
    const { members } = (await answer.json()) as { members: Member[] };
    const timelines = new Set(members.map(({ timeline }) => timeline));
    const isReady = ({ role, state }: Member) => role === 'leader' || state === 'streaming' || state === 'running';
    return (
      members.length === machines.length &&
      members.every(isReady) &&
      timelines.size === 1 &&
      members.some(({ role }) => role === 'sync_standby')
    );
  }

  async function untilWhole(): Promise<void> {
    const end = Date.now() + wholeMs;
    while (!(await isWhole())) {
      if (Date.now() > end) throw new Error(`The cluster is not whole:\n${await readLogs()}`);
      await sleep(200);
    }
  }

  async function readLogs(): Promise<string> {
    const files = machines.flatMap((number) =>
      ['patroni.log', 'etcd.log'].map((name) => join(place.folderOf(number), name)),
    );
    const texts = files.map(
      async (file) => `${file}:\n${(await readFile(file, 'utf8').catch(() => '')).slice(-2_000)}`,
    );
    return (await Promise.all(texts)).join('\n');
  }

  async function startProxy(index: number): Promise<void> {
    const port = await freePort();
    const file = join(folder, `haproxy-${index}.cfg`);
    await writeFile(file, await readForProxy(place, port));
    giveAway(file);
    proxies.push(spawnLogged('haproxy', ['-db', '-f', file], join(folder, `haproxy-${index}.log`)));
    databaseUrls.push(`postgres://dossard:${password}@127.0.0.1:${port}/dossard`);
  }

  /** Creates account and database through HAProxy. */
  async function createDatabase(): Promise<void> {
    const { PATRONI_SUPERUSER_PASSWORD } = parseEnvironment(await readFor(place, 1, 'patroni.env'));
    const { port } = new URL(databaseUrls[0] ?? '');
    const file = join(root, 'deploy', 'ha', 'database.sql');
    const settings = ['-v', 'ON_ERROR_STOP=1', '-v', `password=${password}`, '-q', '-X', '-f', file];
    const env = { ...process.env, PGPASSWORD: PATRONI_SUPERUSER_PASSWORD };
    const end = Date.now() + wholeMs;
    const attempt = () =>
      spawnSync('psql', ['-h', '127.0.0.1', '-p', port, '-U', 'postgres', ...settings], { env, encoding: 'utf8' });
    let outcome = attempt();
    // HAProxy must find the primary first; before its first checks it takes every machine for the primary.
    while ((outcome.status === 2 || outcome.stderr.includes('read-only transaction')) && Date.now() < end) {
      await sleep(300);
      outcome = attempt();
    }
    if (outcome.status !== 0) throw new Error(`psql: ${outcome.stderr}`);
  }

  async function stop(): Promise<void> {
    for (const proxy of proxies) {
      proxy.kill('SIGKILL');
      await ended(proxy);
    }
    await Promise.all(nodes.map((node) => node.stop()));
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  try {
    giveAway(folder);
    for (const node of nodes) node.start();
    await untilWhole();
    for (let index = 1; index <= servers; index += 1) await startProxy(index);
    await createDatabase();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    databaseUrls,
    async strike(blow) {
      const primary = await findPrimary();
      if (!primary) throw new Error('There is no primary to strike.');
      struck = primary;
      if (blow === 'postgres killed') await primary.killPostgres();
      else if (blow === 'machine killed') await primary.kill();
      else await primary.freeze();
      return primary.number;
    },
    async mend() {
      struck?.thaw();
      struck?.start();
      struck = undefined;
      await untilWhole();
    },
    stop,
  };
}

const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);

/** Formats the versions of the measured programs in one line. */
export function describeVersions(): string {
  const versionOf = (program: string, pattern: RegExp, args = ['--version']) => {
    const text = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return pattern.exec(text)?.[1] ?? '?';
  };
  return [
    `Patroni ${versionOf('patroni', /([\d.]+)/)}`,
    `etcd ${versionOf('etcd', /etcd Version: ([\d.]+)/)}`,
    `HAProxy ${versionOf('haproxy', /version ([\d.]+)/, ['-v'])}`,
  ].join(', ');
}
