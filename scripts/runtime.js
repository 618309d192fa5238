import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchPart } from './fetch.part.js';
import { nodeParts, nodeVersion } from './node.parts.js';
import { whenParentEnds } from './parent.js';

/*
 * Many machines have an older Node than the product needs. Then everything runs by a Node of our own, from the npm
 * registry: npm, the builds, the tests, the server. Nothing outside of this folder changes.
 */

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Reads the settings in `.env`; the environment's own values take precedence. */
export function readSettings() {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
}

/** The oldest Node that runs types without a tool, as `engines` in package.json says. */
const oldest = [22, 18];

/** @param {string} version */
export function isTooOld(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < (oldest[0] ?? 0) || (major === oldest[0] && minor < (oldest[1] ?? 0));
}

/** Returns if this Node is recent enough; otherwise runs this process's command by our own Node, to its end. */
export async function useRecentNode() {
  if (!isTooOld(process.versions.node)) return;
  const node = provideNode();
  const child = spawn(node, process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  whenParentEnds(() => child.kill('SIGTERM'));
  await new Promise(() => child.on('exit', (code) => process.exit(code ?? 1)));
}

/** Returns the path of our own Node, fetched at the first time. */
function provideNode() {
  const folder = join(root, '.node', nodeVersion);
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = join(folder, 'bin', program);
  if (existsSync(node)) return node;
  const part = nodeParts[`${process.platform}-${process.arch}`];
  const needed = `Dossard needs Node ${oldest.join('.')} or newer, and this is ${process.versions.node}`;
  if (!part) {
    console.error(`${needed}. Install a newer one, such as 24: there is none to fetch for this machine.`);
    process.exit(1);
  }
  console.log(
    `${needed}: fetching Node ${nodeVersion} into ${join('.node', nodeVersion)}, for this folder only. / Node ${process.versions.node} est trop ancien : Dossard prend le sien, pour ce dossier seulement.`,
  );
  try {
    mkdirSync(dirname(folder), { recursive: true });
    const archive = fetchPart(part, dirname(folder));
    const draft = mkdtempSync(`${folder}.`);
    // Linux, macOS and Windows all have this program.
    const { status, stderr, error } = spawnSync('tar', ['-xzf', archive, '-C', draft, `package/bin/${program}`], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${archive} could not be unpacked by tar: ${error?.message ?? stderr}`);
    renameSync(join(draft, 'package'), folder);
    for (const left of [draft, archive]) rmSync(left, { recursive: true, force: true });
  } catch (error) {
    // Another command may have done the same meanwhile.
    if (existsSync(node)) return node;
    console.error(`Node could not be fetched. ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
  return node;
}
