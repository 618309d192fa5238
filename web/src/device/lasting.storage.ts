import { withinPatience } from './time.limit.ts';

/*
 * Whether the browser promises to keep what this page stores. Without the promise it may clear the store when space is
 * short, and some do after seven days without a visit. A page on the home screen counts as promised.
 */

export type StorageState = 'safe' | 'clearable';

/** How long the browser may take to answer, in milliseconds. */
const patienceMs = 500;

/** Asks the browser not to clear this page's store; it may refuse, or ask the reader. */
export function askForLastingStorage(): void {
  void navigator.storage?.persist?.();
}

/** Returns whether the browser has promised to keep this page's store. */
export async function readStorageState(): Promise<StorageState> {
  if (isOnHomeScreen()) return 'safe';
  const pending = navigator.storage?.persisted?.();
  const promised = pending && (await withinPatience(pending, patienceMs).catch(() => false));
  return promised ? 'safe' : 'clearable';
}

/** Safari has a non-standard property for pages opened from the home screen. */
const isOnHomeScreen = () =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true;

/** Which of the two ways to the home screen this device has; undefined on others. */
export function homeScreenOf(userAgent: string): 'ios' | 'android' | undefined {
  if (/iPhone|iPad/.test(userAgent)) return 'ios';
  return /Android/.test(userAgent) ? 'android' : undefined;
}
