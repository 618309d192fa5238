import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { type Denial, onAccessDenied } from '../api/denied.ts';
import { laterPart } from '../device/later.part.ts';
import { getUnsentCount, holdsMessage } from '../referee/phone/phone.notes.ts';
import { hasUnsaved } from '../ui/forms/unsaved.ts';

/* Lazy, because most visits show no dialog and most phones have no unsent run. */
const AccessDeniedDialog = laterPart(() => import('./dialogs.tsx'), 'AccessDeniedDialog');
const LeaveDialog = laterPart(() => import('./dialogs.tsx'), 'LeaveDialog');
const UnsentKeeper = laterPart(() => import('../referee/unsent/unsent.link.tsx'), 'UnsentKeeper');
const MessageKeeper = laterPart(() => import('../referee/told/waiting.messages.tsx'), 'MessageKeeper');

/** The frame of every page for signed-in people: the dialogs of denied access and unsaved input, and unsent runs. */
export default function SignedInFrame() {
  const [denial, setDenial] = useState<Denial>();
  useEffect(() => onAccessDenied(setDenial), []);
  const leaving = useLeaveGuard();
  // Renders again on each page, so that the number of unsent runs is current.
  useLocation({ select: ({ pathname }) => pathname });
  return (
    <>
      <Outlet />
      <Suspense>
        {getUnsentCount() > 0 && <UnsentKeeper />}
        {holdsMessage() && <MessageKeeper />}
        {leaving && <LeaveDialog {...leaving} />}
        {denial && <AccessDeniedDialog denial={denial} onClose={() => setDenial(undefined)} />}
      </Suspense>
    </>
  );
}

/** Asks before navigation discards unsaved input; the browser's own prompt covers reloads. */
function useLeaveGuard(): { onAnswer: (stay: boolean) => void } | undefined {
  const { history } = useRouter();
  const [asked, setAsked] = useState<{ onAnswer: (stay: boolean) => void }>();
  useEffect(() => {
    // Answer an earlier question first: the router never restores a history entry whose question stays open.
    let stayAtEarlier = () => {};
    const ask = () =>
      new Promise<boolean>((resolve) => {
        stayAtEarlier();
        stayAtEarlier = () => resolve(true);
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
