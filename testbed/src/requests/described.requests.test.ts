import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../product/product.ts';
import { sendDescribed } from './send.requests.ts';

/* Requests generated from the description of the API; `npm run soak -- --requests 100000` sends more of them. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

test('any request to a described call gets a described answer without a server error', async () => {
  const { sent, failures, answers, slowest, sign_in_ms } = await sendDescribed(product, 900, 1);
  expect(sent).toBeGreaterThanOrEqual(900);
  expect(failures).toEqual([]);
  expect(answers['2']).toBeGreaterThan(50);
  expect(answers['4']).toBeGreaterThan(50);
  // The soak judges how slow they were.
  expect(slowest.map(({ operation }) => typeof operation)).toEqual(Array(5).fill('string'));
  expect(sign_in_ms).toBeGreaterThan(0);
});
