import { existsSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { settle } from './cluster.ts';

/**
 * Puts the database of the data folder `from` in the place of that of `dataDir`, which is kept as `kept` beside it. May be
 * broken off at any point and repeated; there is nothing to do once it is done.
 */
export async function replaceDatabase(dataDir: string, from: string, kept: string): Promise<void> {
  const coming = join(from, 'postgres');
  if (!existsSync(coming)) return;
  const present = join(dataDir, 'postgres');
  if (existsSync(present)) await rename(present, join(dataDir, kept));
  // Where there was no database before, there was no password either.
  const password = join(dataDir, 'postgres.password');
  if (!existsSync(password)) await cp(join(from, 'postgres.password'), password);
  await rename(coming, present);
  await settle(dataDir);
}
