import { afterAll, beforeAll, expect, it } from 'vitest';
import { killOnce } from '../kills/kill.once.ts';
import { type Product, startProduct } from '../product/product.ts';
import { badNetwork, type FaultKind, type FaultShares, faultKinds } from './faulty.proxy.ts';
import { type Ground, type Outcome, prepareGround, simulate } from './simulation.ts';

/*
 * Dozens of competitions on a bad network: a confirmed run is ranked exactly once, any other is still in an outbox.
 */

const seeds = 60;
const runs = 16;
const together = 4;
let product: Product;
let ground: Ground;
beforeAll(async () => {
  product = await startProduct();
  ground = await prepareGround(product.url, 3, killOnce(product));
});
afterAll(() => product?.stop());

const isWell = ({ confirmed, in_outbox, lost, duplicated, wrong }: Outcome) =>
  lost === 0 && duplicated === 0 && wrong.length === 0 && confirmed + in_outbox === runs;

const seen = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;

/** Plays the seeds and returns the outcomes with a problem. */
async function play(from: number, to: number, shares: FaultShares, atOnce: number): Promise<Outcome[]> {
  const left = Array.from({ length: to - from }, (_, index) => from + index);
  const failures: Outcome[] = [];
  const lane = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const outcome = await simulate(ground, seed, runs, shares);
      for (const kind of faultKinds) seen[kind] += outcome.faults[kind];
      if (!isWell(outcome)) failures.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return failures;
}

/** Counts the writes that the server refused as overloaded, from its metrics. */
async function countRefusedWrites(): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  const refused = /^dossard_request_seconds_count\{method="(?:POST|PUT|DELETE)",route="[^"]+",status="503"\} (\d+)$/gm;
  expect(text).toMatch(/^dossard_request_seconds_count\{method="POST",route="\/api\/run",status="201"\} \d+$/m);
  return [...text.matchAll(refused)].reduce((sum, [, count]) => sum + Number(count), 0);
}

it(`keeps every run over ${seeds} seeds of a bad network`, async () => {
  expect(await play(0, seeds, badNetwork, together)).toEqual([]);
  expect(await countRefusedWrites()).toBe(0);
});

// Only a few competitions: a restart takes a second.
it('keeps every run while the server is killed between commit and answer', async () => {
  expect(await play(10_000, 10_010, { ...badNetwork, server_killed: 6 }, 1)).toEqual([]);
  expect(seen.server_killed).toBeGreaterThan(0);
});

it('has met every kind of fault', () => {
  expect(faultKinds.filter((kind) => seen[kind] === 0)).toEqual([]);
});
