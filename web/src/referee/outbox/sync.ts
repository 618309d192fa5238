/**
 * The tag of the background sync by which the browser wakes the service worker when the network is back, if it supports
 * that.
 */
export const syncTag = 'dossard-outbox';

interface SyncingRegistration extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> };
}

/** Requests a background sync, which sends runs even when no page is open; without it the next start sends them. */
export async function requestSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration: SyncingRegistration | undefined = await navigator.serviceWorker.getRegistration();
  // Browsers may refuse it, for example in private windows; the outbox also works without it.
  await registration?.sync?.register(syncTag).catch(() => undefined);
}
