import { isJudgeName } from '@dossard/contract/calls/account.header.ts';
import { getLocale } from '@dossard/contract/language/locale.ts';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../../device/listeners.ts';
import { withTimeout } from '../../device/time.limit.ts';
import { knownUser, rememberReader } from '../../session/session.store.ts';
import { noteUnsent } from '../phone/phone.notes.ts';
import { openDatabaseStore } from './database.store.ts';
import { isUnsent, type KeptRun, type RunMove } from './kept.run.ts';
import { memoryStore } from './memory.store.ts';
import { outboxNetwork } from './network.ts';
import { type OutboxStore, startPump } from './pump.ts';
import { requestSync } from './sync.ts';

/* The outbox of this page: the browser's store, the pump that sends, and the view for the screens. */

/** The state of the outbox for the screens; the same object until something changes. */
export interface OutboxView {
  /** In the order in which they were made; undefined until they were read. */
  runs: readonly KeptRun[] | undefined;
  /** False if the browser has no storage, or has cleared it: closing the tab could lose unsent runs. */
  durable: boolean;
}

/** Wait before the view is updated again after a failure, in milliseconds. */
const showAgainMs = 5_000;

const channel = new BroadcastChannel('dossard-outbox');
const { subscribe, notify } = createListeners();
let view: OutboxView = { runs: undefined, durable: true };
let showAgain: ReturnType<typeof setTimeout> | undefined;
let running: ReturnType<typeof open> | undefined;

/** Opens the outbox and starts sending, once in the life of a page. */
export function startOutbox(): ReturnType<typeof open> {
  running ??= open();
  return running;
}

async function open() {
  const database = await withTimeout(openDatabaseStore(undefined, runsCleared)).catch((error) => {
    console.error('This browser keeps no outbox:', error);
    return undefined;
  });
  const store = announcing(database ?? memoryStore());
  if (!database) view = { ...view, durable: false };
  const pump = startPump({
    store,
    network: outboxNetwork(getLocale),
    clock: {
      now: Date.now,
      chance: Math.random,
      wake: (ms, then) => {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
    },
    // Runs recorded by a link are sent with the cookie of that link, even after somebody else has signed in (U2).
    isSender: (user) => user === knownUser() || isJudgeName(user),
    online: () => navigator.onLine,
    failed: (error) => console.error('The outbox could not be read or written:', error),
  });
  window.addEventListener('online', () => void pump.hurry());
  document.addEventListener('visibilitychange', pump.nudge);
  // Another tab, or the service worker, has changed something. Listens before the first read, so that none is missed.
  channel.addEventListener('message', () => {
    void show(store);
    pump.nudge();
  });
  await show(store);
  await pump.hurry();
  return { store, pump };
}

/** Returns what this page has read, for a database that is created after the browser has cleared its storage. */
function runsCleared(): readonly KeptRun[] | undefined {
  if (view.runs) {
    view = { ...view, durable: false };
    notify();
    rememberReader();
  }
  return view.runs;
}

/** Wraps a store so that this page and the others are notified of each change. */
function announcing(store: OutboxStore): OutboxStore {
  const announce = async () => {
    await show(store);
    channel.postMessage('changed');
  };
  return {
    list: store.list,
    add: async (run) => {
      const isNew = await store.add(run);
      await announce();
      return isNew;
    },
    move: async (id, move) => {
      const moved = await store.move(id, move);
      if (moved) await announce();
      return moved;
    },
  };
}

/**
 * Updates the view from the store. A failure concerns the screens only, so it fails neither the start nor a change that
 * is already stored; the update is retried.
 */
async function show(store: OutboxStore): Promise<void> {
  clearTimeout(showAgain);
  try {
    const runs = (await store.list()).sort((a, b) => a.made_at - b.made_at);
    noteUnsent(runs.filter(isUnsent).length);
    view = { ...view, runs };
    notify();
  } catch (error) {
    console.error('The outbox could not be shown:', error);
    showAgain = setTimeout(() => void show(store), showAgainMs);
  }
}

/** Returns the runs of the outbox, updated on each change. */
export function useOutbox(): OutboxView {
  return useSyncExternalStore(
    (listener) => {
      void startOutbox();
      return subscribe(listener);
    },
    () => view,
  );
}

/**
 * Stores a run on this phone and triggers sending; resolves once it is on disk, with or without network. Resolves to
 * false if a run with this submission id is already stored.
 */
export async function keepRun(run: KeptRun): Promise<boolean> {
  const { store, pump } = await startOutbox();
  const isNew = await store.add(run);
  pump.nudge();
  void requestSync();
  return isNew;
}

/**
 * Returns true if a run is stored on this phone, and updates the view: another tab may have stored it a moment ago.
 * Throws if the outbox cannot be read.
 */
export async function isRunKept(submissionId: string): Promise<boolean> {
  const { store } = await startOutbox();
  const isKept = (await store.list()).some(({ submission }) => submission.submission_id === submissionId);
  if (isKept) await show(store);
  return isKept;
}

/** Applies the referee's move to one run and triggers the pump. */
export async function moveRun(submissionId: string, move: RunMove): Promise<void> {
  const { store, pump } = await startOutbox();
  await store.move(submissionId, move);
  pump.nudge();
}

/**
 * Resumes the runs that waited for this account to sign in, and retries those that wait for the network immediately.
 */
export async function resumeOutbox(): Promise<void> {
  const { pump } = await startOutbox();
  await pump.signedIn();
  await pump.hurry();
}
