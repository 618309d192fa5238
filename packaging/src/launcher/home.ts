import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * An installation: one folder that holds its versions, the data, and a file that says which version is the present one.
 *
 *   start.sh, update.sh     what people open
 *   current                 0.1.0
 *   versions/0.1.0/         Node, PostgreSQL and the product
 *   data/                   made at the first start
 *   settings.env            optional: variables, one a line
 */

/** The folder of the version that this file belongs to: it is `launcher/<name>.js` there. */
export const ownVersionFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folder of the installation. */
export const home = dirname(dirname(ownVersionFolder));

export const versionFolder = (version: string) => join(home, 'versions', version);

/** Node's program in the folder of a version. */
export const nodeOf = (folder: string) => join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** What starts the server in the folder of a version. */
export const serverOf = (folder: string) => join(folder, 'server', 'dist', 'main.js');

export const readCurrentVersion = () => readFileSync(join(home, 'current'), 'utf8').trim();

/** Makes a version the one that starts; at once or not at all. */
export function writeCurrentVersion(version: string): void {
  const file = join(home, 'current');
  writeFileSync(`${file}.new`, `${version}\n`);
  renameSync(`${file}.new`, file);
}

/** Reads `settings.env` into the environment, which wins over it, and keeps data beside the versions. */
export function readSettings(): void {
  try {
    process.loadEnvFile(join(home, 'settings.env'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  process.env.DATA_DIR ||= join(home, 'data');
  process.env.NODE_ENV ||= 'production';
}
