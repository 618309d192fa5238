import '../text/language.ts';
import { QueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { guardCalls } from '../api/client.ts';
import { queryDefaults } from '../api/query.cache.ts';
import { tolerateForeignNodes } from '../device/foreign.nodes.ts';
import { dropPendingSignOut, settleSignOut, startSettlingSignOut } from '../session/pending.sign.out.ts';
import { followNewVersions } from '../shell/new.version.ts';
import { replayEarlyActions } from './early.ts';
import { PublicRoot } from './public.root.tsx';
import { isRendered, restoreData } from './rendered.page.ts';
import '../ui/frame/theme.css';
import '../ui/frame/base.css';

/** Hydrates a page that the server has rendered; renders it again if it is in another language than the reader's. */
export function takeOver(Page: ComponentType): void {
  tolerateForeignNodes();
  // Public pages have no session, but their calls would send the cookie of one whose sign-out is still pending.
  guardCalls({ maySendSession: settleSignOut, onSessionStarted: dropPendingSignOut });
  startSettlingSignOut();
  followNewVersions(() => false);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  const queryClient = new QueryClient(queryDefaults());
  restoreData(queryClient);
  const page = (
    <Answering>
      <PublicRoot queryClient={queryClient}>
        <Page />
      </PublicRoot>
    </Answering>
  );
  if (isRendered()) hydrateRoot(root, page);
  else createRoot(root).render(page);
}

/** Replays the reader's early actions once the page is hydrated. */
function Answering({ children }: { children: ReactNode }) {
  useEffect(() => void replayEarlyActions(), []);
  return children;
}
