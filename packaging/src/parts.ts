import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { root } from './house.ts';

/* Packages of others, downloaded by npm and cached, each checked against its pinned content before it is used. */

export interface Part {
  name: string;
  version: string;
  /** In npm's format, `sha512-…`. */
  integrity: string;
}

const kept = join(root, 'node_modules', '.cache', 'packaging');

/**
 * Unpacks a part into `folder`, without npm's enclosing folder `package`; `wanted` selects files by their path. Throws
 * when npm delivers anything but the pinned content.
 */
export async function unpackPart(part: Part, folder: string, wanted: (path: string) => boolean = () => true) {
  const file = await fetchPart(part);
  await mkdir(folder, { recursive: true });
  const isWanted = (path: string) => wanted(path.slice(path.indexOf('/') + 1));
  await extract({ file, cwd: folder, strip: 1, strict: true, filter: isWanted });
}

/** Returns the archive of a part, downloaded unless it is cached. */
async function fetchPart({ name, version, integrity }: Part): Promise<string> {
  const file = join(kept, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  if (existsSync(file) && (await integrityOf(file)) === integrity) return file;
  console.log(`Fetching ${name} ${version}…`);
  await mkdir(kept, { recursive: true });
  const draft = await mkdtemp(`${file}.`);
  try {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const args = ['pack', `${name}@${version}`, '--pack-destination', draft, '--ignore-scripts'];
    await promisify(execFile)(npm, args, { cwd: draft, shell: process.platform === 'win32' });
    const [packed = ''] = await readdir(draft);
    const found = await integrityOf(join(draft, packed));
    if (found !== integrity)
      throw new Error(`${name} ${version} is not what was pinned: ${found} instead of ${integrity}.`);
    await rename(join(draft, packed), file);
    return file;
  } finally {
    await rm(draft, { recursive: true });
  }
}

async function integrityOf(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest('base64')}`;
}
