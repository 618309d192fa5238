import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { Alert } from '../../ui/parts/alert.tsx';
import { useWaitingMessages } from './desk.messages.ts';

/** Sends what this referee has told a desk, and says so while it waits; then shows its children. */
export function WaitingMessages({ children = null }: { children?: ReactNode }) {
  const told = useWaitingMessages();
  return told > 0 ? <Alert kind="note" title={m.to_desk_waiting({ count: told })} /> : children;
}

/** Sends what this referee has told a desk, on pages that say nothing of it. */
export function MessageKeeper(): null {
  useWaitingMessages();
  return null;
}
