import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { hashInTurn } from './hash.queue.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; argon2id is the library's default. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password. Throws `overloaded` when too many are being hashed. */
export function hashPassword(password: string): Promise<string> {
  return hashInTurn(() => hash(password, cost));
}

/** A hash that no password matches, so that an unknown address takes as long as a known one. */
const dummyHash = hashPassword(crypto.randomUUID());

/**
 * Whether the password matches the hash; without a hash it takes the same time and returns false. Throws `overloaded`
 * when too many are being hashed.
 */
export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const compared = passwordHash || (await dummyHash);
  const right = await hashInTurn(() => verify(compared, password));
  return right && Boolean(passwordHash);
}

/** Without letters and digits that are easily confused when copied by hand. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXYZ2346789';

/** Generates a password that satisfies the rule of registration and is easy to copy by hand. */
export function generatePassword(): string {
  const letters = Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}-Vt3`;
}
