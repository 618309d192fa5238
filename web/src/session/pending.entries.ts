import { useCallback, useEffect, useRef, useState } from 'react';
import type { EntryOwner, KeptEntries } from '../device/kept.entries.ts';
import { useNetwork } from '../device/online.ts';
import { readerHere } from './session.store.ts';

/** Interval between attempts to send, in milliseconds. */
const retryMs = 5_000;

/** Sends waiting entries, and drops those that the server has; without an answer they are sent again later. */
type Send<Entry> = (waiting: Entry[], by: EntryOwner) => Promise<void>;

/**
 * Returns this account's entries on this device, which `send` sends as soon as there is network. `keep` throws when the
 * storage is full.
 */
export function usePending<Entry>(kept: KeptEntries<Entry>, competitionId: number, send: Send<Entry>) {
  const network = useNetwork();
  const user = readerHere();
  const [entries, setEntries] = useState<readonly Entry[]>(() => kept.list(localStorage, { user, competitionId }));
  const isSending = useRef(false);
  const isAgain = useRef(false);

  const sendAll = useCallback(async () => {
    const by = { user, competitionId };
    const waiting = kept.list(localStorage, by);
    setEntries(waiting);
    isAgain.current = isSending.current;
    if (waiting.length === 0 || isSending.current || !navigator.onLine) return;
    isSending.current = true;
    try {
      await send(waiting, by);
    } finally {
      isSending.current = false;
      setEntries(kept.list(localStorage, by));
      // Entries kept in the meantime do not wait for the next interval.
      if (isAgain.current) setTimeout(() => void sendAll());
    }
  }, [kept, user, competitionId, send]);

  useEffect(() => {
    if (network === 'offline') return;
    void sendAll();
    const timer = setInterval(() => void sendAll(), retryMs);
    return () => clearInterval(timer);
  }, [network, sendAll]);

  return {
    entries,
    keep(entry: Entry): void {
      kept.keep(localStorage, { user, competitionId }, entry);
      void sendAll();
    },
    drop(entry: Entry): void {
      kept.drop(localStorage, { user, competitionId }, entry);
      setEntries(kept.list(localStorage, { user, competitionId }));
    },
  };
}
