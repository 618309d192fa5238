import { join } from 'node:path';
import type { Environment } from '../start/environment.ts';
import type { BackupContents } from './backup.reader.ts';
import { workAlone } from './command.ts';
import { restoreBackup } from './restore.ts';

/* What the commands that restore share. */

/** Restores a backup into the empty database of an installation, and describes what was restored. */
export async function restoreAlone(environment: Environment, file: string): Promise<string> {
  return workAlone(environment, async ({ url }) =>
    describeRestored(await restoreBackup({ databaseUrl: url, file, advice: adviceFor(environment) })),
  );
}

/** Explains what to do about a database that is in use. */
function adviceFor({ databaseUrl, dataDir }: Environment): string {
  if (databaseUrl) return 'Make a new, empty database, name it in DATABASE_URL, and run the command again.';
  return `Rename the folder ${join(dataDir, 'postgres')} to postgres-old, which keeps it, and run the command again.`;
}

function describeRestored({ header, rows }: BackupContents): string {
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
