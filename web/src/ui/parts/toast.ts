import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** How long a toast is shown, in milliseconds. */
const usualMs = 4_000;
/** How long a longer toast is shown, in milliseconds. */
export const longToastMs = 6_000;
const maxShown = 2;

/** The toasts on screen, oldest first; at most one per subject. */
let shown: readonly { subject: string; id: string }[] = [];
let count = 0;

/** Shows a toast, which replaces an earlier one on the same subject; returns a function that hides it. */
export function toast(subject: string, message: ReactNode, ms = usualMs): () => void {
  const others = shown.filter((one) => one.subject !== subject);
  const kept = others.slice(Math.max(0, others.length + 1 - maxShown));
  for (const one of shown) if (!kept.includes(one)) notifications.hide(one.id);
  count += 1;
  const id = `${subject} ${count}`;
  shown = [...kept, { subject, id }];
  notifications.show({
    id,
    message,
    autoClose: ms,
    onClose: () => {
      shown = shown.filter((one) => one.id !== id);
    },
  });
  return () => notifications.hide(id);
}
