import { existsSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { settle } from './files.ts';

/**
 * Replaces the database of `dataDir` by that of the data folder `from`, and keeps the old one as `kept` beside it. May
 * be interrupted at any point and repeated; idempotent.
 */
export async function replaceDatabase(dataDir: string, from: string, kept: string): Promise<void> {
  const coming = join(from, 'postgres');
  if (!existsSync(coming)) return;
  const present = join(dataDir, 'postgres');
  if (existsSync(present)) await rename(present, join(dataDir, kept));
  // If there was no database before, there was no password either.
  const password = join(dataDir, 'postgres.password');
  if (!existsSync(password)) await cp(join(from, 'postgres.password'), password);
  await rename(coming, present);
  await settle(dataDir);
}
