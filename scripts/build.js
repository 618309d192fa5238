import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compiledMessages, compileMessages, messageSources } from '../contract/messages.js';
import { bundleServer } from '../server/bundle.js';
import { root } from './runtime.js';

const web = join(root, 'web');
const serverFolder = join(root, 'server', 'dist');
const notSources = /^(dist|node_modules|paraglide)$|\.test\.tsx?$/;

/**
 * Returns the newest change below a file or folder, in milliseconds.
 * @param {string} path
 * @returns {number}
 */
function newestChange(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  // Deleting a file changes its folder.
  return readdirSync(path)
    .filter((name) => !notSources.test(name))
    .reduce((newest, name) => Math.max(newest, newestChange(join(path, name))), status.mtimeMs);
}

/**
 * Returns true if a build is missing, or older than one of its sources; `sources` are files and folders of the project.
 * @param {string} built
 * @param {string[]} sources
 */
export function isStale(built, sources) {
  if (!existsSync(built)) return true;
  const { mtimeMs } = statSync(built);
  return sources.some((source) => newestChange(resolve(root, source)) > mtimeMs);
}

/** Compiles the messages of the contract, unless they are up to date. */
export async function buildMessages() {
  if (isStale(compiledMessages, [...messageSources, 'package-lock.json'])) await compileMessages();
}

/** Builds the web application and the server, unless they are up to date. */
export async function buildWhatIsStale() {
  await buildMessages();
  if (isStale(join(web, 'dist', 'index.html'), ['web', 'contract/src', 'package-lock.json'])) buildWeb();
  await buildServer();
}

/** Builds the server and its commands, unless they are up to date. */
export async function buildServer() {
  const sources = ['server/src', 'contract/src', 'postgres/src', 'server/bundle.js', 'package-lock.json'];
  await buildMessages();
  if (!isStale(join(serverFolder, 'main.js'), sources)) return;
  // Earlier builds are kept, because a running server may still load them.
  await bundleServer(serverFolder);
}

/**
 * Returns the file of one of the server's programs, such as `backup.main`.
 * @param {string} name
 */
export const builtProgram = (name) => join(serverFolder, `${name}.js`);

function buildWeb() {
  console.log('Building the web application… / Préparation des pages…');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    encoding: 'utf8',
    // Always production: the environment of a test would build React's slow development version.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}`);
  process.exit(status ?? 1);
}
