import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import { callApi } from '../api/client.ts';
import { Failure } from '../api/failure.ts';
import { notePendingSignOut, settleSignOut } from './pending.sign.out.ts';
import { currentSession, happened, isMarked, knownUser } from './session.keeper.ts';
import type { Session } from './session.machine.ts';

/* Checking, signing in and signing out: the calls behind the session. The server decides what may be done. */

/**
 * Finds out who is here, before a page shows that depends on it (spec §4); `ask` has the server say it, where what it
 * says is of use elsewhere too.
 */
export async function checkSession(path: string, ask = () => callApi(getProfile, {})): Promise<Session> {
  if (!(await settleSignOut())) {
    happened({ type: 'signed-out' });
    return currentSession();
  }
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

/** Takes note of a session that another call than the sign-in brought, by the e-mail address of its account. */
export function noteSignedIn(email: string): void {
  happened({ type: 'signed-in', email });
}

/**
 * Signs out on this device at once, and on the server as soon as it can be reached; resolves after a few seconds at
 * most, whether the server has confirmed it or not.
 */
export async function signOut(): Promise<void> {
  notePendingSignOut();
  happened({ type: 'signed-out' });
  await settleSignOut();
}
