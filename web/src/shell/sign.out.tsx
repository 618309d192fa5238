import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { laterPart } from '../device/later.part.ts';
import { m } from '../paraglide/messages.js';
import { fieldDatabase, getUnsentCount, keepsField, noteFieldKept } from '../referee/phone/phone.notes.ts';
import { signOut } from '../session/session.ts';
import { forgetUnsaved, hasUnsaved } from '../ui/forms/unsaved.ts';

const ConfirmDialog = laterPart(() => import('../ui/dialogs/confirm.dialog.tsx'), 'ConfirmDialog');

/** Returns a function that ends the session, clears all cached data, and opens the start page. */
export function useLeave(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await signOut();
    if (keepsField()) await forgetField();
    await navigate({ to: '/' });
    queryClient.clear();
  };
}

/** Deletes what this phone keeps for a referee; the whole database if the code that empties it cannot be loaded. */
async function forgetField(): Promise<void> {
  try {
    const { forgetKept } = await import('../referee/offline/kept.answers.ts');
    await forgetKept();
  } catch (error) {
    console.error('What this phone keeps could not be emptied:', error);
    noteFieldKept(false);
    indexedDB.deleteDatabase(fieldDatabase);
  }
}

/** Ends the session from the control that `children` renders; asks first if this phone has unsent runs. */
export function SignOut({ children }: { children: (onSignOut: () => void) => ReactNode }) {
  const leave = useLeave();
  const [asked, setAsked] = useState(0);
  function ask() {
    if (hasUnsaved() && !window.confirm(m.unsaved_sign_out())) return;
    forgetUnsaved();
    if (getUnsentCount() > 0) setAsked(getUnsentCount());
    else void leave();
  }
  return (
    <>
      {children(ask)}
      {asked > 0 && (
        <Suspense>
          <ConfirmDialog
            onClose={() => setAsked(0)}
            title={m.sign_out_unsent({ count: asked })}
            action={m.sign_out()}
            act={leave}
            why={m.sign_out_unsent_why({ count: asked })}
          />
        </Suspense>
      )}
    </>
  );
}
