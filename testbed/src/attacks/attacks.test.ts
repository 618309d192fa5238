import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Product } from '../product/product.ts';
import { attacks } from './attacks.ts';
import { createTarget, startTargeted } from './target.ts';
import { underAttack } from './under.attack.ts';

/*
 * Referees record runs while the product is attacked; `npm run soak -- --attacks` does the same at full size, and
 * measures.
 */

describe.each([
  ['directly', false],
  ['through a proxy', true],
])('attacked %s', (_, throughProxy) => {
  const names = Object.keys(attacks).filter((name) => (attacks[name]?.throughProxy ?? false) === throughProxy);
  let product: Product;
  beforeAll(async () => {
    product = await startTargeted(throughProxy);
  });
  afterAll(() => product.stop());
  afterEach(() => product.assertServing());

  it.each(names)('every run is recorded, and nothing is left of %s', async (name) => {
    const target = await createTarget(product, 60);
    const report = await underAttack(product, target, name, { size: 'test', ms: 1_000 });
    expect(report.turns).toBeGreaterThan(0);
    expect(report.runs.answers).toBeGreaterThan(0);
    const { failures, lost, left } = report;
    expect({ failures, lost, left }).toEqual({ failures: {}, lost: 0, left: {} });
  });
});
