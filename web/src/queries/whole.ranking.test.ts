import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { expect, test } from 'vitest';
import { readAllPages } from './whole.ranking.ts';

/** Reads 250 riders while, `changes` times, the first rider of a later page moves to the top. */
async function readWhile(changes: number) {
  const order = Array.from({ length: 250 }, (_, index) => index + 1);
  let version = 1;
  let asked = 0;
  const { entries } = await readAllPages(async ({ page, page_size }) => {
    asked += 1;
    if (page > 1 && version <= changes) {
      order.unshift(...order.splice((page - 1) * page_size, 1));
      version += 1;
    }
    const rankings = order.slice((page - 1) * page_size, page * page_size).map((dossard) => ({ dossard }));
    return { rankings: rankings as RankingEntry[], total: order.length, version };
  });
  return { dossards: entries.map(({ dossard }) => dossard), order, asked };
}

test('a ranking that does not change is read once, page by page', async () => {
  const { dossards, order, asked } = await readWhile(0);
  expect([dossards, asked]).toEqual([order, 3]);
});

test('a ranking that changes during reading is read again, and is complete', async () => {
  const { dossards, order, asked } = await readWhile(3);
  expect([dossards, asked]).toEqual([order, 9]);
});

test('a ranking that always changes is returned as read, without duplicate riders', async () => {
  const { dossards, asked } = await readWhile(1_000);
  expect(asked).toBe(15);
  expect(new Set(dossards).size).toBe(dossards.length);
});
