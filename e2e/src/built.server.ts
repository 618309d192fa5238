import { startProduct } from '@dossard/testbed/product/product.ts';

/**
 * Starts the product for all journeys, on a folder of its own; stops it after them. With `JOURNEY_URL` the journeys are played
 * on what runs there, of which the first account must be that of the testbed.
 */
export default async function startBuiltServer(): Promise<() => Promise<void>> {
  if (process.env.JOURNEY_URL) return async () => {};
  const product = await startProduct();
  process.env.JOURNEY_URL = product.url;
  process.env.JOURNEY_DATA = product.dataDir;
  return product.stop;
}
