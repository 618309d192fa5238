import { open, rename, rm, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { settle } from '@dossard/postgres/cluster.ts';
import type { Database } from '../database/client.ts';
import { BackupError, reasonOf } from './backup.error.ts';
import { listPastBackups, nameBackup, nameDraft, openFolder } from './backup.files.ts';
import type { BackupReason } from './backup.format.ts';
import { readBackup, readHeader } from './backup.reader.ts';
import { inSnapshot, type Snapshot } from './backup.snapshot.ts';

export interface BackupOrder {
  db: Database;
  /** The folder of backups, which is made where there is none. */
  folder: string;
  /** A file of another folder, instead; that folder is left as it is. */
  file?: string;
  now: Date;
  reason: BackupReason;
}

export interface WrittenBackup {
  name: string;
  path: string;
  bytes: number;
  /** How many rows each table has. */
  rows: Record<string, number>;
}

/**
 * Writes a backup of one moment of the database, reads it back, and only then gives it its name. Throws a BackupError
 * that says why there is none. A caller that holds a transaction may lock tables against writes before, but must not
 * have truncated or altered any: the backup reads through a connection of its own.
 */
export function writeBackup(order: BackupOrder): Promise<WrittenBackup> {
  return saySo(order, () => inSnapshot(order.db, order, (snapshot) => keep(order, snapshot)));
}

/** Writes a backup unless the newest one of the folder holds the very same; undefined then. */
export function writeBackupOfChanges(order: BackupOrder): Promise<WrittenBackup | undefined> {
  return saySo(order, async () => {
    const newest = await findNewestMark(order);
    return inSnapshot(order.db, order, async (snapshot) =>
      snapshot.header.mark === newest ? undefined : keep(order, snapshot),
    );
  });
}

async function findNewestMark({ folder, now }: BackupOrder): Promise<string | undefined> {
  const [newest] = await listPastBackups(folder, now);
  if (!newest) return undefined;
  // One that cannot be read is no reason to write none.
  return readHeader(newest.path).then(
    ({ mark }) => mark,
    () => undefined,
  );
}

async function keep({ folder, file, now, reason }: BackupOrder, snapshot: Snapshot): Promise<WrittenBackup> {
  if (!file) await openFolder(folder);
  const path = file ?? join(folder, await nameBackup(folder, now, reason));
  const { dir, base: name } = parse(path);
  const draft = join(dir, nameDraft(name));
  try {
    await writeLines(draft, snapshot.lines());
    const { rows } = await readBackup(draft);
    const { size } = await stat(draft);
    await rename(draft, path);
    await settle(dir);
    return { name, path, bytes: size, rows };
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {}); // the first failure is the one to tell; pruning tries again
    throw error;
  }
}

async function writeLines(file: string, lines: AsyncGenerator<string>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await pipeline(lines, createGzip(), async (zipped: AsyncIterable<Buffer>) => {
      for await (const chunk of zipped) await handle.writeFile(chunk);
    });
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function saySo<Result>({ folder, file }: BackupOrder, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`No backup could be written to ${file ?? folder}: ${reasonOf(error)}.`, { cause: error });
  }
}
