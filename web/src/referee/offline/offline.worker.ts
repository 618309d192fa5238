import { useEffect, useState } from 'react';
import { isJudging } from '../../session/session.store.ts';

/*
 * The service worker that opens the screens of the field without network. It is registered when somebody opens a zone or
 * a judge's link, and serves only the pages of referees: a spectator loads nothing for it.
 */

/** The pages of accounts, or those of a judge with a link. */
const scopeHere = () => (isJudging() ? '/judge' : '/competitions');
/** How often an open page checks for a new version, in milliseconds. */
const updateMs = 30 * 60_000;

/** Returns true if this browser can open the page without network; false over plain http and in development. */
export const canWorkOffline = (): boolean =>
  import.meta.env.PROD && 'serviceWorker' in navigator && window.isSecureContext;

let registered: Promise<void> | undefined;
/** True once the worker has stored all files of the page. */
let isInstalled = false;

async function install(): Promise<void> {
  const { serviceWorker } = navigator;
  const registering = serviceWorker.register('/service-worker.js', { scope: scopeHere() }).then((registration) => {
    setInterval(() => void registration.update().catch(() => undefined), updateMs);
    return serviceWorker.ready;
  });
  // While a new version is being installed, the registration waits, but the earlier version opens the page already.
  await Promise.race([registering, serviceWorker.ready]);
  isInstalled = true;
}

/** Installs the worker, once in the life of a page; resolves once it is installed, or its registration has failed. */
export async function registerWorker(): Promise<void> {
  if (!canWorkOffline()) return;
  registered ??= install();
  try {
    await registered;
  } catch (error) {
    registered = undefined;
    console.warn('The page will not open without network:', error);
  }
}

/** Returns true once the page can be opened without network. */
export function useOpensOffline(): boolean {
  const [opens, setOpens] = useState(isInstalled);
  useEffect(() => {
    let ended = false;
    void registerWorker().then(() => !ended && setOpens(isInstalled));
    return () => {
      ended = true;
    };
  }, []);
  return opens;
}

/** Returns a function that activates a waiting newer version; undefined if there is none. */
export function useNewVersion(): (() => void) | undefined {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  useEffect(() => {
    if (!canWorkOffline()) return;
    const left = new AbortController();
    const { signal } = left;
    void navigator.serviceWorker.ready.then((registration) => {
      if (signal.aborted) return;
      const look = () => {
        // The first worker to be installed does not replace another one.
        if (registration.waiting && navigator.serviceWorker.controller) setWaiting(registration.waiting);
      };
      const watch = () => registration.installing?.addEventListener('statechange', look, { signal });
      registration.addEventListener('updatefound', watch, { signal });
      watch();
      look();
    });
    return () => left.abort();
  }, []);
  if (!waiting) return undefined;
  return () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('take over');
  };
}
