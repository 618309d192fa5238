/* How many runs wait on this phone, written where pages that do not need the outbox itself can read it at once. */

const noteKey = 'outbox-unsent';

/** Notes the number of unsent runs of all accounts on this phone. */
export function noteUnsent(count: number): void {
  if (count > 0) localStorage.setItem(noteKey, String(count));
  else localStorage.removeItem(noteKey);
}

/** How many unsent runs were last seen on this phone. */
export const unsentNoted = (): number => Number(localStorage.getItem(noteKey) ?? 0);
