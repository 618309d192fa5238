import { logout } from '@dossard/contract/accounts/session.endpoints.ts';
import { useSyncExternalStore } from 'react';
import { attemptCall } from '../api/attempt.ts';

/*
 * A sign-out that the server has not confirmed yet. The cookie is out of a page's reach, so until then the session is
 * alive: on a shared phone it would open to the next person. The sign-out is kept over reloads, sent before any other
 * call, and the session is not used meanwhile.
 */

const key = 'sign-out-pending';
/** How long the server may take to confirm before a call goes on without the session, in milliseconds. */
const patienceMs = 3_000;
/** How often it is sent again while a page is open, in milliseconds. */
const retryMs = 10_000;

const listeners = new Set<() => void>();
const isPending = () => localStorage.getItem(key) !== null;
let underWay: Promise<boolean> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;

function notify(): void {
  for (const listener of listeners) listener();
}

/** Notes that the session of this browser is to be ended. */
export function notePendingSignOut(): void {
  localStorage.setItem(key, 'true');
  notify();
}

/** Forgets a pending sign-out: the server confirmed it, or a new session replaced the old one. */
export function dropPendingSignOut(): void {
  if (!isPending()) return;
  localStorage.removeItem(key);
  notify();
}

/** Sends a pending sign-out; true when none is pending any more. Calls at the same time share one attempt. */
export async function settleSignOut(): Promise<boolean> {
  if (!isPending()) return true;
  underWay ??= send().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function send(): Promise<boolean> {
  const status = await attemptCall(logout, { signal: AbortSignal.timeout(patienceMs) }).then(
    (answer) => answer.status,
    () => 0,
  );
  if (status === 204) dropPendingSignOut();
  else retryLater();
  return !isPending();
}

function retryLater(): void {
  clearTimeout(retry);
  retry = setTimeout(() => void settleSignOut(), retryMs);
}

/** Sends a sign-out that an earlier page left pending, and again whenever the network is back. */
export function startSettlingSignOut(): void {
  void settleSignOut();
  window.addEventListener('online', () => void settleSignOut());
}

/** Whether a sign-out waits for the server, in this tab or another. */
export function usePendingSignOut(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
    isPending,
    () => false,
  );
}
