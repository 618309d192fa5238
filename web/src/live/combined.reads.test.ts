import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { combineReads } from './combined.reads.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Reads that are answered by hand, in the order in which they began. */
function createReads() {
  const answers: (() => void)[] = [];
  const read = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)));
  const reads = combineReads(read, () => 500);
  return { ...reads, read, answer: (index: number) => answers[index]?.() };
}

it('reads once for all requests during the delay', async () => {
  const { request, read } = createReads();
  request();
  await vi.advanceTimersByTimeAsync(499);
  request();
  expect(read).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(1);
});

it('reads once more after a read during which there were requests', async () => {
  const { request, read, answer } = createReads();
  request();
  await vi.advanceTimersByTimeAsync(500);
  for (let second = 0; second < 5; second += 1) {
    request();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(read).toHaveBeenCalledTimes(1);
  answer(0);
  await vi.advanceTimersByTimeAsync(500);
  expect(read).toHaveBeenCalledTimes(2);
  answer(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(2);
});

it('stops waiting for a read without an answer, and ignores that answer later', async () => {
  const { request, read, answer } = createReads();
  request();
  await vi.advanceTimersByTimeAsync(500);
  request();
  await vi.advanceTimersByTimeAsync(10_500);
  expect(read).toHaveBeenCalledTimes(2);
  request();
  answer(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(read).toHaveBeenCalledTimes(2);
  answer(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(read).toHaveBeenCalledTimes(3);
});

it('reads no more after its end', async () => {
  const { request, end, read, answer } = createReads();
  request();
  await vi.advanceTimersByTimeAsync(500);
  request();
  end();
  answer(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(1);
});
