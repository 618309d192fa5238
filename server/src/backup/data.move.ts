import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { startEmbeddedPostgres } from '@dossard/postgres/embedded.postgres.ts';
import { replaceFile } from '@dossard/postgres/files.ts';
import { lockFolder } from '@dossard/postgres/lock.ts';
import type { OtherMajorError } from '@dossard/postgres/other.major.ts';
import { replaceDatabase } from '@dossard/postgres/replacement.ts';
import { StartError } from '@dossard/postgres/start.error.ts';
import { BackupError, reasonOf } from './backup.error.ts';
import { backupFolderOf, listBackups } from './backup.files.ts';
import { findBackupOfStop } from './clean.stop.ts';
import { restoreBackup } from './restore.ts';

/*
 * Moves the data to the PostgreSQL version of this Dossard: restores the backup of the last clean stop into a new
 * database, DATA_DIR/upgrade, which then replaces the old one. The old one is kept unchanged.
 */

const newDataOf = (dataDir: string) => join(dataDir, 'upgrade');
const noteOf = (dataDir: string) => join(dataDir, 'upgrade.json');

interface MoveOrder {
  dataDir: string;
  why: OtherMajorError;
  /** Asks the operator for consent, or answers for them. */
  mayMove: (question: string) => Promise<boolean>;
  log: (sentence: string) => void;
}

/** Moves the data, if the operator agrees. Throws a StartError that says what to do otherwise. */
export async function moveData({ dataDir, why, mayMove, log }: MoveOrder): Promise<void> {
  const backup = await findBackup(dataDir, why);
  const question = `${why.message} Its backup ${basename(backup)} holds everything. Move the data over to PostgreSQL ${why.brought}? The old folder is kept.\nReprendre les données dans PostgreSQL ${why.brought} ? L’ancien dossier est gardé.`;
  if (!(await mayMove(question))) {
    throw new StartError(
      `${why.message} Its backup ${basename(backup)} holds everything: to move the data over, start with --upgrade-data ` +
        '(npm start -- --upgrade-data). The old folder is kept.',
      'Pour reprendre les données dans le nouveau PostgreSQL, lancez Dossard avec --upgrade-data. L’ancien dossier est gardé.',
    );
  }
  const lock = await lockFolder(dataDir);
  try {
    log(`Moving the data to PostgreSQL ${why.brought}… / Reprise des données…`);
    await fillNewDatabase(dataDir, backup, log);
    const kept = await nameKept(dataDir, why.found);
    await replaceFile(noteOf(dataDir), JSON.stringify({ kept }));
    await finishMove(dataDir);
    log(
      `The data have moved. The old ones are kept here. / Les données sont reprises. Les anciennes sont gardées ici : ${join(dataDir, kept)}`,
    );
  } finally {
    lock.release();
  }
}

/** Continues a move that a power cut has interrupted; does nothing if there is none. */
export async function finishMove(dataDir: string): Promise<void> {
  if (!existsSync(noteOf(dataDir))) return;
  const { kept } = JSON.parse(await readFile(noteOf(dataDir), 'utf8'));
  await replaceDatabase(dataDir, newDataOf(dataDir), kept);
  await rm(noteOf(dataDir));
  await rm(newDataOf(dataDir), { recursive: true, force: true });
}

async function findBackup(dataDir: string, why: OtherMajorError): Promise<string> {
  const backup = await findBackupOfStop(dataDir).catch((error) => {
    throw new StartError(
      `${why.message} Its last backup is of no use: ${reasonOf(error)} ${onceMore}`,
      onceMoreInFrench,
    );
  });
  if (backup) return backup;
  const [newest] = await listBackups(backupFolderOf(dataDir));
  const moment = newest
    ? `its newest backup is of ${newest.at.toISOString().slice(0, 16).replace('T', ' ')} UTC (${newest.name}), and may lack what came after`
    : 'it has no backup at all';
  throw new StartError(`${why.message} It was not stopped cleanly: ${moment}. ${onceMore}`, onceMoreInFrench);
}

const onceMore =
  'Start the Dossard that wrote it once more, on the same DATA_DIR, and stop it with Ctrl-C: that writes a backup of ' +
  'everything. Then start this one again.';

const onceMoreInFrench =
  'Ces données viennent d’un autre PostgreSQL. Ouvrez-les encore une fois avec l’ancien Dossard, arrêtez-le avec Ctrl-C, ' +
  'puis relancez celui-ci.';

/** Fills the new database completely, or it is created again the next time. */
async function fillNewDatabase(dataDir: string, backup: string, log: (sentence: string) => void): Promise<void> {
  const folder = newDataOf(dataDir);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  await cp(join(dataDir, 'postgres.password'), join(folder, 'postgres.password'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  try {
    await restoreBackup({ databaseUrl: postgres.url, file: backup });
  } catch (error) {
    if (error instanceof BackupError) throw new StartError(error.message, undefined, { cause: error });
    throw error;
  } finally {
    await postgres.stop();
  }
}

/** Returns an unused folder name: an older Dossard may have been started again after an earlier move. */
async function nameKept(dataDir: string, major: string): Promise<string> {
  const taken = await readdir(dataDir);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `postgres-${major}` : `postgres-${major}-${number}`;
    if (!taken.includes(name)) return name;
  }
}
