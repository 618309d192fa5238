import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { explainFailure } from '../backup/backup.error.ts';
import { type BackupFile, openFolder } from '../backup/backup.files.ts';
import { createAgePair, encrypt } from '../tools/age.ts';
import { writeChunks } from '../tools/files.ts';
import { farNameOf, listFarBackups, listOutdated, signatureNameOf } from './far.files.ts';
import type { FarPlace } from './far.place.ts';
import { signBackup } from './far.signature.ts';
import { changeFarState, openSigningKey, readFarState } from './far.state.ts';

export interface FarSettings {
  place: FarPlace;
  /** Public keys of age. The private key of any of them decrypts the backups. */
  recipients: readonly string[];
  /** How many days backups are kept in the far place; 0 keeps them forever. */
  days: number;
  /** The folder for state and temporary files. */
  folder: string;
}

/** How many names of sent backups are remembered: more than a week of local backups. */
const keptNames = 1_000;

/**
 * Encrypts a backup, signs it and writes both to the far place. Throws a BackupError; the local backup is not changed
 * (Z1). After an abort no further step starts.
 */
export async function sendBackup(
  { place, recipients, folder }: FarSettings,
  backup: BackupFile,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const name = farNameOf(backup);
  const draft = join(folder, `${name}.part`);
  // The drill decrypts this backup with a separate key, which the next backup replaces (decision 036).
  const { identity, recipient } = await createAgePair();
  try {
    await openFolder(folder);
    const { bytes, sha256 } = await writeStream(
      draft,
      await encrypt(createReadStream(backup.path), [...recipients, recipient]),
    );
    const { number, sent = [] } = await readFarState(folder);
    const key = await openSigningKey(folder);
    const signature = signBackup(key, { name, bytes, sha256, number: number + 1 }, now);
    signal?.throwIfAborted();
    await place.write(name, await openAsBlob(draft));
    signal?.throwIfAborted();
    await place.write(signatureNameOf(name), new Blob([signature]));
    await changeFarState(folder, {
      number: number + 1,
      last: { name, sent_at: now.toISOString(), identity },
      sent: [...sent, backup.name].slice(-keptNames),
    });
  } catch (error) {
    explainFailure('The backup could not be prepared for sending')(error);
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
}

/** Removes outdated backups of the far place; returns their names. Throws a BackupError. */
export async function pruneFarBackups({ place, days, folder }: Omit<FarSettings, 'recipients'>, now: Date) {
  const { last } = await readFarState(folder);
  await place.clearDrafts?.(now);
  const outdated = days === 0 ? [] : listOutdated(await listFarBackups(place), days, now, last?.name);
  for (const { name } of outdated) {
    await place.remove(signatureNameOf(name));
    await place.remove(name);
  }
  return outdated.map(({ name }) => name);
}

/** Writes a stream to a new file, and returns its length and SHA-256. `onBytes` may throw to end it early. */
export async function writeStream(file: string, stream: Readable, onBytes: (bytes: number) => void = () => {}) {
  const sum = createHash('sha256');
  let bytes = 0;
  await rm(file, { force: true });
  async function* count() {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      onBytes(bytes);
      sum.update(chunk);
      yield chunk;
    }
  }
  await writeChunks(file, count()).finally(() => stream.destroy());
  return { bytes, sha256: sum.digest('hex') };
}
