import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';
import yazl from 'yazl';

/** Packs a folder, with its name, into a file whose extension selects the format. Level 9 is gzip's maximum. */
export async function pack(folder: string, file: string, level = 9): Promise<void> {
  if (file.endsWith('.zip')) return packZip(folder, file, level);
  // Omits user and group names and ids of the build machine.
  await create({ file, cwd: dirname(folder), gzip: { level }, portable: true }, [basename(folder)]);
}

async function packZip(folder: string, file: string, compressionLevel: number): Promise<void> {
  const zip = new yazl.ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(file));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = join(basename(folder), path.slice(folder.length)).replaceAll('\\', '/');
    if (entry.isFile()) zip.addFile(path, name, { compressionLevel });
    else if (!entry.isDirectory()) throw new Error(`${path} is neither a file nor a folder; a zip has no links.`);
  }
  zip.end();
  await written;
}

/** Writes the SHA-256 of a file beside it, in the format of `sha256sum --check`. */
export async function writeChecksum(file: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  await writeFile(`${file}.sha256`, `${hash.digest('hex')}  ${basename(file)}\n`);
}

/** Returns the size of a file in MB, millions of bytes. */
export const megabytesOf = async (file: string) => (await stat(file)).size / 1_000_000;
