import { m } from '../paraglide/messages.js';
import { hasUnsaved } from '../ui/forms/unsaved.ts';

/* A page that was open while the server got a new version asks for files that are gone. */

const reloadedKey = 'reloaded-for-version';
/** A reload that did not help is not repeated sooner, in milliseconds. */
const patienceMs = 60_000;

/**
 * Reloads the page, once, when a part of it cannot be loaded because the server has a new version; asks first when input
 * is unsaved or `isBusy`.
 */
export function followNewVersions(isBusy: () => boolean): void {
  window.addEventListener('vite:preloadError', async () => {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey) ?? 0) < patienceMs) return;
    if (!(await isReplaced())) return;
    if ((hasUnsaved() || isBusy()) && !window.confirm(m.new_version_reload())) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    window.location.reload();
  });
}

/** Returns true if the server serves other files than this page; false without network. */
async function isReplaced(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module]')?.getAttribute('src');
  // An address of the same kind of page, whatever screen this one has become: public pages have files of their own.
  const address = document.documentElement.dataset.rendered ? window.location.pathname : '/competitions/shell';
  const answer = await fetch(address, { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok === true && own != null && !(await answer.text()).includes(own);
}
