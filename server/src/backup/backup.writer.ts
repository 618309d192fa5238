import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Database } from '../database/client.ts';
import { writeWhole } from '../tools/files.ts';
import { explainFailure } from './backup.error.ts';
import { listPastBackups, nameBackup, openFolder } from './backup.files.ts';
import type { BackupReason } from './backup.format.ts';
import { readBackup, readHeader } from './backup.reader.ts';
import { inSnapshot, type Snapshot } from './backup.snapshot.ts';

export interface BackupOrder {
  db: Database;
  /** The folder of backups, created if needed. */
  folder: string;
  /** A file in another folder, used instead; that folder's permissions are not changed. */
  file?: string;
  now: Date;
  reason: BackupReason;
}

export interface WrittenBackup {
  name: string;
  path: string;
}

/**
 * Writes a backup of one moment of the database, verifies it by reading, and only then renames it. Throws a BackupError
 * with the reason. A caller within a transaction may have locked tables against writes, but must not have truncated or
 * altered any: the backup reads through its own connection.
 */
export function writeBackup(order: BackupOrder): Promise<WrittenBackup> {
  return inSnapshot(order.db, order, (snapshot) => keep(order, snapshot)).catch(explainTo(order));
}

/** Writes a backup unless the newest one has the same content; undefined then. */
export async function writeBackupOfChanges(order: BackupOrder): Promise<WrittenBackup | undefined> {
  const newest = await findNewestMark(order).catch(explainTo(order));
  return inSnapshot(order.db, order, async (snapshot) =>
    snapshot.header.mark === newest ? undefined : keep(order, snapshot),
  ).catch(explainTo(order));
}

async function findNewestMark({ folder, now }: BackupOrder): Promise<string | undefined> {
  const [newest] = await listPastBackups(folder, now);
  if (!newest) return undefined;
  // If it cannot be read, write a new one.
  return readHeader(newest.path).then(
    ({ mark }) => mark,
    () => undefined,
  );
}

async function keep({ folder, file, now, reason }: BackupOrder, snapshot: Snapshot): Promise<WrittenBackup> {
  if (!file) await openFolder(folder);
  const path = file ?? join(folder, await nameBackup(folder, now, reason));
  const write = (zipped: AsyncIterable<Buffer>) => writeWhole(path, zipped, (draft) => readBackup(draft));
  await pipeline(snapshot.lines(), createGzip(), write);
  return { name: basename(path), path };
}

const explainTo = ({ folder, file }: BackupOrder) => explainFailure(`No backup could be written to ${file ?? folder}`);
