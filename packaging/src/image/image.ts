import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptPackages } from '../../../server/bundle.js';
import { listImageMaterials } from '../bill.ts';
import { bundleProduct } from '../bundle.ts';
import { root } from '../house.ts';
import { ownTarget } from '../targets.ts';

/*
 * `node packaging/src/image/image.ts <folder>`: writes the content of a container image besides its base.
 * Run by deploy/Dockerfile inside that base, so that the bill of materials lists the base's packages.
 */

const [folder] = process.argv.slice(2);
const target = ownTarget();
if (!folder || !target) throw new Error('Name the folder to write to, on a system that there are packages for.');

const product = join(folder, 'product');
const bundled = await bundleProduct(product);
for (const part of ['server', 'web']) await cp(join(product, part), join(folder, part), { recursive: true });
await rm(product, { recursive: true });
const modules = [...keptPackages, target.parts.passwords];
for (const name of modules) {
  await mkdir(join(folder, 'node_modules', name), { recursive: true });
  await cp(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
}
await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
const bill = await listImageMaterials([...bundled, ...modules]);
await writeFile(join(folder, 'dossard.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
