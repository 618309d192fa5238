import { describe, expect, it } from 'vitest';
import { playLongCut } from './long.cut.ts';
import { playSeeds } from './seeds.ts';

/*
 * Two installations, two phones and three bad lines in virtual time, with the product's own outbox, exchange and
 * timing.
 */

describe('a competition in two places, in virtual time', () => {
  it('loses and duplicates nothing and ends equal on both sides, over 2,000 seeds that are each played twice', async () => {
    const played = await playSeeds(0, 2_000);
    expect(played.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
    expect(new Set(played.map(({ hash }) => hash)).size).toBeGreaterThan(1_990);
  });

  it('has the same on both sides within 30 seconds after six hours without a line, and 1,000 runs on each', async () => {
    const { alike_sec: seconds, ...outcome } = await playLongCut(1, 1_000);
    expect(outcome).toEqual({ runs: [2_000, 2_000], is_same: true });
    // Virtual seconds: they depend only on the seed, not on the speed of the machine.
    expect(seconds).toBeLessThan(30);
  });
});
