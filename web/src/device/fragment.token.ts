/*
 * Tokens of links, in the fragment of the address, which is sent nowhere. They are kept in this tab, so that a reload or
 * a look at another page does not lose them.
 */

/** Returns the token in the fragment, or else the one that this tab keeps under `key`; null without one. */
export function readFragmentToken(key: string, fragment: string): string | null {
  if (fragment) sessionStorage.setItem(key, fragment);
  return fragment || sessionStorage.getItem(key);
}

/** Forgets a token, which is used. */
export const forgetFragmentToken = (key: string) => sessionStorage.removeItem(key);
