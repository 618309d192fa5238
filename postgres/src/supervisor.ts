import { setTimeout as sleep } from 'node:timers/promises';
import { prepareDatabase } from './connection.ts';
import { rememberPort } from './port.ts';
import { bringUp, type Cluster, type Postmaster, shutDown } from './postmaster.ts';

// Keeps PostgreSQL running while the server runs: if it ends unexpectedly, it is restarted, first immediately, then
// after pauses that double up to four seconds, because referees are waiting.

const longestPause = 4_000;
const steadyAfter = 60_000;

interface Watch {
  dataDir: string;
  wantedPort: number | undefined;
  log: (sentence: string) => void;
  /** Called when PostgreSQL runs on another port, so the former URL is invalid. */
  onMoved: () => void;
}

/** Starts PostgreSQL and keeps it running; throws the errors of `bringUp` when the first start fails. */
export async function supervise(cluster: Cluster, { dataDir, wantedPort, log, onMoved }: Watch) {
  const stopping = new AbortController();
  let current = await raise(cluster, wantedPort);
  await rememberPort(dataDir, current.port);
  if (current.adopted) log(`Took over the PostgreSQL (process ${current.pid}) that an earlier server left running.`);
  const watching = watch();

  async function watch(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const since = Date.now();
      const words = await current.ended;
      if (stopping.signal.aborted) return;
      log(`PostgreSQL has ended by itself (${words}); starting it again.`);
      failures = Date.now() - since > steadyAfter ? 0 : failures;
      await restart(failures++);
    }
  }

  async function restart(failures: number): Promise<void> {
    for (; !stopping.signal.aborted; failures++) {
      const pause = failures === 0 ? 0 : Math.min(250 * 2 ** failures, longestPause);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        const { port } = current;
        current = await raise(cluster, port);
        await rememberPort(dataDir, current.port);
        log(`PostgreSQL runs again${current.port === port ? '' : `, on port ${current.port}`}.`);
        if (current.port !== port) onMoved();
        return;
      } catch (error) {
        log(`PostgreSQL could not be started again: ${(error as Error).message}`);
      }
    }
  }

  return {
    get current() {
      return current;
    },
    async stop(): Promise<void> {
      stopping.abort();
      await shutDown(cluster, current);
      await watching;
      await shutDown(cluster, current); // a restart may have been in progress
    },
  };
}

async function raise(cluster: Cluster, wantedPort: number | undefined): Promise<Postmaster> {
  const postmaster = await bringUp(cluster, wantedPort);
  try {
    await prepareDatabase(postmaster.port, cluster.password);
    return postmaster;
  } catch (error) {
    await shutDown(cluster, postmaster);
    throw error;
  }
}
