import { getProfile, login, logout } from '@dossard/contract/accounts/account.endpoints.ts';
import type { Credentials } from '@dossard/contract/accounts/account.schema.ts';
import { callApi } from '../api/client.ts';
import { Failure } from '../api/failure.ts';
import { currentSession, happened, isMarked, knownUser } from './session.keeper.ts';
import type { Session } from './session.machine.ts';

/* Checking, signing in and signing out: the calls behind the session. The server decides what may be done. */

/**
 * Finds out who is here, before a page shows that depends on it (spec §4); `ask` has the server say it, where what it
 * says is of use elsewhere too.
 */
export async function checkSession(path: string, ask = () => callApi(getProfile, {})): Promise<Session> {
  const decision = happened({ type: 'page-opened', path, marked: isMarked(), user: knownUser() });
  if (decision.do === 'ask-server') await askServer(ask);
  return currentSession();
}

async function askServer(ask: () => Promise<{ email: string }>): Promise<void> {
  try {
    const { email } = await ask();
    happened({ type: 'checked', status: 200, email, user: knownUser() });
  } catch (error) {
    if (error instanceof Failure) happened({ type: 'checked', status: error.status, user: knownUser() });
    else happened({ type: 'check-broke' });
  }
}

/** Signs in. Throws a `Failure`. */
export async function signIn(credentials: Credentials): Promise<void> {
  noteSignedIn((await callApi(login, { body: credentials })).email);
}

/** Takes note of a session that another call than the sign-in brought, by the e-mail address of its account. */
export function noteSignedIn(email: string): void {
  happened({ type: 'signed-in', email });
}

/** Signs out on the server, and on this device whatever the server says. */
export async function signOut(): Promise<void> {
  try {
    await callApi(logout, {});
  } finally {
    happened({ type: 'signed-out' });
  }
}
