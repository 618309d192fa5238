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

/** Returns a package as the lockfile pins it. Throws for one that is not in the lockfile. */
export function lockedPart(name: string): Locked & { name: string } {
  const found: Locked | undefined = readJson('package-lock.json').packages[`node_modules/${name}`];
  if (!found) throw new Error(`package-lock.json has no package ${name}.`);
  return { name, ...found };
}
