import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the oldest browsers, which `package.json` lists, as targets of the build: `ios_saf >= 16.0` is `ios16.0`. */
export function buildTargets(): string[] {
  const { browserslist } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));
  return browserslist.map((query: string) => query.replace('ios_saf', 'ios').replace(' >= ', ''));
}
