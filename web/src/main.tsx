import './device/blocked.storage.ts';
import './text/language.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/page.client.ts';
import { tolerateForeignNodes } from './device/foreign.nodes.ts';
import { holdsRun } from './referee/phone/phone.notes.ts';
import { router } from './router.ts';
import { startSettlingSignOut } from './session/pending.sign.out.ts';
import { startSession } from './session/session.ts';
import { focusMain } from './shell/main.focus.ts';
import { followNewVersions } from './shell/new.version.ts';
import { SignOutNotice } from './shell/sign.out.notice.tsx';
import './ui/frame/theme.css';
import './ui/frame/base.css';

tolerateForeignNodes();

startSession({
  async giveUp(goToLogin) {
    if (goToLogin) await router.navigate({ to: '/login', search: { to: router.state.location.href } });
    // A reader who stays to keep unsaved input also keeps the page and its data.
    if (router.state.location.pathname === '/login') queryClient.clear();
  },
  // No data of the previous account stays on screen.
  reload: () => window.location.reload(),
});

startSettlingSignOut();
followNewVersions(holdsRun);

/** Moves the focus into the new page, unless one of its fields has taken it. */
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  const main = document.querySelector('main');
  const hasFocus = main?.contains(document.activeElement) || document.activeElement?.closest('[role="dialog"]');
  if (fromLocation && pathChanged && !hasFocus) focusMain({ preventScroll: true });
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      {/* Outside the router, so that it also shows on pages that cannot be loaded. */}
      <SignOutNotice />
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
