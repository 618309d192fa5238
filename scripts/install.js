import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/* Plain JavaScript on Node alone: it runs on a fresh clone, before anything is installed. */

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * Runs a command to its end, with its output shown; ends this process with its status when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) console.error(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Installs what the lockfile says, unless that is what is installed already. */
export function installWhatIsMissing() {
  const lockfile = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs) return;
  if (existsSync(installed) && sameVersions(lockfile, installed)) return;
  console.log('Installing what is missing…');
  // Not `npm ci`: it refuses a lockfile that was written where the registry lacks some platforms' optional packages.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  run(npm, ['install', '--no-save', ...quiet], { shell: process.platform === 'win32' });
}

/**
 * Whether every package of the lockfile that this platform needs is installed in its version; a fresh clone or a
 * touched file alone is no reason to install again.
 * @param {string} lockfile
 * @param {string} installed
 */
function sameVersions(lockfile, installed) {
  const wanted = JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      !path.includes('node_modules/') || link || optional || present[path]?.version === version,
  );
}
