import { afterAll, beforeAll, expect, it } from 'vitest';
import { killOnce } from '../kills/kill.once.ts';
import { type Product, startProduct } from '../product/product.ts';
import { prepareGround } from '../referees/simulation.ts';
import { simulateLongCut } from './long.cut.ts';
import { simulatePlaces } from './places.simulation.ts';
import type { Grounds } from './two.sides.ts';

/*
 * A competition on two real servers that are killed, over three bad lines, while home moves: `npm run simulate --
 * --places 2`.
 */

let products: Product[] = [];
let grounds: Grounds;
beforeAll(async () => {
  products = await Promise.all([startProduct(), startProduct()]);
  const [laptop, cloud] = products.map((product) => prepareGround(product.url, 2, killOnce(product)));
  if (!laptop || !cloud) throw new Error('Two servers were started, and are not there.');
  grounds = { laptop: await laptop, cloud: await cloud };
});
afterAll(() => Promise.all(products.map((product) => product.stop())));

it.each([1, 2])('loses, doubles and parts nothing (seed %i)', async (seed) => {
  const { faults, ...outcome } = await simulatePlaces(grounds, seed, 24);
  expect(outcome).toEqual({ seed, lost: 0, duplicated: 0, diverged: 0, confirmed: 24, wrong: [] });
});

it('has equal rankings after a cut of six hours, over a slow line that loses messages', async () => {
  const outcome = await simulateLongCut(grounds, { runs: 60, bitsPerSecond: 32_000, lossPercent: 30 });
  expect(outcome).toMatchObject({ stored: [120, 120], diverged: 0 });
});
