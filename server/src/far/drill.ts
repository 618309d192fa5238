import { rm } from 'node:fs/promises';
import pg from 'pg';
import { BackupError, reasonOf } from '../backup/backup.error.ts';
import { listPastBackups } from '../backup/backup.files.ts';
import { countContents } from '../backup/backup.reader.ts';
import { makeMark } from '../backup/backup.snapshot.ts';
import { restoreBackup } from '../backup/restore.ts';
import { limitWork } from './far.limit.ts';
import type { FarPlace } from './far.place.ts';
import { fetchBackup } from './far.reader.ts';
import { signerOf } from './far.signature.ts';
import { findSigningKey, readFarState } from './far.state.ts';

/*
 * A drill restores the newest backup into a scratch database and compares every row with the backup's checksum. With
 * far backups, it fetches the latest one and verifies its signature first.
 */

export interface DrillOrder {
  /** A database on the server where the scratch database is created. */
  databaseUrl: string;
  /** The folder of local backups. */
  backups: string;
  /** The folder with the state of far backups. */
  folder: string;
  place?: FarPlace | undefined;
  now: Date;
  /** Aborts the drill; the scratch database is dropped immediately. */
  signal?: AbortSignal | undefined;
}

/**
 * Restores the newest backup into a scratch database, compares, and drops it; returns its name and what was compared.
 * Throws a BackupError with the reason of a failure.
 */
export async function drill(order: DrillOrder): Promise<{ name: string; sentence: string }> {
  const { path, name, isFetched } = await findNewest(order);
  try {
    return await inScratchDatabase(order, async (databaseUrl) => {
      const contents = await restoreBackup({
        databaseUrl,
        file: path,
        async onLoaded(tx, { header }) {
          const mark = await makeMark(tx, header.tables);
          if (mark !== header.mark) {
            throw new BackupError(`The rows of ${name}, restored, are not those that were backed up.`);
          }
        },
      });
      return { name, sentence: `The drill has restored ${name}: ${countContents(contents)} are as they were.` };
    });
  } finally {
    if (isFetched) await rm(path, { force: true });
  }
}

async function findNewest({ place, folder, backups, now, signal }: DrillOrder) {
  if (!place) {
    const [newest] = await listPastBackups(backups, now);
    if (!newest) throw new BackupError('There is no backup to restore yet.');
    return { path: newest.path, name: newest.name, isFetched: false };
  }
  const [{ last }, key] = [await readFarState(folder), await findSigningKey(folder)];
  if (!last || !key) throw new BackupError('No backup has left this machine yet.');
  const order = { place, name: last.name, signer: signerOf(key), identities: [last.identity], folder };
  const fetched = await limitWork(fetchBackup(order), { signal });
  return { ...fetched, name: last.name, isFetched: true };
}

/** A scratch database of this age was left by a server that was killed. */
const leftMs = 6 * 3_600_000;

async function inScratchDatabase<Result>(
  { databaseUrl, now, signal }: DrillOrder,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // a lost connection also fails its statement
  const name = `${scratchPrefix(client)}${now.getTime()}`;
  try {
    await client.connect();
    await dropAbandoned(client, now);
    await client.query(`create database ${client.escapeIdentifier(name)} template template0`);
  } catch (error) {
    await client.end().catch(() => {});
    const isDenied = (error as { code?: string }).code === '42501';
    throw new BackupError(
      isDenied
        ? 'The drill may not create a scratch database: give the role of DATABASE_URL the right CREATEDB.'
        : `The drill could not create a scratch database: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
  try {
    const url = new URL(databaseUrl);
    url.pathname = `/${encodeURIComponent(name)}`;
    return await limitWork(work(url.href), { signal });
  } finally {
    // A leftover is dropped by a later drill.
    await dropDatabase(client, name).catch(() => {});
    await client.end().catch(() => {});
  }
}

/**
 * Returns how the names of this database's scratch databases begin; each ends with its time in milliseconds. Other
 * databases of the same PostgreSQL have drills of their own. Shortened, because PostgreSQL truncates names at 63 bytes.
 */
const scratchPrefix = ({ database }: pg.Client) => `${database?.slice(0, 40)}_drill_`;

/** Drops the scratch databases that killed servers left. */
async function dropAbandoned(client: pg.Client, now: Date): Promise<void> {
  const prefix = scratchPrefix(client);
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where starts_with(datname, $1) and pg_get_userbyid(datdba) = current_user`,
    [prefix],
  );
  for (const { datname } of rows) {
    const at = datname.slice(prefix.length);
    if (/^\d+$/.test(at) && now.getTime() - Number(at) > leftMs) await dropDatabase(client, datname);
  }
}

const dropDatabase = (client: pg.Client, name: string) =>
  client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
