import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, explainFailure, reasonOf } from '../backup/backup.error.ts';
import { openFolder } from '../backup/backup.files.ts';
import { decrypt } from '../tools/age.ts';
import { readAtMost } from '../tools/read.at.most.ts';
import { MissingFileError, UnreachableError } from './far.errors.ts';
import { encryptedEnding, signatureNameOf } from './far.files.ts';
import { limitWork } from './far.limit.ts';
import type { FarPlace } from './far.place.ts';
import { writeStream } from './far.sender.ts';
import { type Signed, verifySignature } from './far.signature.ts';

interface FetchOrder {
  place: FarPlace;
  name: string;
  /** The required signer. */
  signer: string;
  /** Private keys of age, one of which must decrypt it. */
  identities: readonly string[];
  /** Where the decrypted backup is written. */
  folder: string;
}

/** Time limit for fetching, in milliseconds. */
const fetchMs = 10 * 60_000;

/** One with ten years of daily keys, as before version 0.2.0, has 1 MB. */
const longestSignature = 4 * 1024 * 1024;

/**
 * Fetches a backup from the far place, verifies its signature, length and SHA-256, and decrypts it into a file; returns
 * its path, which the caller removes. Throws a BackupError that says which of these failed (Z3).
 */
export async function fetchBackup({
  place,
  name,
  signer,
  identities,
  folder,
}: FetchOrder): Promise<{ path: string; signed: Signed }> {
  const signed = verifySignature(name, await readSignature(place, name), signer);
  await openFolder(folder);
  const encrypted = join(folder, `${name}.fetched`);
  const path = join(folder, name.slice(0, -encryptedEnding.length));
  try {
    const altered = () => new BackupError(`${name} was altered: it is not what was signed.`);
    const writing = writeStream(encrypted, await place.read(name), (bytes) => {
      if (bytes > signed.bytes) throw altered();
    });
    const late = `${name} could not be fetched: ${place.description} does not answer.`;
    const explain = explainFailure(`${name} could not be fetched`, UnreachableError);
    const found = await limitWork(writing, { ms: fetchMs, late }).catch(explain);
    if (found.bytes < signed.bytes) {
      throw new BackupError(`${name} is cut short: it has ${found.bytes} of ${signed.bytes} bytes.`);
    }
    if (found.sha256 !== signed.sha256) throw altered();
    await open(encrypted, path, name, identities);
    return { path, signed };
  } finally {
    await rm(encrypted, { force: true });
  }
}

async function open(encrypted: string, path: string, name: string, identities: readonly string[]): Promise<void> {
  try {
    await writeStream(path, await decrypt(createReadStream(encrypted), identities));
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof Error && error.message.startsWith('no identity matched')) {
      throw new BackupError(`The key does not open ${name}: it was encrypted for another one.`);
    }
    throw new BackupError(`${name} cannot be decrypted: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Reads the signature of a backup. */
export async function readSignature(place: FarPlace, name: string): Promise<string> {
  try {
    const signature = await readAtMost(await place.read(signatureNameOf(name)), longestSignature);
    if (!signature) throw new BackupError(`The signature of ${name} is damaged, or was altered.`);
    return signature.toString('utf8');
  } catch (error) {
    if (error instanceof MissingFileError)
      throw new BackupError(`${name} is not signed: its upload was interrupted, or somebody else added it.`);
    return explainFailure(`The signature of ${name} could not be fetched`, UnreachableError)(error);
  }
}
