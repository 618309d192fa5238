import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';

/* Passkeys of this browser. The library is loaded when a passkey is created or used. */

/** Returns true if this browser supports passkeys here; `public/theme.js` finds it before the page is painted (S19). */
export const hasPasskeys = (): boolean => document.documentElement.dataset.passkeys !== undefined;

/** Asks the browser to create a passkey. Throws a DOMException when the reader declines or the device cannot. */
export async function makePasskey(options: Record<string, unknown>): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON: options as never });
}

/** Asks the browser to sign with a passkey. Throws a DOMException when the reader declines or has none. */
export async function showPasskey(options: Record<string, unknown>): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: options as never });
}

/** Returns true if an authenticator refused because it already has a passkey of this account. */
export const isKnownPasskey = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError';
