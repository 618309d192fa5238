import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundleServer } from '../server/bundle.js';
import { root } from './install.js';

const web = join(root, 'web');
const serverFolder = join(root, 'server', 'dist');
const notSources = /^(dist|node_modules|paraglide)$|\.test\.tsx?$/;

/**
 * The newest change below a file or folder, in milliseconds.
 * @param {string} path
 * @returns {number}
 */
function newestChange(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  // A folder changes when a file in it goes.
  return readdirSync(path)
    .filter((name) => !notSources.test(name))
    .reduce((newest, name) => Math.max(newest, newestChange(join(path, name))), status.mtimeMs);
}

/**
 * Whether what is built is missing, or older than something that it is made of; `sources` are files and folders of the project.
 * @param {string} built
 * @param {string[]} sources
 */
export function isStale(built, sources) {
  if (!existsSync(built)) return true;
  const { mtimeMs } = statSync(built);
  return sources.some((source) => newestChange(resolve(root, source)) > mtimeMs);
}

/** Builds the web application and the server, unless what is built is newer than all that it is made of. */
export async function buildWhatIsStale() {
  if (isStale(join(web, 'dist', 'index.html'), ['web', 'contract/src', 'package-lock.json'])) buildWeb();
  await buildServer();
}

/** Builds the server and its commands, unless they are newer than what they are made of. */
export async function buildServer() {
  const sources = ['server/src', 'contract/src', 'postgres/src', 'server/bundle.js', 'package-lock.json'];
  if (!isStale(join(serverFolder, 'main.js'), sources)) return;
  // What was built before stays beside it, as a server that runs may still load it.
  await bundleServer(serverFolder);
}

/**
 * The file of one of the server's programs, such as `backup.main`.
 * @param {string} name
 */
export const builtProgram = (name) => join(serverFolder, `${name}.js`);

function buildWeb() {
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
