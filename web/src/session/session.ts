import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import { accountHeader } from '@dossard/contract/calls/account.header.ts';
import { callApi, guardCalls } from '../api/client.ts';
import { Failure } from '../api/failure.ts';
import { dropPendingSignOut, notePendingSignOut, settleSignOut } from './pending.sign.out.ts';
import type { Session } from './session.machine.ts';
import {
  currentSession,
  dispatch,
  handleSessionEnd,
  isJudging,
  isMarked,
  knownUser,
  type SessionHandlers,
} from './session.store.ts';

/* Checking the session, signing in and signing out. The server decides what an account may do. */

/** Connects the session to the API client and to the browser; called once, before the first call. */
export function startSession(handlers: SessionHandlers): void {
  guardCalls({
    maySendSession: settleSignOut,
    onSessionStarted: dropPendingSignOut,
    onSessionRefused: () => isJudging() || dispatch({ type: 'refused', path: window.location.pathname }),
    callerHeaders: (): Record<string, string> => (isJudging() && knownUser() ? { [accountHeader]: knownUser() } : {}),
  });
  handleSessionEnd(handlers);
}

/**
 * Determines who is signed in, before a page shows anything that depends on it. `ask` reads the profile, for callers
 * that also use its answer.
 */
export async function checkSession(path: string, ask = () => callApi(getProfile, {})): Promise<Session> {
  if (!(await settleSignOut())) {
    dispatch({ type: 'signed-out' });
    return currentSession();
  }
  const decision = dispatch({ type: 'page-opened', path, marked: isMarked(), user: knownUser() });
  if (decision?.do === 'ask-server') await askServer(ask);
  return currentSession();
}

async function askServer(ask: () => Promise<{ email: string }>): Promise<void> {
  try {
    const { email } = await ask();
    dispatch({ type: 'checked', status: 200, email, user: knownUser() });
  } catch (error) {
    if (error instanceof Failure) dispatch({ type: 'checked', status: error.status, user: knownUser() });
    else dispatch({ type: 'check-broke' });
  }
}

/** Registers a session that another call than the login has started, by the e-mail address of its account. */
export function noteSignedIn(email: string): void {
  dispatch({ type: 'signed-in', email });
}

/**
 * Signs out on this device immediately, and on the server as soon as it can be reached. Resolves within a few seconds,
 * whether the server has confirmed it or not. What the tab kept, for example codes of judges, goes with the account.
 */
export async function signOut(): Promise<void> {
  sessionStorage.clear();
  notePendingSignOut();
  dispatch({ type: 'signed-out' });
  await settleSignOut();
}
