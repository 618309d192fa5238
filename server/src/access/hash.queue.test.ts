import { expect, it } from 'vitest';
import { countOverloads } from '../refusals/overload.ts';
import { countHashes, hashInTurn } from './hash.queue.ts';

it('refuses what exceeds the queue, and counts it as overload', async () => {
  const before = countOverloads();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const outcomes = Array.from({ length: 200 }, () =>
    hashInTurn(() => released).then(
      () => 'hashed',
      ({ code }) => code,
    ),
  );
  const waiting = countHashes();
  release();
  const codes = await Promise.all(outcomes);
  expect(codes.filter((code) => code === 'overloaded')).toHaveLength(200 - waiting);
  expect(countOverloads() - before).toBe(200 - waiting);
  expect([waiting < 200, countHashes()]).toEqual([true, 0]);
});
