import { lstatSync, realpathSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isFolderHeld } from '@dossard/postgres/lock.ts';
import { StartError } from '@dossard/postgres/start.error.ts';
import { askOperator } from '../../../server/src/start/operator.ts';
import { filesOf } from '../scripts.ts';
import { home, readCurrentVersion, readSettings } from './home.ts';

/*
 * `uninstall.sh`: removes the program, and the data only if the person at the terminal says so. `--keep-data` and
 * `--delete-data` answer both questions. Files that Dossard did not bring stay.
 */

readSettings();
const dataDir = resolve(process.env.DATA_DIR ?? '');
/** A folder that somebody has chosen may hold other things. */
const isOwnFolder = dataDir === join(home, 'data');
const words = process.argv.slice(2);
const isAnswered = words.includes('--keep-data') || words.includes('--delete-data');

async function uninstall(): Promise<void> {
  if (await isFolderHeld(dataDir))
    throw new StartError('Dossard is running: stop it first.', 'Dossard est ouvert : arrêtez-le d’abord.');
  const mayRemove =
    isAnswered ||
    (await askOperator(`Remove Dossard ${readCurrentVersion()} from ${home}? / Désinstaller Dossard de ce dossier ?`));
  if (!mayRemove) throw new StartError('Nothing was removed.', 'Rien n’a été supprimé.');
  const isDataWanted = !isOwnFolder || !(await mayDeleteData());
  if (!isDataWanted) await deleteData();
  await removeProgram();
  console.log('Dossard is uninstalled. / Dossard est désinstallé.');
  if (isDataWanted)
    console.log(
      `Your data are still in ${dataDir}. / Vos données sont toujours dans ce dossier : installez Dossard ici pour les retrouver.`,
    );
}

async function mayDeleteData(): Promise<boolean> {
  if (isAnswered) return words.includes('--delete-data');
  return askOperator(
    `Delete all competitions and backups in ${dataDir} too? This cannot be undone. / Supprimer aussi toutes les compétitions et sauvegardes ? C’est définitif.`,
  );
}

async function deleteData(): Promise<void> {
  const database = join(dataDir, 'postgres');
  // Root's database lies elsewhere, and is only linked.
  if (lstatSync(database, { throwIfNoEntry: false })?.isSymbolicLink())
    await rm(realpathSync(database), { recursive: true });
  await rm(dataDir, { recursive: true, force: true });
  await rm(join(home, 'settings.env'), { force: true });
}

/** On Windows the versions remain, of which one runs this: `Uninstall.cmd` removes them, and itself, at its end. */
async function removeProgram(): Promise<void> {
  const isWindows = process.platform === 'win32';
  const files = filesOf({ platform: process.platform }).filter((file) => !isWindows || file !== 'Uninstall.cmd');
  for (const file of files) await rm(join(home, file), { force: true });
  if (isWindows) return;
  await rm(join(home, 'versions'), { recursive: true });
  await rmdir(home).catch((error) => {
    if (error.code !== 'ENOTEMPTY') throw error;
  });
}

await uninstall().catch((error) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
