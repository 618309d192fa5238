import { existsSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder } from '@dossard/postgres/lock.ts';
import { askOperator } from '../../../server/src/start/operator.ts';
import { copyData, finishUpdate, isUpdateNoted, keptData, noteUpdate, removeTrial } from './data.copy.ts';
import { home, readCurrentVersion, versionFolder } from './home.ts';
import { isNewer } from './new.version.ts';
import { writeBackup } from './update.backup.ts';

/* The way back from an update: the former version, and the database as it was then. */

/** Returns the version before the current one that is kept with its data; undefined without one. */
export async function findFormer(dataDir: string): Promise<string | undefined> {
  const current = readCurrentVersion();
  const versions = await readdir(join(home, 'versions'));
  return versions.find((one) => isNewer(current, one) && existsSync(join(dataDir, keptData(one))));
}

/** Asks whether to go back. */
export function askToGoBack(dataDir: string, former: string): Promise<boolean> {
  const time = statSync(join(dataDir, keptData(former)))
    .mtime.toLocaleString('sv')
    .slice(0, 16);
  return askOperator(
    `Go back to Dossard ${former} with its data of ${time}? What was recorded since is put aside. / ` +
      `Revenir à Dossard ${former} et à ses données du ${time} ? Ce qui a été saisi depuis est mis de côté.`,
  );
}

/**
 * Makes a former version the current one, with its data; keeps those of the present version beside them and in a
 * backup. Can be interrupted: until the note is written nothing has changed, afterwards the next start completes it.
 */
export async function goBack(dataDir: string, former: string): Promise<void> {
  const present = readCurrentVersion();
  console.log(`Writing a backup… / Sauvegarde…\n${await writeBackup(versionFolder(present))}`);
  // No server may start on the data meanwhile; the backup needs its own turn.
  const lock = await lockFolder(dataDir);
  try {
    await copyData(dataDir, keptData(former));
    await noteUpdate({ dataDir, version: former, former: present });
    await finishUpdate(dataDir);
    await rm(join(dataDir, keptData(former)), { recursive: true, force: true });
  } catch (error) {
    if (!isUpdateNoted(dataDir)) await removeTrial(dataDir);
    throw error;
  } finally {
    lock.release();
  }
  console.log(
    `Dossard is version ${former} again. What was recorded since is in ${join(dataDir, keptData(present))} and in that backup.\n` +
      'Dossard est revenu à cette version. Ce qui a été saisi depuis est dans ce dossier et dans cette sauvegarde.',
  );
}
