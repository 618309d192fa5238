import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceFile } from '@dossard/postgres/files.ts';

/*
 * An installation: one folder with its versions, the data, and a file that names the current version.
 *
 *   start.sh, update.sh     the files that people open
 *   current                 0.1.0
 *   versions/0.1.0/         Node, PostgreSQL and the product
 *   data/                   created at the first start
 *   settings.env            optional: variables, one per line
 */

/** The folder of the version that this file belongs to; it is `launcher/<name>.js` there. */
export const ownVersionFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folder of the installation. */
export const home = dirname(dirname(ownVersionFolder));

export const versionFolder = (version: string) => join(home, 'versions', version);

/** Node's program in the folder of a version. */
export const nodeOf = (folder: string) => join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** The program that starts the server, in the folder of a version. */
export const serverOf = (folder: string) => join(folder, 'server', 'dist', 'main.js');

export const readCurrentVersion = () => readFileSync(join(home, 'current'), 'utf8').trim();

/** Atomically sets the version that starts. */
export const writeCurrentVersion = (version: string) => replaceFile(join(home, 'current'), `${version}\n`, 0o644);

/** Reads `settings.env` into the environment, whose own values take precedence, and sets the data folder. */
export function readSettings(): void {
  try {
    process.loadEnvFile(join(home, 'settings.env'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  process.env.DATA_DIR ||= join(home, 'data');
  process.env.NODE_ENV ||= 'production';
}
