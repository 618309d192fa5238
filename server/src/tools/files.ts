import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { settle } from '@dossard/postgres/files.ts';

/** Lists the names in a folder; none if it does not exist. */
export function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** Names the temporary file that is renamed once it is whole. */
export const nameDraft = (name: string) => `.${name}.${randomBytes(4).toString('hex')}.part`;

/**
 * Writes a file that has its name only once it is whole, on the disk, and accepted by `check`, which may throw; readable
 * by its owner only.
 */
export async function writeWhole(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  check: (draft: string) => Promise<unknown> = async () => {},
): Promise<void> {
  const draft = join(dirname(path), nameDraft(parse(path).base));
  try {
    await writeChunks(draft, chunks);
    await check(draft);
    await rename(draft, path);
    await settle(dirname(path));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {}); // throw the first failure; pruning removes the draft later
    throw error;
  }
}

/** Writes a new file and flushes it to the disk; readable by its owner only. */
export async function writeChunks(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const chunk of chunks) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
