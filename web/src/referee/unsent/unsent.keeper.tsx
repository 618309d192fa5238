import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { resumeOutbox } from '../outbox/outbox.ts';
import { UnsentLink } from './unsent.link.tsx';

/** On the pages beside the referee's: sends what waits, now that somebody is signed in, and shows how much it is. */
export default function UnsentKeeper() {
  const shownThere = useLocation({ select: ({ pathname }) => /\/(referee|outbox)$/.test(pathname) });
  useEffect(() => void resumeOutbox(), []);
  return shownThere ? null : <UnsentLink floating />;
}
