import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The sources of the application, besides its packages. */
const sources = ['src', join('..', 'contract', 'src')];
const notSources = /paraglide|\.test\.ts$/;

/** The version that phones report: the package's version and a hash of the sources, equal on every machine. */
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
