import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the application is made of, beside its packages. */
const sources = ['src', join('..', 'contract', 'src')];
const notSources = /paraglide|routeTree\.gen|\.test\.ts$/;

/** The version that phones report: that of the package and a hash of the sources, the same wherever it is built. */
export function appVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const hash = createHash('sha256');
  for (const folder of sources) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .filter((path) => !notSources.test(path))
      .sort();
    for (const file of files) hash.update(readFileSync(file));
  }
  return `${version}-${hash.digest('hex').slice(0, 7)}`;
}
