import { megabytesOf } from './archive.ts';
import { buildPackages } from './build.ts';
import { builtFolder } from './house.ts';
import { type Target, targets } from './targets.ts';

/*
 * `npm run package`: builds a package for every machine, or for the named ones: `npm run package -- linux-x64`. Each is
 * an archive in packaging/built, with its SHA-256 and its bill of materials beside it.
 */

function chosenTargets(names: readonly string[]): readonly Target[] {
  return names.map((name) => {
    const target = targets.find((one) => one.name === name);
    if (target) return target;
    console.error(`There is no package for ${name}, but for ${targets.map((one) => one.name).join(', ')}.`);
    return process.exit(1);
  });
}

const named = process.argv.slice(2);
console.log('Building the product…');
for await (const file of buildPackages(named.length > 0 ? chosenTargets(named) : targets, builtFolder)) {
  console.log(`${file}: ${(await megabytesOf(file)).toFixed(1)} MB`);
}
