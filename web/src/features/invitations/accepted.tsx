import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '../../paraglide/messages.js';
import { Alert } from '../../ui/parts/alert.tsx';
import { toast } from '../../ui/parts/toast.ts';

/** How long the good news is shown before the competitions open, and how long it stays there, in milliseconds (spec §9). */
const redirectMs = 2_000;
const toastMs = 6_000;

/** The invitation is accepted; the competitions open by themselves. */
export function Accepted() {
  const navigate = useNavigate();
  useEffect(() => {
    const soon = setTimeout(async () => {
      toast('invitation', m.invitation_accepted_toast(), toastMs);
      await navigate({ to: '/competitions', replace: true });
    }, redirectMs);
    return () => clearTimeout(soon);
  }, [navigate]);
  return (
    <Alert kind="good" title={m.invitation_accepted()}>
      <p>{m.invitation_accepted_next()}</p>
    </Alert>
  );
}
