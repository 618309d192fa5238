import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { makeLinks } from '@dossard/postgres/binaries.ts';
import { keptPackages } from '../../server/bundle.js';
import { lockedPart, productVersion, root } from './house.ts';
import { unpackPart } from './parts.ts';
import { readmeOf, scriptsOf } from './scripts.ts';
import { type Target, windowsRuntime } from './targets.ts';

/** Needed to build against PostgreSQL or to install it, but not to run it. */
const notRun =
  /^native\/(include\/|bin\/(wx|testplug)|lib\/(.*\.(a|lib)$|pkgconfig\/|postgresql\/pgxs\/)|share\/doc\/)/;

/**
 * Creates the folder of an installation for a target from the built product, and returns its path. Removes an earlier
 * one.
 */
export async function assemble(target: Target, product: string, folder: string): Promise<string> {
  const home = join(folder, 'dossard');
  await rm(home, { recursive: true, force: true });
  const version = join(home, 'versions', productVersion);
  await mkdir(version, { recursive: true });
  for (const part of ['server', 'web', 'launcher'])
    await cp(join(product, part), join(version, part), { recursive: true });
  await addNode(target, version);
  const modules = join(version, 'node_modules');
  for (const name of [...keptPackages, target.parts.passwords]) await unpackPart(lockedPart(name), join(modules, name));
  await addPostgres(target, join(modules, target.parts.postgres));
  if (target.platform === 'win32') await addWindowsRuntime(version, join(modules, target.parts.postgres));
  const about = { name: 'dossard', version: productVersion, target: target.name, type: 'module' };
  await writeFile(join(version, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  await cp(join(root, 'LICENSE'), join(version, 'LICENSE'));
  for (const { file, text } of scriptsOf(target)) await writeFile(join(home, file), text, { mode: 0o755 });
  await writeFile(join(home, 'README.txt'), readmeOf(target, productVersion).replaceAll('\n', lineEnd(target)));
  await writeFile(join(home, 'current'), `${productVersion}${lineEnd(target)}`);
  return home;
}

const lineEnd = ({ platform }: Target) => (platform === 'win32' ? '\r\n' : '\n');

async function addNode(target: Target, version: string): Promise<void> {
  await unpackPart(target.parts.node, version, (path) => /^bin\/node(\.exe)?$/.test(path));
  if (target.platform !== 'win32') await chmod(join(version, 'bin', 'node'), 0o755);
}

/** Restores links and execute permissions, which npm does not pack for all targets, so that a start need not do it. */
async function addPostgres(target: Target, folder: string): Promise<void> {
  await unpackPart(lockedPart(target.parts.postgres), folder, (path) => !notRun.test(path));
  if (target.platform === 'win32') return;
  await makeLinks(folder);
  const programs = join(folder, 'native', 'bin');
  for (const name of await readdir(programs)) await chmod(join(programs, name), 0o755);
}

/** Puts the runtime beside each program, where Windows looks first. */
async function addWindowsRuntime(version: string, postgres: string): Promise<void> {
  const { part, files } = windowsRuntime;
  const folder = await mkdtemp(join(tmpdir(), 'dossard-runtime-'));
  try {
    await unpackPart(part, folder, (path) => files.some((file) => file === basename(path)));
    for (const file of files) {
      const found = join(folder, 'hermesc', 'win64-bin', file);
      await cp(found, join(version, 'bin', file));
      await cp(found, join(postgres, 'native', 'bin', file));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
