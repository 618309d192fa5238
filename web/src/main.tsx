import './text/language.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { holdsRun } from './referee/phone/phone.notes.ts';
import { queryClient, router } from './router.ts';
import { startSettlingSignOut } from './session/pending.sign.out.ts';
import { startSession } from './session/session.ts';
import { followNewVersions } from './shell/new.version.ts';
import { isRendered, restoreData } from './shell/rendered.page.ts';
import './ui/frame/theme.css';
import './ui/frame/base.css';

startSession({
  async giveUp(goToLogin) {
    if (goToLogin) await router.navigate({ to: '/login', search: { to: router.state.location.href } });
    // A reader who stays, to keep unsaved input, keeps the page and its data.
    if (router.state.location.pathname === '/login') queryClient.clear();
  },
  // No data of the previous account stays on screen.
  reload: () => window.location.reload(),
});

startSettlingSignOut();
followNewVersions(holdsRun);

/** Moves the focus into the new page, for keyboards and screen readers, unless one of its fields has taken it. */
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  const main = document.querySelector('main');
  const hasFocus = main?.contains(document.activeElement) || document.activeElement?.closest('[role="dialog"]');
  if (!fromLocation || !pathChanged || hasFocus) return;
  main?.setAttribute('tabindex', '-1');
  main?.focus({ preventScroll: true });
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
const app = <App router={router} queryClient={queryClient} />;
if (isRendered()) {
  restoreData(queryClient);
  // The router then renders the boundaries that the server has rendered, and no others.
  router.ssr = { manifest: undefined };
  // React takes the page over once its code is here; until then it is as the server rendered it.
  void router.load().then(() => hydrateRoot(root, app));
} else {
  createRoot(root).render(app);
}
