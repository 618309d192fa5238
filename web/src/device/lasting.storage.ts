import { withTimeout } from './time.limit.ts';

/*
 * Persistent storage: whether the browser promises to keep what this page stores. Without the promise it may clear the
 * store when space is short, and some do after seven days without a visit. A page on the home screen counts as
 * promised.
 */

export type StorageState = 'safe' | 'clearable';

/** Timeout for the browser's answer, in milliseconds. */
const timeoutMs = 500;

/** Requests persistent storage for this page; the browser may refuse, or ask the reader. */
export function requestPersistentStorage(): void {
  void navigator.storage?.persist?.();
}

/** Returns whether the browser has promised to keep this page's store. */
export async function readStorageState(): Promise<StorageState> {
  if (isOnHomeScreen()) return 'safe';
  const pending = navigator.storage?.persisted?.();
  const promised = pending && (await withTimeout(pending, timeoutMs).catch(() => false));
  return promised ? 'safe' : 'clearable';
}

/** Safari has a non-standard property for pages opened from the home screen. */
const isOnHomeScreen = () =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true;

/** Returns how this device adds a page to its home screen; undefined if it cannot. */
export function homeScreenOf(userAgent: string): 'ios' | 'android' | undefined {
  if (/iPhone|iPad/.test(userAgent)) return 'ios';
  return /Android/.test(userAgent) ? 'android' : undefined;
}
