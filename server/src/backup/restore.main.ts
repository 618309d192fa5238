import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Environment } from '../start/environment.ts';
import { BackupError, reasonOf } from './backup.error.ts';
import { backupFolderOf, listBackups } from './backup.files.ts';
import type { BackupContents } from './backup.reader.ts';
import { openDatabaseAlone, pathOf, runCommand } from './command.ts';
import { restoreBackup } from './restore.ts';

/* `npm run restore -- <file>`: puts a backup into an empty database. */

await runCommand(async (environment) => {
  const file = await findFile(backupFolderOf(environment.dataDir), process.argv[2]);
  const database = await openDatabaseAlone(environment);
  try {
    return describe(await restoreBackup({ databaseUrl: database.url, file, advice: adviceFor(environment) }));
  } finally {
    await database.close();
  }
});

/** The file that is meant: a path from where npm was called, or a name in the folder of backups. */
async function findFile(folder: string, given: string | undefined): Promise<string> {
  if (!given) throw new BackupError(`Say which backup: npm run restore -- <file>\n${await nameNewest(folder)}`);
  const file = pathOf(given);
  const isThere = await stat(file).catch(() => undefined);
  return isThere || basename(given) !== given ? file : join(folder, given);
}

async function nameNewest(folder: string): Promise<string> {
  const found = await listBackups(folder).catch((error) => {
    throw new BackupError(`The backups in ${folder} cannot be listed: ${reasonOf(error)}.`);
  });
  if (found.length === 0) return `There is none in ${folder}.`;
  const names = found.slice(0, 10).map(({ name }) => `  ${name}`);
  return [`Those in ${folder}, newest first:`, ...names].join('\n');
}

function adviceFor({ databaseUrl, dataDir }: Environment): string {
  if (databaseUrl) return 'Make a new, empty database, name it in DATABASE_URL, and run the command again.';
  return `Rename the folder ${join(dataDir, 'postgres')} to postgres-old, which keeps it, and run the command again.`;
}

function describe({ header, rows }: BackupContents): string {
  const count = (table: string, one: string, many: string) => {
    const number = rows[table] ?? 0;
    return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
  };
  const counts = [
    count('users', 'account', 'accounts'),
    count('competitions', 'competition', 'competitions'),
    count('participants', 'rider', 'riders'),
    count('runs', 'run', 'runs'),
  ];
  return `Restored what was there on ${header.written_at}: ${counts.join(', ')}. Everybody signs in again.`;
}
