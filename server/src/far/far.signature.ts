import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import * as z from 'zod/mini';
import { BackupError } from '../backup/backup.error.ts';
import { lineOf } from '../backup/backup.format.ts';
import { parseJson } from '../tools/parse.json.ts';

/*
 * The signature of a backup is a separate file with lines of JSON:
 *
 *   {"dossard_signer":1,"key":"…"}        the key, which identifies the signer
 *   {"name":"…","bytes":1,"sha256":"…",…} what is signed
 *   {"signature":"…"}                     by the key, of all the bytes above
 *
 * Before version 0.2.0 each day had its own key, signed by the previous one, in a line after the first. Such files are
 * verified too, and an installation with such keys continues with its last one.
 */

const keyText = z.string().check(z.regex(/^[\w-]{43}$/));
const signatureText = z.string().check(z.regex(/^[\w-]{86}$/));

const firstSchema = z.strictObject({ dossard_signer: z.literal(1), key: keyText });
const laterSchema = z.strictObject({ key: keyText, from: z.string(), signature: signatureText });
const signedSchema = z.strictObject({
  name: z.string(),
  bytes: z.int(),
  /** Of the encrypted file. */
  sha256: z.string(),
  /** Numbers the backups of this signer, so that a missing one is noticed. */
  number: z.int(),
  signed_at: z.iso.datetime(),
});
const endSchema = z.strictObject({ signature: signatureText });

export type Signed = z.infer<typeof signedSchema>;

/** The key of a signer: the lines that begin its signatures, and its private part. */
export const signingKeySchema = z.object({
  lines: z.array(z.string()).check(z.minLength(1)),
  secret: z.string(),
});
export type SigningKey = z.infer<typeof signingKeySchema>;

/** Creates a signer. */
export function createSigningKey(): SigningKey {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const secret = JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x, d });
  return { lines: [lineOf({ dossard_signer: 1, key: x })], secret };
}

/** Returns the public text that identifies a signer. */
export const signerOf = ({ lines }: Pick<SigningKey, 'lines'>) =>
  `dossard-signer-${firstSchema.parse(JSON.parse(lines[0] ?? '')).key}`;

/** Whether a text identifies a signer. */
export const isSigner = (text: string) => /^dossard-signer-[\w-]{43}$/.test(text);

/** Creates the signature of a backup. */
export function signBackup({ lines, secret }: SigningKey, signed: Omit<Signed, 'signed_at'>, now: Date): string {
  const body = lines.join('') + lineOf({ ...signed, signed_at: now.toISOString() });
  const key = createPrivateKey({ key: JSON.parse(secret), format: 'jwk' });
  return body + lineOf({ signature: sign(null, Buffer.from(body), key).toString('base64url') });
}

/** Verifies every line of a signature and returns the signed facts. Throws a BackupError that says what is wrong. */
export function verifySignature(file: string, text: string, signer: string): Signed {
  const damaged = () => new BackupError(`The signature of ${file} is damaged, or was altered.`);
  const lines = text.split('\n');
  if (lines.pop() !== '') throw damaged();
  const values = lines.map(parseJson);
  const first = firstSchema.safeParse(values.shift());
  const end = endSchema.safeParse(values.pop());
  const signed = signedSchema.safeParse(values.pop());
  if (!first.success || !end.success || !signed.success) throw damaged();
  const found = `dossard-signer-${first.data.key}`;
  if (found !== signer) throw new BackupError(`${file} was signed by another: by ${found}, not by ${signer}.`);

  const before = (count: number) => `${lines.slice(0, count).join('\n')}\n`;
  let { key } = first.data;
  for (const [index, value] of values.entries()) {
    const later = laterSchema.safeParse(value);
    if (!later.success) throw damaged();
    const { signature, ...vouched } = later.data;
    if (!isSignedWith(key, before(index + 1) + lineOf(vouched), signature)) throw damaged();
    key = vouched.key;
  }
  if (!isSignedWith(key, before(lines.length - 1), end.data.signature)) throw damaged();
  if (signed.data.name !== file) throw new BackupError(`The signature of ${file} is that of ${signed.data.name}.`);
  return signed.data;
}

const publicKeyOf = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

const isSignedWith = (key: string, text: string, signature: string): boolean =>
  verify(null, Buffer.from(text), publicKeyOf(key), Buffer.from(signature, 'base64url'));
