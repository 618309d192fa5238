import { readFile, writeFile } from 'node:fs/promises';
import { BackupError, reasonOf } from '../backup/backup.error.ts';
import { createAgePair, isIdentity } from '../tools/age.ts';
import { isSigner } from './far.signature.ts';

/*
 * The organiser's key file, which is never on the server: lines of `age`, so that `age -d -i file` reads it too, and
 * the signer in a comment.
 */

export interface KeyFile {
  identities: string[];
  signer: string | undefined;
}

/** Creates a key file, without overwriting any file; returns the public key. */
export async function createKeyFile(path: string, now: Date): Promise<string> {
  const { identity, recipient } = await createAgePair();
  const text = `# created: ${now.toISOString()}\n# public key: ${recipient}\n# signer: \n${identity}\n`;
  try {
    await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new BackupError(
      isThere ? `There is a file ${path} already.` : `${path} cannot be written: ${reasonOf(error)}.`,
    );
  }
  return recipient;
}

/** Reads a key file. Throws a BackupError when it contains no key. */
export async function readKeyFile(path: string): Promise<KeyFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(error.code === 'ENOENT' ? `There is no key file ${path}.` : `${path}: ${reasonOf(error)}.`);
  });
  const lines = text.split(/\r?\n/).map((one) => one.trim());
  const identities = lines.filter(isIdentity);
  if (identities.length === 0) throw new BackupError(`${path} holds no private key (AGE-SECRET-KEY-1…).`);
  const signer = lines.flatMap((one) => /^#\s*signer:\s*(\S+)$/.exec(one)?.[1] ?? [])[0];
  if (signer !== undefined && !isSigner(signer)) {
    throw new BackupError(
      `The signer in ${path} is incomplete: npm run dossard -- far signer on the server prints it.`,
    );
  }
  return { identities, signer };
}
