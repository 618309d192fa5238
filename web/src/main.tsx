import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { whenSessionIsGivenUp } from './api/unauthorized.counter.ts';
import { forgetSession } from './features/accounts/session.ts';
import { queryClient, router } from './router.ts';
import './ui/theme.css';
import './ui/base.css';

whenSessionIsGivenUp(() => {
  forgetSession();
  queryClient.clear();
  if (router.state.location.pathname !== '/login') void router.navigate({ to: '/login' });
});

/** After a change of page the keyboard and the screen reader go on in what is new, unless a field took the focus. */
router.subscribe('onRendered', ({ pathChanged }) => {
  if (!pathChanged || document.activeElement !== document.body) return;
  const main = document.querySelector('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus({ preventScroll: true });
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
