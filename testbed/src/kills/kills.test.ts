import { afterEach, expect, it } from 'vitest';
import { chanceOf } from '../referees/chance.ts';
import { type Supervised, startFor, victims } from './killing.ts';
import { killUnderLoad } from './kills.ts';

/* `npm run soak` does the same for longer. */

const kills = 2;

let product: Supervised;
afterEach(() => product.stop());

it.each(victims)('kill -9 under load (%s): it comes back by itself, nothing acknowledged is lost', async (victim) => {
  product = await startFor(victim);
  const report = await killUnderLoad(product, victim, kills, chanceOf(1));
  expect(report).toMatchObject({ kills, lost: 0, duplicated: 0, half: [] });
  expect(report.acknowledged).toBeGreaterThan(10);
});
