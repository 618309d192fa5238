import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { withConnections } from '../database/client.ts';
import { BackupError } from './backup.error.ts';
import { backupFolderOf, nameBackup } from './backup.files.ts';
import { writeBackup } from './backup.writer.ts';
import { writeCleanStop } from './clean.stop.ts';
import { pathOf, runCommand, workBesides } from './command.ts';

/* `npm run dossard -- backup [file or folder]`: writes a backup now; the server may be running or not. */

await runCommand(async (environment) => {
  const now = new Date();
  const file = await findFile(process.argv[2], now);
  const folder = backupFolderOf(environment.dataDir);
  return workBesides(environment, ({ url, isAlone }) =>
    withConnections(url, async (db) => {
      const { name, path } = await writeBackup({ db, folder, ...(file && { file }), now, reason: 'manual' });
      if (isAlone && !file) await writeCleanStop(environment.dataDir, name);
      return `The backup is ${path}`;
    }),
  );
});

/**
 * Resolves the named file: one that does not exist yet, or a new one in an existing folder; undefined when none is
 * named.
 */
async function findFile(given: string | undefined, now: Date): Promise<string | undefined> {
  if (given === undefined) return undefined;
  const path = pathOf(given);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return join(path, await nameBackup(path, now, 'manual'));
  if (found) throw new BackupError(`There is a file ${path} already.`);
  return path;
}
