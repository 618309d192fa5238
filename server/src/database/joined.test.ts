import { expect, test } from 'vitest';
import { joinReads } from './joined.ts';

/** Reads that end when they are told to; what they give is their number and key. */
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

/** Lets everything that can go on go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('who comes while a read is under way shares the next one, which begins after it', async () => {
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

test('reads of different things do not wait for each other, and a read by itself begins at once', async () => {
  const { ends, read } = heldReads();
  const both = [read('a'), read('b')];
  expect(ends).toHaveLength(2);
  for (const end of ends) end.resolve();
  expect(await Promise.all(both)).toEqual(['1 a', '2 b']);
  const again = read('a');
  ends[2]?.resolve();
  expect(await again).toBe('3 a');
});

test('a read that fails fails for its own; those behind it read anew', async () => {
  const { ends, read } = heldReads();
  const first = read('a');
  const second = read('a');
  ends[0]?.reject();
  await expect(first).rejects.toThrow('1 a');
  await settle();
  ends[1]?.resolve();
  expect(await second).toBe('2 a');
});
