import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { watchLateness } from './lateness.ts';

const { lateMs, stop } = watchLateness();
afterAll(stop);

/** Blocks the event loop. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('lateness is measured during a blocked turn and in the next one, and disappears soon', async () => {
  await sleep(600);
  await expect.poll(lateMs, { timeout: 10_000 }).toBeLessThan(250);
  block(800);
  expect(lateMs()).toBeGreaterThanOrEqual(500);
  await sleep(0);
  expect(lateMs()).toSatisfy((ms: number) => ms >= 500 && Number.isFinite(ms));
  await expect.poll(lateMs, { timeout: 10_000 }).toBeLessThan(250);
});
