import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BackupError, explainFailure } from './backup.error.ts';
import { backupFolderOf, listBackups } from './backup.files.ts';
import { pathOf, runCommand } from './command.ts';
import { restoreAlone } from './restore.advice.ts';

/* `npm run dossard -- restore <file>`: restores a backup into an empty database. */

await runCommand(async (environment) => {
  const file = await findFile(backupFolderOf(environment.dataDir), process.argv[2]);
  return restoreAlone(environment, file);
});

/** Resolves the named file: a path relative to where npm was called, or a name in the folder of backups. */
async function findFile(folder: string, given: string | undefined): Promise<string> {
  if (!given) throw new BackupError(`Say which backup: npm run dossard -- restore <file>\n${await nameNewest(folder)}`);
  const file = pathOf(given);
  const isThere = await stat(file).catch(() => undefined);
  return isThere || basename(given) !== given ? file : join(folder, given);
}

async function nameNewest(folder: string): Promise<string> {
  const found = await listBackups(folder).catch(explainFailure(`The backups in ${folder} cannot be listed`));
  if (found.length === 0) return `There is none in ${folder}.`;
  const names = found.slice(0, 10).map(({ name }) => `  ${name}`);
  return [`Those in ${folder}, newest first:`, ...names].join('\n');
}
