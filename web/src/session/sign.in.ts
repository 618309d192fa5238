import { login } from '@dossard/contract/accounts/account.endpoints.ts';
import type { Credentials } from '@dossard/contract/accounts/account.schema.ts';
import { callApi } from '../api/client.ts';
import { noteSignedIn } from './session.ts';

/** Signs in. Throws a `Failure`. A file of its own, because every page loads `session.ts` and few need the login's schema. */
export async function signIn(credentials: Credentials): Promise<void> {
  noteSignedIn((await callApi(login, { body: credentials, startsSession: true })).email);
}
