/*
 * The token of the set-up link. It stays in the fragment of the address, which is sent nowhere, and in this tab, so that
 * a look at the demonstration or the start page does not lose it.
 */

const key = 'setup-token';

/** Returns the token in the fragment, or else that of the link that this tab has opened; null without one. */
export function readSetupToken(fragment: string): string | null {
  if (fragment) sessionStorage.setItem(key, fragment);
  return fragment || sessionStorage.getItem(key);
}

/** Forgets the token, which is used. */
export const forgetSetupToken = () => sessionStorage.removeItem(key);
