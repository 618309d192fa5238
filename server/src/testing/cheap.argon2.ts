import { createRequire } from 'node:module';
import type argon2 from '@node-rs/argon2';

/*
 * Takes the place of argon2 in the server's tests, which hash thousands of passwords: it hashes as cheaply as argon2 allows,
 * if it is asked for a hash that is as expensive as OWASP wants it.
 */

const real: typeof argon2 = createRequire(import.meta.url)('@node-rs/argon2');

export const { verify } = real;

export function hash(password: string, options: argon2.Options): Promise<string> {
  const { memoryCost = 0, timeCost = 0, parallelism = 0 } = options;
  if (memoryCost < 19_456 || timeCost < 2 || parallelism !== 1)
    throw new Error('This hash of a password is too cheap.');
  return real.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
}
