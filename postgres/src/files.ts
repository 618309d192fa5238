import { open, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a small file, all or nothing, also after a power cut; readable by its owner only, unless `mode` allows more. */
export async function replaceFile(file: string, text: string, mode = 0o600): Promise<void> {
  await writeFile(`${file}.new`, text, { mode, flush: true });
  await rename(`${file}.new`, file);
  await settle(dirname(file));
}

/** Flushes a folder's entries to the disk; Windows does this automatically and has no call for it. */
export async function settle(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
