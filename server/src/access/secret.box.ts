import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/* Encrypts secrets that the server must read again, with a key of the installation that no backup holds (decision 034). */

const keyBytes = 32;

/** Reads the key in `DATA_DIR/secrets.key`; the first start writes it, for its owner alone. */
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

/** Derives the key from one that all processes of a database share, where they share no folder. */
export const deriveKey = (shared: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', shared, '', 'dossard secrets', keyBytes));

/** Names a key without saying anything of it. */
const nameOf = (key: Buffer) => createHash('sha256').update('dossard key ').update(key).digest('base64url').slice(0, 8);

/** Encrypts a secret; only with the same `owner` is it read again, so that nobody exchanges two of them. */
export function seal(key: Buffer, secret: string, owner: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${nameOf(key)}.${sealed.toString('base64url')}`;
}

/** Whether a secret was encrypted with this key. */
export const isSealedWith = (key: Buffer, sealed: string): boolean => sealed.startsWith(`${nameOf(key)}.`);

/** Decrypts a secret. Throws for another key or owner, and for one that was changed. */
export function unseal(key: Buffer, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
}
