import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { holdsRun } from './referee/phone.notes.ts';
import { queryClient, router } from './router.ts';
import { startSettlingSignOut } from './session/pending.sign.out.ts';
import { whenSessionEnds } from './session/session.keeper.ts';
import { SignOutNotice } from './session/sign.out.notice.tsx';
import { followNewVersions } from './ui/new.version.ts';
import './ui/theme.css';
import './ui/base.css';

whenSessionEnds({
  async giveUp(goToLogin) {
    if (goToLogin) await router.navigate({ to: '/login', search: { to: router.state.location.href } });
    // Whoever stays, because something typed is not saved, keeps the page.
    if (router.state.location.pathname === '/login') queryClient.clear();
  },
  // Nothing that the former reader may see stays on screen.
  loadAnew: () => window.location.reload(),
});

startSettlingSignOut();
followNewVersions(holdsRun);

/** After a change of page the keyboard and the screen reader go on in what is new, unless a field took the focus. */
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (!fromLocation || !pathChanged || document.activeElement !== document.body) return;
  const main = document.querySelector('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus({ preventScroll: true });
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      {/* Outside the router: it stays when a page cannot be shown, as without network. */}
      <SignOutNotice />
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
