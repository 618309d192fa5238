/* An invitation whose reader must sign in first (A6): this device stores only its token. */

const storageKey = 'pending-invitation';

/** Stores the token of an invitation, to continue with it after the next sign-in. */
export function keepInvitation(token: string): void {
  localStorage.setItem(storageKey, token);
}

/** Returns the stored token, if any, and removes it, so that it is used only once. */
export function takeInvitation(): string | null {
  const token = localStorage.getItem(storageKey);
  localStorage.removeItem(storageKey);
  return token;
}
