import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.js';

const web = join(root, 'web');
const built = join(web, 'dist', 'index.html');
const sources = ['web', 'contract/src', 'package-lock.json'];
const notSources = new Set(['dist', 'node_modules', 'paraglide']);

/**
 * The newest change below a file or folder, in milliseconds.
 * @param {string} path
 * @returns {number}
 */
function newestChange(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return readdirSync(path)
    .filter((name) => !notSources.has(name))
    .reduce((newest, name) => Math.max(newest, newestChange(join(path, name))), 0);
}

/** Builds the web application, unless what is built is newer than all that it is made of. */
export function buildWhatIsStale() {
  const stale =
    !existsSync(built) || sources.some((source) => newestChange(join(root, source)) > statSync(built).mtimeMs);
  if (!stale) return;
  console.log('Building the web application…');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    encoding: 'utf8',
    // Whatever the caller's is: a test's would build React's slow half.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}`);
  process.exit(status ?? 1);
}
