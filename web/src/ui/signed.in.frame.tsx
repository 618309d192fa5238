import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { whenAccessIsDenied } from '../api/denied.ts';

/* Chunks of their own: a referee who is let in, and has no form to leave, does without dialogs. */
const AccessDeniedDialog = lazy(() => import('./access.denied.dialog.tsx'));
const LeaveGuard = lazy(() => import('./leave.guard.tsx'));

/** What all pages of people who are signed in share: the dialogs of an answer that denies, and of unsaved changes. */
export function SignedInFrame() {
  const [denial, setDenial] = useState<string>();
  useEffect(() => whenAccessIsDenied(setDenial), []);
  return (
    <>
      <Outlet />
      <Suspense>
        <LeaveGuard />
        {denial !== undefined && <AccessDeniedDialog message={denial} onClose={() => setDenial(undefined)} />}
      </Suspense>
    </>
  );
}
