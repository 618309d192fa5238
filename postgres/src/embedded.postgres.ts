import { existsSync } from 'node:fs';
import { mkdir, realpath, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findBinaries } from './binaries.ts';
import { ensurePassword, isMade, makeCluster, removeDrafts } from './cluster.ts';
import { urlOf } from './connection.ts';
import { lockFolder } from './lock.ts';
import { findPlace } from './place.ts';
import { recallPort } from './port.ts';
import type { Cluster } from './postmaster.ts';
import { refuseFullDisk } from './room.ts';
import { StartError } from './start.error.ts';
import { supervise } from './supervisor.ts';

// Dossard's own PostgreSQL: nothing to install, data in DATA_DIR/postgres. Not used with DATABASE_URL.

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

interface EmbeddedOptions {
  dataDir: string;
  /** Called with each message for the operator. */
  log: (sentence: string) => void;
  /** Called when a restart changed the URL. */
  onMoved?: () => void;
  /** For tests: the folder of programs and data when root must run PostgreSQL as another user. */
  lentBase?: string;
}

/**
 * Starts PostgreSQL on `dataDir`, creates the database at the first start, and keeps it running until `stop` or the end
 * of this process. Throws a StartError with a message for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions) {
  const { log, onMoved = () => {}, lentBase = '/var/lib/dossard' } = options;
  const dataDir = await openFolder(resolve(options.dataDir));
  await refuseFullDisk(dataDir, existsSync(join(dataDir, 'postgres')) ? 'existing' : 'new');
  const lock = await lockFolder(dataDir);
  try {
    const cluster = await openCluster(dataDir, lentBase, log);
    const supervisor = await supervise(cluster, { dataDir, wantedPort: await recallPort(dataDir), log, onMoved });

    return {
      /** The URL of the database; changes after a restart if the old port is taken (`onMoved`). */
      get url() {
        return urlOf(supervisor.current.port, cluster.password);
      },
      /** The postmaster's process id; changes after a restart. */
      get pid() {
        return supervisor.current.pid;
      },
      /** Stops PostgreSQL and frees the folder. */
      async stop() {
        await supervisor.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    return await realpath(dataDir);
  } catch (error) {
    throw new StartError(
      `Dossard cannot use ${dataDir} as its data folder: ${(error as Error).message}.`,
      `Dossard ne peut pas utiliser ${dataDir} comme dossier de données.`,
    );
  }
}

async function openCluster(dataDir: string, lentBase: string, log: (sentence: string) => void): Promise<Cluster> {
  const place = await findPlace(dataDir, await findBinaries(), lentBase);
  const made = await isMade(place);
  await removeDrafts(place);
  const password = await ensurePassword(dataDir, made);
  if (!made) {
    log(`Making the database. / Création de la base de données : ${place.folder}`);
    await makeCluster(place, password);
  }
  return { ...place, password, logFile: await freshLog(join(dataDir, 'postgres.log')) };
}

/** Opens PostgreSQL's log, which has a few lines per start; rotates it once it is larger than 5 MB. */
async function freshLog(file: string): Promise<string> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size > 5_000_000) await rename(file, `${file}.old`);
  return file;
}
