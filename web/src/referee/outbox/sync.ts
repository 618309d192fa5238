/** Under this name the browser wakes the service worker when the network is back, where it can. */
export const syncTag = 'dossard-outbox';

interface SyncingRegistration extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> };
}

/** Asks the browser to send what waits even when no page is open any more; elsewhere the next start does it. */
export async function askForSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration: SyncingRegistration | undefined = await navigator.serviceWorker.getRegistration();
  // Browsers may refuse it, for example to private windows; the outbox does without.
  await registration?.sync?.register(syncTag).catch(() => undefined);
}
