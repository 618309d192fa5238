import { expect, test } from 'vitest';
import { createLiveHub, type Follower } from './live.hub.ts';
import type { RankingSignal } from './live.signal.ts';

test('leaving twice does not remove followers who joined in between', async () => {
  let signal = (_: RankingSignal) => {};
  const signals = {
    onSignal: (hear: typeof signal) => {
      signal = hear;
      return () => {};
    },
    onGap: () => () => {},
    watch: () => {},
    isReceiving: () => true,
    stop: async () => {},
  };
  const hub = createLiveHub(signals, async () => ({ version: 7, is_public: true, groups: [] }), console.error);
  const received: string[] = [];
  const follower = (name: string): Follower => ({ send: () => received.push(name), end: () => {} });
  const leave = hub.follow(1, follower('first'));
  leave();
  hub.follow(1, follower('second'));
  leave();
  signal({ competition_id: 1, groups: null });
  await expect.poll(() => received).toEqual(['second']);
});
