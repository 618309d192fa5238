import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A package of others, in the one version and content that is used.
 * @typedef {{ name: string, version: string, integrity: string }} Part
 */

/**
 * Returns the arguments that run npm by this process's own Node: another Node in the path would refuse our packages.
 * @param {string[]} args
 * @returns {[command: string, args: string[], options: { shell: boolean }]}
 */
export function npmWith(args) {
  const { npm_execpath: npm } = process.env;
  if (npm?.endsWith('npm-cli.js')) return [process.execPath, [npm, ...args], { shell: false }];
  return ['npm', args, { shell: process.platform === 'win32' }];
}

/**
 * Returns the archive of a part in `folder`, downloaded by npm unless it is there. Throws when npm delivers anything but
 * the pinned content.
 * @param {Part} part
 * @param {string} folder
 */
export function fetchPart({ name, version, integrity }, folder) {
  const file = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  if (existsSync(file) && integrityOf(file) === integrity) return file;
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(`${file}.`);
  try {
    const [command, args, options] = npmWith([
      ...['pack', `${name}@${version}`, '--pack-destination', draft, '--ignore-scripts', '--loglevel=error'],
    ]);
    const { status, stderr, error } = spawnSync(command, args, { ...options, cwd: draft, encoding: 'utf8' });
    const [packed] = readdirSync(draft);
    if (status !== 0 || packed === undefined)
      throw new Error(`npm could not fetch ${name} ${version}: ${error?.message ?? stderr.trim()}`);
    const found = integrityOf(join(draft, packed));
    if (found !== integrity)
      throw new Error(`${name} ${version} is not what was pinned: ${found} instead of ${integrity}.`);
    renameSync(join(draft, packed), file);
    return file;
  } finally {
    rmSync(draft, { recursive: true });
  }
}

const integrityOf = (/** @type {string} */ file) =>
  `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
