import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';

/* Passkeys of this browser. Their library is loaded when one is made or shown. */

const isIpAddress = (host: string) => /^[\d.]+$|:/.test(host);

/** Whether this browser has passkeys here: over https or on localhost, under a name (S19). */
export const hasPasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !isIpAddress(window.location.hostname);

/** Has the browser make a passkey. Throws a DOMException when the reader does not, or cannot. */
export async function makePasskey(options: Record<string, unknown>): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({
    optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  });
}

/** Has the browser show a passkey. Throws a DOMException when the reader does not, or has none. */
export async function showPasskey(options: Record<string, unknown>): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  });
}

/** Whether an authenticator refused because it holds a passkey of this account already. */
export const isKnownPasskey = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError';
