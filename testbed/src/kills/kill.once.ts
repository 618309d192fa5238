import type { Product } from '../product/product.ts';

/** Kills the server and starts it again; whoever asks meanwhile waits for the same start. */
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
