/* An invitation that waits for its reader to sign in (A6): only its token is kept, on this device. */

const storageKey = 'pending-invitation';

/** Keeps the token of an invitation, to go on with it after the next sign-in. */
export function keepInvitation(token: string): void {
  localStorage.setItem(storageKey, token);
}

/** Takes the invitation that waits, if there is one: it is gone on with once. */
export function takeInvitation(): string | null {
  const token = localStorage.getItem(storageKey);
  localStorage.removeItem(storageKey);
  return token;
}
