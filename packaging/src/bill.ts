import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Part } from '../../scripts/fetch.part.js';
import { lockedPart, productVersion, root } from './house.ts';
import { type Target, windowsRuntime } from './targets.ts';

/*
 * The bills of materials of a package and an image, in CycloneDX: npm's list of the lockfile, without parts that are
 * not included.
 */

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  [more: string]: unknown;
}
interface Bill {
  metadata: { component: Component; [more: string]: unknown };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
  [more: string]: unknown;
}

/**
 * Lists the parts of the package for a target; `bundled` are the names of npm packages that were bundled into the
 * product.
 */
export function listMaterials(target: Target, bundled: readonly string[]): Promise<Bill> {
  return billOf(
    [...bundled, target.parts.postgres, target.parts.passwords],
    [
      partComponent(target.parts.node, {
        type: 'application',
        description: 'Node.js',
        licenses: [{ license: { id: 'MIT' } }],
      }),
      ...(target.platform === 'win32' ? [runtimeComponent()] : []),
    ],
  );
}

/**
 * Lists the parts of an image: npm packages by their names, and the Node and Debian packages of the running system,
 * which is the image's base.
 */
export async function listImageMaterials(names: readonly string[]): Promise<Bill> {
  const { stdout } = await promisify(execFile)('dpkg-query', ['--show']);
  const packages = stdout
    .trim()
    .split('\n')
    .map((line) => /^([^:\t]+)\S*\t(.*)$/.exec(line) ?? []);
  const node = process.versions.node;
  return billOf(names, [
    { type: 'application', 'bom-ref': `node@${node}`, name: 'node', version: node, purl: `pkg:generic/node@${node}` },
    ...packages.map(([, name = '', version = '']) => {
      const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}`;
      return { type: 'library', 'bom-ref': purl, name, version, purl };
    }),
  ]);
}

/** Selects these npm packages from the bill of the lockfile, and adds other components. */
async function billOf(names: readonly string[], others: readonly Component[]): Promise<Bill> {
  const all = await readLockfileBill();
  const refs = new Set(names.map((name) => `${name}@${lockedPart(name).version}`));
  return {
    ...all,
    serialNumber: `urn:uuid:${randomUUID()}`,
    metadata: { ...all.metadata, component: { ...all.metadata.component, name: 'dossard', version: productVersion } },
    components: [...all.components.filter((component) => refs.has(component['bom-ref'])).map(asShipped), ...others],
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

async function readLockfileBill(): Promise<Bill> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const options = { cwd: root, shell: process.platform === 'win32', maxBuffer: 100_000_000 };
  return JSON.parse((await promisify(execFile)(npm, args, options)).stdout);
}

/** Removes npm's development mark: the web is built from packages that the lockfile needs only for development. */
function asShipped({ properties: _development, ...component }: Component): Component {
  return { ...component, scope: 'required' };
}

const runtimeComponent = () =>
  partComponent(windowsRuntime.part, {
    type: 'library',
    description: `Microsoft Visual C++ runtime: ${windowsRuntime.files.join(', ')} of this package`,
    licenses: [{ license: { name: 'Microsoft Visual Studio redistributable' } }],
  });

/** Describes a part that is not in the lockfile. */
function partComponent({ name, version, integrity }: Part, more: Record<string, unknown>): Component {
  return {
    'bom-ref': `${name}@${version}`,
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name}@${version}`,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    ...more,
  };
}
