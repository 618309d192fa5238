/*
 * Tokens of links, in the fragment of the address, which is sent nowhere. They are kept in this tab, so that a reload or
 * a look at another page does not lose them; where storage is full, in this page.
 */

const onThisPage = new Map<string, string>();

/** Returns the token in the fragment, or else the one that this tab keeps under `key`; null without one. */
export function readFragmentToken(key: string, fragment: string): string | null {
  if (!fragment) return onThisPage.get(key) ?? sessionStorage.getItem(key);
  onThisPage.set(key, fragment);
  try {
    sessionStorage.setItem(key, fragment);
  } catch (error) {
    console.error('This tab keeps no token:', error);
  }
  return fragment;
}

/** Forgets a token, which is used. */
export function forgetFragmentToken(key: string): void {
  onThisPage.delete(key);
  sessionStorage.removeItem(key);
}
