import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * Encrypts secrets that the server must decrypt later, with a key of the installation that is in no backup (decision
 * 034).
 */

const keyBytes = 32;

/** Reads the key in `DATA_DIR/secrets.key`; the first start creates it, readable by its owner only. */
export async function readKeyFile(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, 'secrets.key');
  const created = randomBytes(keyBytes).toString('base64url');
  await writeFile(file, `${created}\n`, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url');
  if (key.length !== keyBytes) throw new Error(`${file} holds no key: 32 bytes in base64url are expected.`);
  return key;
}

/** Derives the key from one shared through the database, for processes that share no folder. */
export const deriveKey = (shared: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', shared, '', 'dossard secrets', keyBytes));

/** Returns an identifier of a key that reveals nothing about it. */
const nameOfSecret = (key: Buffer) =>
  createHash('sha256').update('dossard key ').update(key).digest('base64url').slice(0, 8);

/** Encrypts a secret; decrypting needs the same `owner`, so that two secrets cannot be swapped. */
export function seal(key: Buffer, secret: string, owner: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${nameOfSecret(key)}.${sealed.toString('base64url')}`;
}

/** Whether a secret was encrypted with this key. */
export const isSealedWith = (key: Buffer, sealed: string): boolean => sealed.startsWith(`${nameOfSecret(key)}.`);

/** Decrypts a secret. Throws for another key or owner, and for a modified secret. */
export function unseal(key: Buffer, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
}
