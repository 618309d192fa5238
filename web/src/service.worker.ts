/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { openDatabaseStore } from './referee/outbox/database.store.ts';
import { isUnsent } from './referee/outbox/kept.run.ts';
import { outboxNetwork } from './referee/outbox/network.ts';
import { startPump } from './referee/outbox/pump.ts';
import { syncTag } from './referee/outbox/sync.ts';

/*
 * The service worker of signed-in pages: it opens those of the field without network, and sends the outbox when the
 * network is back and no page is open. It never caches answers of the API.
 */

declare const self: ServiceWorkerGlobalScope & {
  /** The files of this version, inserted by the build. */
  __FILES: { url: string; revision: string | null }[];
  /** The paths of the screens that open without network, as regular expressions. */
  __FIELD_PATHS: string[];
};

/**
 * The page that opens every screen. Its address belongs to no screen: a screen's own page also lists that screen's
 * files.
 */
const shell = '/competitions/shell';

precacheAndRoute(self.__FILES);
cleanupOutdatedCaches();
const openShell = createHandlerBoundToURL(shell);
registerRoute(new NavigationRoute(openShell, { allowlist: self.__FIELD_PATHS.map((path) => new RegExp(path)) }));
// The files of the other screens are not here. Without network the shell says so, instead of the browser.
registerRoute(
  new NavigationRoute(async (options) => {
    const answer = await fetch(options.request).catch(() => undefined);
    return answer && answer.status < 500 ? answer : openShell(options);
  }),
);

// A new version waits until the referee accepts it, so that it never interrupts a run.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting();
});

interface SyncEvent extends ExtendableEvent {
  tag: string;
}

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as SyncEvent;
  if (tag === syncTag) waitUntil.call(event, sendAll());
});

/**
 * Sends the runs of all accounts once; the server knows whose they are. Throws when some are left, so that the browser
 * wakes it again.
 */
async function sendAll(): Promise<void> {
  const store = await openDatabaseStore();
  const channel = new BroadcastChannel('dossard-outbox');
  const users = new Set((await store.list()).filter(isUnsent).map((run) => run.user));
  for (const user of users) {
    const pump = startPump({
      store,
      network: outboxNetwork(() => self.navigator.language),
      clock: { now: Date.now, chance: Math.random, wake: (ms, then) => callLater(ms, then) },
      isSender: (sender) => sender === user,
      online: () => true,
      failed: (error) => console.error('The outbox could not be read or written:', error),
    });
    await pump.hurry();
    await pump.idle();
    pump.stop();
  }
  channel.postMessage('changed');
  channel.close();
  const left = (await store.list()).filter((run) => run.state === 'waiting' || run.state === 'sending');
  if (left.length > 0) throw new Error(`${left.length} runs are not sent yet.`);
}

function callLater(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
}
