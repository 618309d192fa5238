import { expect, onTestFinished, test, vi } from 'vitest';
import { createLiveHub, type Follower } from './live.hub.ts';
import type { RankingSignal } from './live.signal.ts';

/** Signals that the test sends itself. */
function fakeSignals() {
  let listener = (_: RankingSignal | undefined) => {};
  const signals = {
    onSignal: (added: typeof listener) => {
      listener = added;
      return () => {};
    },
    watch: () => {},
    isReceiving: () => true,
    stop: async () => {},
  };
  return { signals, signal: (competition_id: number) => listener({ competition_id, groups: null }) };
}

test('leaving twice does not remove followers who joined in between', async () => {
  const { signals, signal } = fakeSignals();
  const hub = createLiveHub(signals, async () => ({ version: 7, is_public: true, groups: [] }), console.error);
  const received: string[] = [];
  const follower = (name: string): Follower => ({ send: () => received.push(name), end: () => {} });
  const leave = hub.follow(1, follower('first'));
  leave();
  hub.follow(1, follower('second'));
  leave();
  signal(1);
  await expect.poll(() => received).toEqual(['second']);
});

test('changes in quick succession are combined into one event (L1)', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { signals, signal } = fakeSignals();
  let version = 1;
  const hub = createLiveHub(signals, async () => ({ version, is_public: true, groups: [] }), console.error);
  const sent: number[] = [];
  hub.follow(1, { send: (_, announced) => sent.push(announced), end: () => {} });
  for (; version < 7; version += 1) {
    signal(1);
    await vi.advanceTimersByTimeAsync(20);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual([1, 7]);
});

test('while the database is down, retries become rarer, and one failure is reported', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { signals, signal } = fakeSignals();
  let isAway = true;
  const read = vi.fn(async () => {
    if (isAway) throw new Error('away');
    return { version: 7, is_public: true, groups: [] };
  });
  const [onTrouble, send] = [vi.fn(), vi.fn()];
  const hub = createLiveHub(signals, read, onTrouble);
  for (const competition of [1, 2]) {
    hub.follow(competition, { send, end: () => {} });
    signal(competition);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onTrouble).toHaveBeenCalledTimes(1);
  // After 0, 0.4, 1.2, 2.8 and 6 seconds, then every 5 seconds.
  expect(read).toHaveBeenCalledTimes(2 * 15);
  isAway = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(send).toHaveBeenCalledTimes(2);
  isAway = true;
  signal(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(onTrouble).toHaveBeenCalledTimes(2);
});
