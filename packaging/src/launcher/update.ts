import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lockFolder } from '@dossard/postgres/lock.ts';
import { StartError } from '@dossard/postgres/start.error.ts';
import { copyData, finishUpdate, isUpdateNoted, noteUpdate, removeTrial, type UpdateNote } from './data.copy.ts';
import { home, nodeOf, readCurrentVersion, readSettings, versionFolder } from './home.ts';
import { addVersion, removeVersions } from './new.version.ts';
import { tryVersion } from './trial.ts';
import { writeBackup } from './update.backup.ts';
import { askToGoBack, findFormer, goBack } from './way.back.ts';

/*
 * `update.sh <package>`: checks the package, writes a backup, and tries the new version on a copy of the data. Version
 * and data change only if that was healthy, so until then a rollback needs no action. With `--no-start` the new version
 * is not started. Without a package it offers the way back to the former version, which `--back` takes at once.
 */

const print = (sentence: string) => console.log(sentence);

/** Adds the version in `archive` and tries it. Throws a StartError, and then nothing has changed. */
async function prepareUpdate(archive: string): Promise<UpdateNote> {
  refuseOtherDatabase();
  const dataDir = resolve(process.env.DATA_DIR ?? '');
  const former = readCurrentVersion();
  const hasData = existsSync(join(dataDir, 'postgres'));
  if (hasData) (await lockFolder(dataDir)).release(); // detect a running server before minutes of work
  print(`Checking / Vérification : ${archive}…`);
  const version = await addVersion(archive, former);
  try {
    if (hasData) print(`Writing a backup… / Sauvegarde…\n${await writeBackup(versionFolder(former))}`);
    const lock = hasData ? await lockFolder(dataDir) : undefined;
    try {
      print(`Trying Dossard ${version} on a copy of the data… / Essai sur une copie des données…`);
      await tryVersion(versionFolder(version), await copyData(dataDir));
      await noteUpdate({ dataDir, version, former });
    } finally {
      lock?.release();
    }
  } catch (error) {
    await removeTrial(dataDir);
    await removeVersions((one) => one === version);
    throw error;
  }
  return { dataDir, version, former };
}

function refuseOtherDatabase(): void {
  if (!process.env.DATABASE_URL) return;
  throw new StartError(
    'The database of DATABASE_URL cannot be copied from here, so an update could not be taken back. Back it up, unpack the ' +
      'new package beside this one, and start it with the same settings.',
    'La base de données de DATABASE_URL ne peut pas être copiée d’ici : sauvegardez-la, puis installez le nouveau paquet à côté.',
  );
}

/** Starts the new version like `start.sh`, and ends with it. */
function startVersion(version: string): void {
  const folder = versionFolder(version);
  const child = spawn(nodeOf(folder), [join(folder, 'launcher', 'start.js')], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

readSettings();
const words = process.argv.slice(2);
const archive = words.find((word) => !word.startsWith('--'));

/** Installs a package; returns its version. */
async function goOn(archive: string): Promise<string> {
  const { dataDir, version, former } = await prepareUpdate(resolve(archive));
  // From here on the update cannot be cancelled: the next start would complete it.
  await finishUpdate(dataDir);
  await removeVersions((one) => one !== version && one !== former);
  print(`Dossard is now version ${version}. / Dossard est à jour.`);
  return version;
}

/** Takes the way back, if there is one and it is wanted; returns the version. */
async function takeWayBack(): Promise<string> {
  refuseOtherDatabase();
  const dataDir = resolve(process.env.DATA_DIR ?? '');
  const former = await findFormer(dataDir);
  if (!former || !(words.includes('--back') || (await askToGoBack(dataDir, former))))
    throw new StartError(
      'Say which package: the file dossard-… that you have downloaded.',
      'Indiquez le paquet : le fichier dossard-… que vous avez téléchargé.',
    );
  (await lockFolder(dataDir)).release();
  await goBack(dataDir, former);
  return former;
}

try {
  const version = await (archive ? goOn(archive) : takeWayBack());
  if (!words.includes('--no-start')) startVersion(version);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  console.error(
    isUpdateNoted(resolve(process.env.DATA_DIR ?? ''))
      ? 'The next start of Dossard finishes the update. / Le prochain démarrage terminera la mise à jour.'
      : `Nothing was changed: Dossard ${readCurrentVersion()} in ${home} and its data are as they were. / Rien n’a changé.`,
  );
  process.exitCode = 1;
}
