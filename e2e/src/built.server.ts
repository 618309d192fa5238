import { startProduct } from '@dossard/testbed/product/product.ts';

/** Starts the product for all journeys, on a folder of its own; stops it after them. */
export default async function startBuiltServer(): Promise<() => Promise<void>> {
  const product = await startProduct();
  process.env.JOURNEY_URL = product.url;
  process.env.JOURNEY_DATA = product.dataDir;
  return product.stop;
}
