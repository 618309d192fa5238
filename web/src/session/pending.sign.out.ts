import { logout } from '@dossard/contract/accounts/session.endpoints.ts';
import { useSyncExternalStore } from 'react';
import { attemptCall } from '../api/attempt.ts';
import { createListeners } from '../device/listeners.ts';
import { abortAfter } from '../device/time.limit.ts';

/*
 * A sign-out that the server has not confirmed yet. A page cannot delete the cookie itself, so the session stays valid
 * until then: on a shared phone the next person could use it. The pending sign-out is stored across reloads and sent
 * before any other call, and no call uses the session meanwhile.
 */

const key = 'sign-out-pending';
/** Timeout of a sign-out; after it calls are made without the session; in milliseconds. */
const patienceMs = 3_000;
/** Interval between attempts while a page is open, in milliseconds. */
const retryMs = 10_000;

const { subscribe, notify } = createListeners('storage');
const isPending = () => localStorage.getItem(key) !== null;
let underWay: Promise<boolean> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Stores that the session of this browser must be ended. */
export function notePendingSignOut(): void {
  localStorage.setItem(key, 'true');
  notify();
}

/** Removes a pending sign-out: the server confirmed it, or a new session replaced the old one. */
export function dropPendingSignOut(): void {
  if (!isPending()) return;
  localStorage.removeItem(key);
  notify();
}

/** Sends a pending sign-out; resolves to true if none is pending any more. Concurrent calls share one attempt. */
export async function settleSignOut(): Promise<boolean> {
  if (!isPending()) return true;
  underWay ??= send().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function send(): Promise<boolean> {
  const status = await abortAfter(patienceMs, (signal) => attemptCall(logout, { signal })).then(
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

/** Sends a sign-out that an earlier page left pending, now and whenever the network is back. */
export function startSettlingSignOut(): void {
  void settleSignOut();
  window.addEventListener('online', () => void settleSignOut());
}

/** Returns true while a sign-out waits for the server, in this tab or another. */
export function usePendingSignOut(): boolean {
  return useSyncExternalStore(subscribe, isPending, () => false);
}
