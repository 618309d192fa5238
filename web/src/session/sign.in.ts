import { login } from '@dossard/contract/accounts/account.endpoints.ts';
import type { Credentials } from '@dossard/contract/accounts/account.schema.ts';
import { getPasskeyOptions, loginWithPasskey } from '@dossard/contract/accounts/factor.endpoints.ts';
import { callApi } from '../api/client.ts';
import { showPasskey } from '../device/passkeys.ts';
import { noteSignedIn } from './session.ts';

/**
 * Signs in. Throws a `Failure`; `second_factor_required` asks for the same again with a code. A file of its own, because every page
 * loads `session.ts` and few need the login's schema.
 */
export async function signIn(credentials: Credentials): Promise<void> {
  noteSignedIn((await callApi(login, { body: credentials, startsSession: true })).email);
}

/** Signs in with a passkey. Throws a `Failure`, and a DOMException when none was shown. */
export async function signInWithPasskey(): Promise<void> {
  const { options } = await callApi(getPasskeyOptions, {});
  const credential = { ...(await showPasskey(options)) };
  noteSignedIn((await callApi(loginWithPasskey, { body: { credential }, startsSession: true })).email);
}
