import { Readable, type Transform } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/* Encryption to public keys in the format of age (age-encryption.org/v1), compatible with the program `age`. */

/** A key pair: the public recipient encrypts; the secret identity decrypts. */
export interface AgePair {
  identity: string;
  recipient: string;
}

/** Creates a key pair. */
export async function createAgePair(): Promise<AgePair> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Returns the public key of a private one. */
export const recipientOf = (identity: string): Promise<string> => identityToRecipient(identity);

/** Whether a text is a public key of age. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return text.startsWith('age1');
  } catch {
    return false;
  }
}

/** Whether a text is a private key of age. */
export function isIdentity(text: string): boolean {
  try {
    new Decrypter().addIdentity(text);
    return true;
  } catch {
    return false;
  }
}

/** Encrypts a stream so that each recipient can decrypt it. */
export async function encrypt(plain: Readable, recipients: readonly string[]): Promise<Readable> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return passOn(plain, await encrypter.encrypt(toWeb(plain)));
}

/**
 * Decrypts a stream; throws when none of the identities matches. A truncated or altered stream fails before its end.
 */
export async function decrypt(encrypted: Readable, identities: readonly string[]): Promise<Readable> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return passOn(encrypted, await decrypter.decrypt(toWeb(encrypted)));
}

const toWeb = (stream: Readable | Transform) =>
  Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>;

function passOn(source: Readable, stream: globalThis.ReadableStream<Uint8Array>): Readable {
  const readable = Readable.fromWeb(stream as unknown as WebStream);
  source.on('error', (error) => readable.destroy(error));
  return readable;
}
