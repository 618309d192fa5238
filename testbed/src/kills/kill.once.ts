import type { Product } from '../product/product.ts';

/** Returns a function that kills and restarts the server; concurrent callers share one restart. */
export function killOnce(product: Product): () => Promise<void> {
  let under: Promise<void> | undefined;
  const killAndStart = async () => {
    await product.kill();
    await product.restart();
  };
  return () => {
    under ??= killAndStart().finally(() => {
      under = undefined;
    });
    return under;
  };
}
