import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomInt,
  scrypt,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import { hashInTurn } from '../../access/hash.queue.ts';

/*
 * How two installations authenticate each other (Y8). The code that a person types proves the first message, and is
 * never sent. After that, each side signs with its own private key and knows the other's public key: nothing sent or
 * stored on one side allows forging messages of the other.
 */

/** Letters and digits that are not easily confused. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const idLength = 4;
const codeLength = 16;

/** Generates a code of four groups of four: the first identifies it, the others are a secret of about 59 bits. */
export function createCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? '';
}

/** Parses a code as people type it; undefined if it is invalid. */
export function readCode(typed: string): { id: string; secret: string } | undefined {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return letters.length === codeLength
    ? { id: letters.slice(0, idLength), secret: letters.slice(idLength) }
    : undefined;
}

/**
 * Derives the stored form of a code with a slow hash, so that the code cannot be guessed from sent messages. In hex.
 * Throws `overloaded` when too much is being hashed.
 */
export async function deriveKey({ id, secret }: { id: string; secret: string }): Promise<string> {
  const derived = await hashInTurn(() =>
    promisify<string, string, number, object, Buffer>(scrypt)(secret, `dossard ${id}`, 32, {
      N: 2 ** 15,
      r: 8,
      p: 1,
      maxmem: 64 * 1024 * 1024,
    }),
  );
  return derived.toString('hex');
}

/** Proves that the sender of `said` knows the code. */
export const prove = (key: string, said: string): string => createHmac('sha256', key).update(said).digest('base64');

/** Whether a proof was made by somebody who knows the code. */
export function isProofValid(key: string, said: string, proof: string): boolean {
  const [wanted, given] = [Buffer.from(prove(key, said)), Buffer.from(proof)];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/** Generates a key pair: PKCS 8 and SPKI in base64. */
export function createKeys(): { private_key: string; public_key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    private_key: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}

/** Signs bytes; returns base64. */
export const signBytes = (privateKey: string, bytes: Buffer): string =>
  sign(
    null,
    bytes,
    createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' }),
  ).toString('base64');

/** Whether bytes were signed with the private key of this public key. */
export function isSigned(publicKey: string, bytes: Buffer, signature: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
  return verify(null, bytes, key, Buffer.from(signature, 'base64'));
}
