import { useEffect, useState } from 'react';

/*
 * The service worker that opens the product without network. It is registered when somebody opens a zone, and serves
 * only the pages under /competitions: a spectator loads nothing for it.
 */

const scope = '/competitions';
/** How often an open page checks for a new version, in milliseconds. */
const updateMs = 30 * 60_000;

/** Returns true if this browser can open the page without network; false over plain http, for example. */
export const canWorkOffline = (): boolean => 'serviceWorker' in navigator && window.isSecureContext;

let registered: Promise<void> | undefined;

async function install(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/service-worker.js', { scope });
  setInterval(() => void registration.update().catch(() => undefined), updateMs);
}

/** Installs the worker, once in the life of a page. */
export async function registerWorker(): Promise<void> {
  if (!canWorkOffline() || !import.meta.env.PROD) return;
  registered ??= install();
  try {
    await registered;
  } catch (error) {
    registered = undefined;
    console.warn('The page will not open without network:', error);
  }
}

/** Returns a function that activates a waiting newer version; undefined if there is none. */
export function useNewVersion(): (() => void) | undefined {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  useEffect(() => {
    if (!canWorkOffline()) return;
    let ended = false;
    void navigator.serviceWorker.getRegistration(scope).then((registration) => {
      const look = () => {
        // The first worker to be installed does not replace another one.
        if (!ended && registration?.waiting && navigator.serviceWorker.controller) setWaiting(registration.waiting);
      };
      look();
      registration?.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', look);
      });
    });
    return () => {
      ended = true;
    };
  }, []);
  if (!waiting) return undefined;
  return () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('take over');
  };
}
