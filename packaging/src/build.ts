import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptPackages } from '../../server/bundle.js';
import { pack, writeChecksum } from './archive.ts';
import { assemble } from './assemble.ts';
import { listMaterials } from './bill.ts';
import { bundleProduct } from './bundle.ts';
import { productVersion } from './house.ts';
import type { Target } from './targets.ts';

/** Builds an installation for a target below `folder` without packing it; returns its folder. */
export async function buildInstallation(target: Target, folder: string): Promise<string> {
  const product = join(folder, 'product');
  await bundleProduct(product);
  return assemble(target, product, folder);
}

/**
 * Builds the packages of some targets into `folder`, each with its SHA-256 and its bill of materials beside it; yields
 * the archives one by one. `level` is the compression, 1 to 9.
 */
export async function* buildPackages(targets: readonly Target[], folder: string, level = 9): AsyncGenerator<string> {
  const product = join(folder, 'product');
  await mkdir(folder, { recursive: true });
  const bundled = [...(await bundleProduct(product)), ...keptPackages];
  for (const target of targets) {
    const home = await assemble(target, product, join(folder, target.name));
    const name = join(folder, `dossard-${productVersion}-${target.name}`);
    const file = `${name}${target.archive}`;
    await pack(home, file, level);
    await writeChecksum(file);
    await writeFile(`${name}.cdx.json`, `${JSON.stringify(await listMaterials(target, bundled), null, 2)}\n`);
    yield file;
  }
}
