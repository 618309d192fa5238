import { expect, test } from 'vitest';
import { joinReads } from './joined.reads.ts';

/** Reads that end on request; their result is their number and key. */
function heldReads() {
  const ends: { resolve: () => void; reject: () => void }[] = [];
  const read = joinReads(
    (key: string) =>
      new Promise<string>((resolve, reject) => {
        const text = `${ends.length + 1} ${key}`;
        ends.push({ resolve: () => resolve(text), reject: () => reject(new Error(text)) });
      }),
  );
  return { ends, read };
}

/** Waits until all pending callbacks have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a caller during a read shares the next one, which starts after the call', async () => {
  const { ends, read } = heldReads();
  const first = read('a');
  const others = [read('a'), read('a'), read('a')];
  expect(ends).toHaveLength(1);
  ends[0]?.resolve();
  await settle();
  expect(ends).toHaveLength(2);
  const late = read('a');
  ends[1]?.resolve();
  await settle();
  ends[2]?.resolve();
  expect(await first).toBe('1 a');
  expect(await Promise.all(others)).toEqual(['2 a', '2 a', '2 a']);
  expect(await late).toBe('3 a');
});

test('reads of different keys do not wait for each other, and a single read starts immediately', async () => {
  const { ends, read } = heldReads();
  const both = [read('a'), read('b')];
  expect(ends).toHaveLength(2);
  for (const end of ends) end.resolve();
  expect(await Promise.all(both)).toEqual(['1 a', '2 b']);
  const again = read('a');
  ends[2]?.resolve();
  expect(await again).toBe('3 a');
});

test('a failing read fails for its own callers; those behind it read again', async () => {
  const { ends, read } = heldReads();
  const first = read('a');
  const second = read('a');
  ends[0]?.reject();
  await expect(first).rejects.toThrow('1 a');
  await settle();
  ends[1]?.resolve();
  expect(await second).toBe('2 a');
});
