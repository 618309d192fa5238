import { partAway } from '../device/later.part.ts';
import { isServerNear } from '../device/server.near.ts';
import { m } from '../paraglide/messages.js';
import { hasUnsaved } from '../ui/forms/unsaved.ts';

/*
 * Parts of a page that cannot be loaded: the server has a new version, whose files have other names, or there is no
 * network. A browser remembers that a file did not come, so that only the page loaded anew gets it.
 */

const reloadedKey = 'reloaded-for-version';
/** A reload that did not help is not repeated sooner, in milliseconds. */
const patienceMs = 60_000;
/** How often a server that is away is looked for, in milliseconds. */
const lookMs = 5_000;

/**
 * Reloads the page, once, when a part of it cannot be loaded: at once if the server has a new version, and asks first
 * when input is unsaved or `isBusy`; without network when it is back, and only where nothing is lost by that.
 */
export function followNewVersions(isBusy: () => boolean): void {
  let isWaiting = false;
  const isKept = () => hasUnsaved() || isBusy();

  window.addEventListener('vite:preloadError', async () => {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey) ?? 0) < patienceMs) return;
    if (!(await isReplaced()) || (isKept() && !window.confirm(m.new_version_reload()))) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    window.location.reload();
  });

  window.addEventListener(partAway, async () => {
    if (isWaiting) return;
    isWaiting = true;
    do await nextLook();
    while (isKept() || !(await isServerNear()));
    window.location.reload();
  });
}

const nextLook = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(look, lookMs);
    window.addEventListener('online', look);
    function look() {
      clearTimeout(timer);
      window.removeEventListener('online', look);
      resolve();
    }
  });

/** Returns true if the server serves other files than this page; false if it cannot be reached. */
async function isReplaced(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module]')?.getAttribute('src');
  // An address of the same kind of page, whatever screen this one has become: public pages have files of their own.
  const address = document.documentElement.dataset.rendered ? window.location.pathname : '/competitions/shell';
  const answer = await fetch(address, { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok === true && own != null && !(await answer.text()).includes(own);
}
