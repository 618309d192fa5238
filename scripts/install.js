import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmWith } from './fetch.part.js';
import { root } from './runtime.js';

/* Plain JavaScript that needs only Node: it runs on a fresh clone, before anything is installed. */

/**
 * Runs a command to its end and shows its output; exits with its status when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) console.error(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Workspaces that are needed to run the product; the others are for tests and measurements. */
const runningWorkspaces = ['contract', 'postgres', 'server', 'web'];

/** @typedef {'running' | 'everything'} Part */

/**
 * Installs the packages of the lockfile, unless they are installed already. `running` leaves out those for tests, so
 * that a server does not install their browser.
 * @param {Part} part
 */
export function installWhatIsMissing(part) {
  const lockfile = join(root, 'package-lock.json');
  const hash = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  if (isInstalled(part, hash, lockfile)) return;
  console.log('Installing what is missing… / Installation de ce qui manque…');
  const chosen = part === 'running' ? runningWorkspaces.flatMap((workspace) => ['--workspace', workspace]) : [];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  // `npm ci` empties node_modules first, which would break a server that runs from this folder.
  const how = existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  run(...npmWith([...how, ...chosen, ...quiet]));
  writeFileSync(marker, JSON.stringify({ part, hash }));
}

/** Stores which part of which lockfile was installed here. */
const marker = join(root, 'node_modules', '.installed-part.json');

/**
 * @param {Part} part
 * @param {string} hash
 * @param {string} lockfile
 */
function isInstalled(part, hash, lockfile) {
  if (existsSync(marker)) {
    const installed = JSON.parse(readFileSync(marker, 'utf8'));
    return installed.hash === hash && (installed.part === 'everything' || installed.part === part);
  }
  // Installed by hand, without our marker.
  const byNpm = join(root, 'node_modules', '.package-lock.json');
  return existsSync(byNpm) && sameVersions(lockfile, byNpm);
}

/**
 * Returns true if every package of the lockfile that this platform needs is installed in its version.
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
