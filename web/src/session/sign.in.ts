import { login } from '@dossard/contract/accounts/account.endpoints.ts';
import type { Credentials } from '@dossard/contract/accounts/account.schema.ts';
import { getPasskeyOptions, loginWithPasskey } from '@dossard/contract/accounts/factor.endpoints.ts';
import { callApi } from '../api/client.ts';
import { showPasskey } from '../device/passkeys.ts';
import { noteSignedIn } from './session.ts';

/**
 * Signs in. Throws a `Failure`; `second_factor_required` means: call again with a code. In a separate file, because
 * every page loads `session.ts` and few need the login's schema.
 */
export async function signIn(credentials: Credentials): Promise<void> {
  noteSignedIn((await callApi(login, { body: credentials, startsSession: true })).email);
}

/** Signs in with a passkey. Throws a `Failure`, or a DOMException if the browser used none. */
export async function signInWithPasskey(): Promise<void> {
  const { options } = await callApi(getPasskeyOptions, {});
  const credential = { ...(await showPasskey(options)) };
  noteSignedIn((await callApi(loginWithPasskey, { body: { credential }, startsSession: true })).email);
}
