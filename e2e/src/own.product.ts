import { type Product, startProduct } from '@dossard/testbed/product/product.ts';
import { findFastFolder } from '../../scripts/fast.folder.js';
import { test as base } from './journey.ts';

/** Starts a product of a test's own, with an environment; it is stopped at the end, also of a test that fails. */
type StartOwn = (environment: Record<string, string>) => Promise<Product>;

export const test = base.extend<{ startOwn: StartOwn }>({
  startOwn: async ({ browser: _ }, use) => {
    const started: Product[] = [];
    await use(async (environment) => {
      const product = await startProduct(environment, { folder: findFastFolder() });
      started.push(product);
      return product;
    });
    for (const product of started) await product.stop();
  },
});
