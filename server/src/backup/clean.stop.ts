import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@dossard/postgres/files.ts';
import type { Database } from '../database/client.ts';
import { backupFolderOf, listPastBackups } from './backup.files.ts';
import { readBackup } from './backup.reader.ts';
import { writeBackupOfChanges } from './backup.writer.ts';

/*
 * A clean stop leaves a complete backup, and a note that names it. The note is valid until the database is opened
 * again; while it is valid, the data can move to a PostgreSQL version that cannot read the old files.
 */

const noteOf = (dataDir: string) => join(dataDir, 'stopped.json');

/** Writes a backup unless the newest one has the same content, and notes that it is complete. Throws a BackupError. */
export async function backUpAtStop(db: Database, dataDir: string, now: Date): Promise<void> {
  const folder = backupFolderOf(dataDir);
  await writeBackupOfChanges({ db, folder, now, reason: 'stop' });
  const [newest] = await listPastBackups(folder, now);
  if (newest) await writeCleanStop(dataDir, newest.name);
}

/** Notes that a backup in the backup folder contains everything. */
export const writeCleanStop = (dataDir: string, backup: string): Promise<void> =>
  replaceFile(noteOf(dataDir), JSON.stringify({ backup }));

/** Call this when the database has been opened: later changes are in no backup yet. */
export async function deleteCleanStop(dataDir: string): Promise<void> {
  await rm(noteOf(dataDir), { force: true });
}

/** Returns the path of the complete backup of the last stop, verified; undefined when the last stop left none. */
export async function findBackupOfStop(dataDir: string): Promise<string | undefined> {
  const note = await readFile(noteOf(dataDir), 'utf8').catch(() => undefined);
  if (note === undefined) return undefined;
  const file = join(backupFolderOf(dataDir), JSON.parse(note).backup);
  await readBackup(file);
  return file;
}
