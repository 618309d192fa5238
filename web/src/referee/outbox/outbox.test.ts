import { setLocale } from '@dossard/contract/language/locale.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keptRunOf } from './kept.run.samples.ts';
import type { KeptRun } from './kept.run.ts';
import { memoryStore } from './memory.store.ts';
import type { OutboxStore } from './pump.ts';

setLocale('en');
vi.mock('./database.store.ts', () => ({
  openDatabaseStore: async (_: undefined, entriesRead: typeof refill) => {
    refill = entriesRead;
    expect(refill()).toBeUndefined();
    return store;
  },
}));

/** The store of this phone; its list can be read once `isReadable` is true. */
let store: OutboxStore;
/** What the page puts back into a database that the browser has cleared. */
let refill: () => readonly KeptRun[] | undefined;
let isReadable: boolean;
/** The channel on which the tabs of this phone notify each other. */
let channel: EventTarget;

beforeEach(() => {
  const kept = memoryStore();
  isReadable = false;
  store = {
    ...kept,
    list: async () => {
      if (!isReadable) throw new DOMException('not now', 'UnknownError');
      return kept.list();
    },
  };
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      constructor() {
        super();
        channel = this;
      }
      postMessage() {}
    },
  );
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('navigator', { onLine: false });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Loads the outbox again, as in a newly opened page. */
async function openPage() {
  vi.resetModules();
  return await import('./outbox.ts');
}

it('keeps a run although the outbox could not be read', async () => {
  const { keepRun } = await openPage();
  expect(await keepRun(keptRunOf(7))).toBe(true);
  isReadable = true;
  expect(await keepRun(keptRunOf(8, 'id-2'))).toBe(true);
  expect(await store.list()).toEqual([keptRunOf(7), keptRunOf(8, 'id-2')]);
});

it('reports a stored change as done although the outbox could not be read', async () => {
  isReadable = true;
  const { startOutbox } = await openPage();
  const { store: announced } = await startOutbox();
  isReadable = false;
  expect(await announced.add(keptRunOf(7))).toBe(true);
  expect(await announced.move('id-1', { type: 'taken', now: keptRunOf(7).due })).toMatchObject({ state: 'sending' });
});

it('reads the runs for the screens again after a failure', async () => {
  const setItem = vi.spyOn(localStorage, 'setItem');
  const { keepRun } = await openPage();
  await keepRun(keptRunOf(7));
  expect(setItem).not.toHaveBeenCalled();
  isReadable = true;
  await vi.runOnlyPendingTimersAsync();
  expect(setItem).toHaveBeenLastCalledWith('outbox-unsent', '1');
});

it('notices a run that another tab stores while this one is opening', async () => {
  isReadable = true;
  const { list } = store;
  let reads = 0;
  store.list = async () => {
    const runs = await list();
    reads += 1;
    if (reads === 2) {
      await store.add(keptRunOf(7));
      channel.dispatchEvent(new MessageEvent('message', { data: 'changed' }));
    }
    return runs;
  };
  const setItem = vi.spyOn(localStorage, 'setItem');
  const { startOutbox } = await openPage();
  await startOutbox();
  await vi.waitFor(() => expect(setItem).toHaveBeenLastCalledWith('outbox-unsent', '1'));
});

it('puts the runs that it has read back into a cleared database', async () => {
  isReadable = true;
  const { keepRun } = await openPage();
  await keepRun(keptRunOf(7));
  expect(refill()).toEqual([keptRunOf(7)]);
});
