import { describe, expect, it } from 'vitest';
import { keptTicks, mergeTicks } from './kept.ticks.ts';

/** Creates a storage that behaves like a browser's. */
function createStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
}

const by = { user: 'camille@dossard.test', competitionId: 7 };
const tick = (dossard: number, came: boolean, minute: number) => ({
  dossard,
  came,
  at: `2027-06-12T08:0${minute}:00Z`,
});

describe('ticks on a device (B4)', () => {
  it('skips an entry that another program has corrupted', () => {
    const storage = createStorage();
    keptTicks.keep(storage, by, tick(7, true, 1));
    storage.setItem('handout 7 camille@dossard.test 9', '{spoilt');
    expect(keptTicks.list(storage, by)).toEqual([tick(7, true, 1)]);
  });

  it('keeps the last tick of a rider, and lists each account’s ticks in the order in which they were made', () => {
    const storage = createStorage();
    for (const one of [tick(12, true, 3), tick(7, true, 1), tick(12, false, 5)]) keptTicks.keep(storage, by, one);
    keptTicks.keep(storage, { ...by, user: 'camille@dossard.test.fr' }, tick(9, true, 2));
    keptTicks.keep(storage, { ...by, competitionId: 71 }, tick(8, true, 2));
    expect(keptTicks.list(storage, by)).toEqual([tick(7, true, 1), tick(12, false, 5)]);
  });

  it('forgets sent ticks, but not those that changed while they were being sent', () => {
    const storage = createStorage();
    for (const one of [tick(7, true, 1), tick(12, true, 3)]) keptTicks.keep(storage, by, one);
    const sent = keptTicks.list(storage, by);
    keptTicks.keep(storage, by, tick(12, false, 4));
    for (const one of sent) keptTicks.drop(storage, by, one);
    expect(keptTicks.list(storage, by)).toEqual([tick(12, false, 4)]);
  });

  it('shows its own ticks until they are sent, over those of the server', () => {
    const rider = { dossard: 7, came: false } as never;
    expect(mergeTicks([rider], [tick(7, true, 1)])).toEqual([{ dossard: 7, came: true, isUnsent: true }]);
    expect(mergeTicks([rider], [])).toEqual([{ dossard: 7, came: false, isUnsent: false }]);
  });
});
