import '../text/language.ts';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { guardCalls } from '../api/client.ts';
import { createQueryClient } from '../query.client.ts';
import { dropPendingSignOut, settleSignOut, startSettlingSignOut } from '../session/pending.sign.out.ts';
import { followNewVersions } from '../shell/new.version.ts';
import { repeatWhatIsDone } from './early.ts';
import { PublicRoot } from './public.root.tsx';
import { isRendered, restoreData } from './rendered.page.ts';
import '../ui/frame/theme.css';
import '../ui/frame/base.css';

/** Takes over a page that the server has rendered; one in another language than its reader's is rendered anew. */
export function takeOver(Page: ComponentType): void {
  // Public pages know no session, but none that is to be ended is sent with their calls.
  guardCalls({ maySendSession: settleSignOut, onSessionStarted: dropPendingSignOut, onSessionRefused: () => {} });
  startSettlingSignOut();
  followNewVersions(() => false);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  const queryClient = createQueryClient();
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

/** Repeats what was done before, as soon as the page answers its reader. */
function Answering({ children }: { children: ReactNode }) {
  useEffect(() => void repeatWhatIsDone(), []);
  return children;
}
