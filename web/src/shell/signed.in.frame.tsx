import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { whenAccessIsDenied } from '../api/denied.ts';
import { unsentNoted } from '../referee/phone/phone.notes.ts';
import { hasUnsaved } from '../ui/forms/unsaved.ts';

/* Chunks of their own: who is let in, and leaves nothing unsaved, does without dialogs. */
const AccessDeniedDialog = lazy(() => import('./access.denied.dialog.tsx'));
const LeaveDialog = lazy(() => import('./leave.dialog.tsx'));
/** Sends what waits on this phone from any page; loaded where something does. */
const UnsentKeeper = lazy(() => import('../referee/unsent/unsent.keeper.tsx'));

/** What all pages of people who are signed in share: the dialogs of an answer that denies, and of unsaved changes. */
export function SignedInFrame() {
  const [denial, setDenial] = useState<string>();
  useEffect(() => whenAccessIsDenied(setDenial), []);
  const leaving = useLeaveGuard();
  // Read again on each page.
  useLocation({ select: ({ pathname }) => pathname });
  return (
    <>
      <Outlet />
      <Suspense>
        {unsentNoted() > 0 && <UnsentKeeper />}
        {leaving && <LeaveDialog {...leaving} />}
        {denial !== undefined && <AccessDeniedDialog message={denial} onClose={() => setDenial(undefined)} />}
      </Suspense>
    </>
  );
}

/**
 * Holds whoever leaves a page on which something typed was not saved, until they answer; the browser asks by itself
 * before a reload.
 */
function useLeaveGuard(): { onAnswer: (stay: boolean) => void } | undefined {
  const { history } = useRouter();
  const [asked, setAsked] = useState<{ onAnswer: (stay: boolean) => void }>();
  useEffect(() => {
    const ask = () =>
      new Promise<boolean>((resolve) => {
        const onAnswer = (stay: boolean) => {
          setAsked(undefined);
          resolve(stay);
        };
        setAsked({ onAnswer });
      });
    return history.block({
      blockerFn: ({ currentLocation, nextLocation }) =>
        currentLocation.pathname !== nextLocation.pathname && hasUnsaved() ? ask() : false,
      enableBeforeUnload: hasUnsaved,
    });
  }, [history]);
  return asked;
}
