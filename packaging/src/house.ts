import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Output folder of packages and their parts. */
export const builtFolder = join(root, 'packaging', 'built');

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** The version of the product. */
export const productVersion: string = readJson('package.json').version;

interface Locked {
  version: string;
  integrity: string;
  license?: string;
}

/** Returns a package of the server as the lockfile pins it. Throws for one that is not in the lockfile. */
export function lockedPart(name: string): Locked & { name: string } {
  const { packages } = readJson('package-lock.json');
  // The server's own version first, as Node looks for it; else that of the package that needs it.
  const places = [`server/node_modules/${name}`, `node_modules/${name}`];
  const isPlace = (key: string) => key.endsWith(`/node_modules/${name}`);
  const place = places.find((key) => key in packages) ?? Object.keys(packages).find(isPlace);
  const found: Locked | undefined = place && packages[place];
  if (!found) throw new Error(`package-lock.json has no package ${name}.`);
  return { name, ...found };
}
