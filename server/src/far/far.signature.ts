import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import * as z from 'zod/mini';
import { BackupError } from '../backup/backup.error.ts';
import { lineOf } from '../backup/backup.format.ts';
import { parseJson } from '../tools/parse.json.ts';

/*
 * The signature of a backup is a separate file with lines of JSON:
 *
 *   {"dossard_signer":1,"key":"…"}                  the first key, which identifies the signer
 *   {"key":"…","from":"2026-11-24","signature":"…"} each later key, signed by the previous one
 *   {"name":"…","bytes":1,"sha256":"…",…}           what is signed
 *   {"signature":"…"}                               by the last key, of all the bytes above
 *
 * The server keeps only the newest key. An attacker who takes over the server can sign
 * from then on, but not for earlier days (decision 036).
 */

const keyText = z.string().check(z.regex(/^[\w-]{43}$/));
const signatureText = z.string().check(z.regex(/^[\w-]{86}$/));
const dayText = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

const firstSchema = z.strictObject({ dossard_signer: z.literal(1), key: keyText });
const laterSchema = z.strictObject({ key: keyText, from: dayText, signature: signatureText });
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

/**
 * The keys of a signer: public ones as lines, each signed by the previous one, and the private part of the last one.
 */
export const signingKeySchema = z.object({
  lines: z.array(z.string()).check(z.minLength(1)),
  /** The first day of the last key. */
  from: z.string(),
  secret: z.string(),
});
export type SigningKey = z.infer<typeof signingKeySchema>;

const dayOf = (moment: string) => moment.slice(0, 10);

/** Creates a signer. */
export function createSigningKey(now: Date): SigningKey {
  const { key, secret } = createKey();
  return { lines: [lineOf({ dossard_signer: 1, key })], from: dayOf(now.toISOString()), secret };
}

/** Creates the key of a new day, signed by the present one; undefined on the day of the present one. */
export function renewSigningKey(present: SigningKey, now: Date): SigningKey | undefined {
  const from = dayOf(now.toISOString());
  if (from <= present.from) return undefined;
  const { key, secret } = createKey();
  const signature = signWith(present.secret, vouching(present.lines, key, from));
  return { lines: [...present.lines, lineOf({ key, from, signature })], from, secret };
}

/** Returns the public text that identifies a signer. */
export const signerOf = ({ lines }: Pick<SigningKey, 'lines'>) =>
  `dossard-signer-${firstSchema.parse(JSON.parse(lines[0] ?? '')).key}`;

/** Whether a text identifies a signer. */
export const isSigner = (text: string) => /^dossard-signer-[\w-]{43}$/.test(text);

/** Creates the signature of a backup. */
export function signBackup({ lines, from, secret }: SigningKey, signed: Omit<Signed, 'signed_at'>, now: Date): string {
  // A clock that was set back must not sign before its own key.
  const moment = now.toISOString();
  const signed_at = dayOf(moment) < from ? `${from}T00:00:00.000Z` : moment;
  const body = lines.join('') + lineOf({ ...signed, signed_at });
  return body + lineOf({ signature: signWith(secret, body) });
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

  let key = first.data.key;
  let from = '';
  for (const [index, value] of values.entries()) {
    const later = laterSchema.safeParse(value);
    if (!later.success || later.data.from <= from) throw damaged();
    const before = lines.slice(0, index + 1).map((one) => `${one}\n`);
    const vouched = vouching(before, later.data.key, later.data.from);
    if (!isSignedWith(key, vouched, later.data.signature)) throw damaged();
    ({ key, from } = later.data);
  }
  const body = `${lines.slice(0, -1).join('\n')}\n`;
  if (!isSignedWith(key, body, end.data.signature)) throw damaged();
  if (dayOf(signed.data.signed_at) < from) {
    throw new BackupError(`${file} says that it is older than the key that signed it, so somebody made it later.`);
  }
  if (signed.data.name !== file) throw new BackupError(`The signature of ${file} is that of ${signed.data.name}.`);
  return signed.data;
}

const dayMs = 86_400_000;

/** Returns a warning if a backup was signed more than a day after the time in its name: an attacker may have signed it. */
export function warnOfLateSignature(at: Date, { signed_at }: Pick<Signed, 'signed_at'>): string {
  if (Date.parse(signed_at) - at.getTime() <= dayMs) return '';
  return `WARNING: signed more than a day after the moment in its name. Unless the server was off or could not send at that time, somebody has replaced it.`;
}

const vouching = (lines: readonly string[], key: string, from: string) => `${lines.join('')}${lineOf({ key, from })}`;

function createKey(): { key: string; secret: string } {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { key: x, secret: JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x, d }) };
}

const publicKeyOf = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

const signWith = (secret: string, text: string): string =>
  sign(null, Buffer.from(text), createPrivateKey({ key: JSON.parse(secret), format: 'jwk' })).toString('base64url');

const isSignedWith = (key: string, text: string, signature: string): boolean =>
  verify(null, Buffer.from(text), publicKeyOf(key), Buffer.from(signature, 'base64url'));
