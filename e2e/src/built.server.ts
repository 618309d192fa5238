import { startProduct } from '@dossard/testbed/product/product.ts';

/** Starts the product on a folder of its own, and has what follows play on it; returns how to stop it. */
export async function startBuiltServer(): Promise<() => Promise<void>> {
  const product = await startProduct();
  process.env.JOURNEY_URL = product.url;
  process.env.JOURNEY_DATA = product.dataDir;
  return product.stop;
}
