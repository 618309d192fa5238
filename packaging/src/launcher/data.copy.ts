import { constants, existsSync, lstatSync, readFileSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@dossard/postgres/files.ts';
import { replaceDatabase } from '@dossard/postgres/replacement.ts';
import { StartError } from '@dossard/postgres/start.error.ts';
import { writeCurrentVersion } from './home.ts';

/*
 * The data of an update. The new version is tried on a copy, DATA_DIR/update. If it was healthy, a note is written, and
 * the copy replaces the data, which are kept. After a power cut on the way, the next start reads the note and completes
 * the update.
 */

export interface UpdateNote {
  dataDir: string;
  version: string;
  former: string;
}

const copyOf = (dataDir: string) => join(dataDir, 'update');
const noteOf = (dataDir: string) => join(dataDir, 'update.json');

/** The folder in DATA_DIR that keeps the database as a former version left it. */
export const keptData = (version: string) => `postgres-of-${version}`;

/**
 * Copies the data of a stopped server, or those that an update has kept; returns the folder of the copy. Throws an
 * StartError.
 */
export async function copyData(dataDir: string, database = 'postgres'): Promise<string> {
  const folder = copyOf(dataDir);
  await removeTrial(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const data = join(dataDir, database);
  if (!existsSync(data)) return folder;
  if (lstatSync(data).isSymbolicLink() || ![undefined, lstatSync(data).uid].includes(process.getuid?.())) {
    throw new StartError(
      `The database in ${data} belongs to another user. Update as that user.`,
      'Ces données appartiennent à un autre utilisateur : mettez à jour avec son compte.',
    );
  }
  try {
    // A file system with copy-on-write shares the blocks.
    await cp(data, join(folder, 'postgres'), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      preserveTimestamps: true,
    });
    await cp(join(dataDir, 'postgres.password'), join(folder, 'postgres.password'));
    // A newer PostgreSQL migrates the data from there.
    await copyCleanStop(dataDir, folder);
  } catch (error) {
    throw new StartError(
      `The data cannot be copied: ${(error as Error).message}. An update needs as much room again.`,
      'Les données ne peuvent pas être copiées : il faut autant de place libre qu’elles en occupent.',
    );
  }
  return folder;
}

/** Copies the note of a clean stop and the backup that it names. */
async function copyCleanStop(dataDir: string, folder: string): Promise<void> {
  const note = join(dataDir, 'stopped.json');
  if (!existsSync(note)) return;
  const { backup } = JSON.parse(readFileSync(note, 'utf8'));
  await mkdir(join(folder, 'backups'), { mode: 0o700 });
  await cp(join(dataDir, 'backups', backup), join(folder, 'backups', backup));
  await cp(note, join(folder, 'stopped.json'));
}

/** Deletes the copy. */
export async function removeTrial(dataDir: string): Promise<void> {
  await rm(copyOf(dataDir), { recursive: true, force: true, maxRetries: 5 });
}

/** Writes the note; from here on the update will be completed. */
export const noteUpdate = (note: UpdateNote) => replaceFile(noteOf(note.dataDir), JSON.stringify(note));

/** Returns true if a noted update is not completed. */
export const isUpdateNoted = (dataDir: string) => existsSync(noteOf(dataDir));

/** Replaces the data by the copy, according to the note; does nothing without one. Can be interrupted and repeated. */
export async function finishUpdate(dataDir: string): Promise<void> {
  if (!isUpdateNoted(dataDir)) return;
  const { version, former }: UpdateNote = JSON.parse(readFileSync(noteOf(dataDir), 'utf8'));
  const kept = keptData(former);
  const isBoth = [dataDir, copyOf(dataDir)].every((folder) => existsSync(join(folder, 'postgres')));
  // It may exist already, from an update that was rolled back by hand.
  if (isBoth) await rm(join(dataDir, kept), { recursive: true, force: true });
  await replaceDatabase(dataDir, copyOf(dataDir), kept);
  await writeCurrentVersion(version);
  await rm(noteOf(dataDir));
  await removeTrial(dataDir);
}
