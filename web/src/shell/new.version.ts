import { partAway } from '../device/later.part.ts';
import { isServerNear } from '../device/server.near.ts';
import { m } from '../paraglide/messages.js';
import { hasUnsaved } from '../ui/forms/unsaved.ts';

/*
 * Handles parts of a page that cannot be loaded: the server has a new version, whose files have other names, or there
 * is no network. A browser caches a failed import, so that only a reload can load the part.
 */
const reloadedKey = 'reloaded-for-version';
/** Minimum time between two reloads, so that a reload that did not help is not repeated; in milliseconds. */
const patienceMs = 60_000;
/** Interval at which an unreachable server is checked, in milliseconds. */
const lookMs = 5_000;

/**
 * Reloads the page when a part of it cannot be loaded. With a new version on the server it reloads immediately, but
 * asks first if input is unsaved or `isBusy`. Without network it reloads once the network is back and no input would be
 * lost.
 */
export function followNewVersions(isBusy: () => boolean): void {
  const isKept = () => hasUnsaved() || isBusy();

  window.addEventListener('vite:preloadError', async () => {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey) ?? 0) < patienceMs) return;
    if (!(await isReplaced()) || (isKept() && !window.confirm(m.new_version_reload()))) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    window.location.reload();
  });

  window.addEventListener(
    partAway,
    async () => {
      do await new Promise((resolve) => setTimeout(resolve, lookMs));
      while (isKept() || !(await isServerNear()));
      window.location.reload();
    },
    { once: true },
  );
}

/** Returns true if the server serves other files than this page; false if it cannot be reached. */
async function isReplaced(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module]')?.getAttribute('src');
  // An address with the same files as this page, and not the shell, which the service worker keeps: public pages have
  // different files from the application.
  const address = document.documentElement.dataset.rendered ? window.location.pathname : '/competitions';
  const answer = await fetch(address, { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok === true && own != null && !(await answer.text()).includes(own);
}
