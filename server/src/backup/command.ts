import { readFile, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { answers, urlOf } from '@dossard/postgres/connection.ts';
import { startEmbeddedPostgres } from '@dossard/postgres/embedded.postgres.ts';
import { recallPort } from '@dossard/postgres/port.ts';
import { StartError } from '@dossard/postgres/start.error.ts';
import { type Environment, readEnvironment } from '../start/environment.ts';
import { BackupError, reasonOf } from './backup.error.ts';
import { deleteCleanStop } from './clean.stop.ts';

/* Shared code of the commands `npm run dossard -- backup` and `npm run dossard -- restore`. */

const print = (sentence: string) => process.stdout.write(`${sentence}\n`);

interface CommandDatabase {
  url: string;
  /** Whether nobody else writes to it: it is Dossard's own, and no server runs. */
  isAlone: boolean;
}

type Work = (database: CommandDatabase) => Promise<string>;

/** Works on the database for this command only. Throws a StartError when a server uses the folder. */
export async function workAlone({ databaseUrl, dataDir }: Environment, work: Work): Promise<string> {
  if (databaseUrl) return work({ url: databaseUrl, isAlone: false });
  const postgres = await startEmbeddedPostgres({ dataDir, log: print });
  try {
    await deleteCleanStop(dataDir);
    return await work({ url: postgres.url, isAlone: true });
  } finally {
    await postgres.stop();
  }
}

/** Works on the database, also while a server runs. Throws a StartError when there is none. */
export async function workBesides(environment: Environment, work: Work): Promise<string> {
  const { databaseUrl, dataDir } = environment;
  if (databaseUrl) return workAlone(environment, work);
  const folder = join(dataDir, 'postgres');
  if (!(await stat(folder).catch(() => undefined))) throw new StartError(`There is no database in ${dataDir}.`);
  const running = await findRunning(dataDir, await realpath(folder));
  return running ? work({ url: running, isAlone: false }) : workAlone(environment, work);
}

async function findRunning(dataDir: string, folder: string): Promise<string | undefined> {
  const port = await recallPort(dataDir);
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8').catch(() => '');
  if (port === undefined || password === '') return undefined;
  const found = await answers(port, password.trim());
  return found.folder === folder ? urlOf(port, password.trim()) : undefined;
}

/** Resolves a path on the command line, relative to where npm was called. */
export const pathOf = (given: string): string => resolve(process.env.INIT_CWD ?? '.', given);

type Given = NodeJS.ProcessEnv;

/** Runs a command and prints its result or its error; `complete` may add environment variables. */
export async function runCommand(
  work: (environment: Environment) => Promise<string>,
  complete: (given: Given) => Promise<Given> = async (given) => given,
): Promise<void> {
  // The `exit` handler also stops our PostgreSQL.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  try {
    print(await work(readEnvironment(await complete(process.env))));
  } catch (error) {
    const isExpected = error instanceof BackupError || error instanceof StartError;
    process.stderr.write(`${isExpected ? error.message : reasonOf(error)}\n`);
    process.exitCode = 1;
  }
}
