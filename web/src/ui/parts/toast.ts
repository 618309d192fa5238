import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** How long good news is said, in milliseconds (spec §9). */
const saidMs = 4_000;
/** How many are on screen at most. */
const atMost = 2;

/** What is on screen, oldest first: of each subject one. */
let shown: readonly { subject: string; id: string }[] = [];
let count = 0;

/** Says in passing that something is done; what was said of the same subject before gives way. */
export function toast(subject: string, message: ReactNode, ms = saidMs): void {
  const others = shown.filter((one) => one.subject !== subject);
  const kept = others.slice(Math.max(0, others.length + 1 - atMost));
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
}
