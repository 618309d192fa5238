import { startProduct } from '@dossard/testbed/product/product.ts';
import { findFastFolder } from '../../scripts/fast.folder.js';

/** Starts the product on a new folder and sets `JOURNEY_URL` and `JOURNEY_DATA`; returns a function that stops it. */
export async function startBuiltServer(): Promise<() => Promise<void>> {
  const product = await startProduct({}, { folder: findFastFolder() });
  process.env.JOURNEY_URL = product.url;
  process.env.JOURNEY_DATA = product.dataDir;
  return product.stop;
}
