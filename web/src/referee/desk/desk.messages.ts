import {
  createDeskCall,
  createRunRequest,
  listDeskCalls,
  listRunRequests,
} from '@dossard/contract/judges/desk.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { isFinalRefusal } from '../../api/policy.ts';
import { useNetwork } from '../../device/online.ts';
import { read } from '../../queries/read.ts';
import { readerHere } from '../../session/session.store.ts';
import { dropMessage, keepMessage, listMessages, type Message } from './kept.messages.ts';

/** Interval between attempts to send, and between reads of the desk's answers, in milliseconds. */
const retryMs = 5_000;
const readMs = 20_000;

const send = (competitionId: number, message: Message) => {
  const params = { id: competitionId };
  return message.kind === 'call'
    ? callApi(createDeskCall, { params, body: message.body, once: true })
    : callApi(createRunRequest, { params, body: message.body, once: true });
};

/** Sends a referee's messages to the desk as soon as there is network, and reads its answers. */
export function useDeskMessages(competitionId: number) {
  const queryClient = useQueryClient();
  const network = useNetwork();
  const user = readerHere();
  const [kept, setKept] = useState<readonly Message[]>(() => listMessages(localStorage, { user, competitionId }));
  const isSending = useRef(false);
  const asked = { params: { id: competitionId }, once: true };
  const calls = useQuery(read(listDeskCalls, asked, { refetchInterval: readMs }));
  const requests = useQuery(read(listRunRequests, asked, { refetchInterval: readMs }));

  const sendAll = useCallback(async () => {
    const by = { user, competitionId };
    setKept(listMessages(localStorage, by));
    if (isSending.current || !navigator.onLine) return;
    isSending.current = true;
    try {
      for (const message of listMessages(localStorage, by).filter(({ refused }) => refused === undefined)) {
        try {
          await send(competitionId, message);
          dropMessage(localStorage, by, message);
        } catch (error) {
          // Without an answer the next turn repeats it under the same id.
          if (!(error instanceof Failure && isFinalRefusal(error.status))) break;
          keepMessage(localStorage, by, { ...message, refused: error.message });
        }
        await queryClient.invalidateQueries({
          predicate: ({ queryKey: [topic] }) => ['desk_calls', 'requests', 'zones'].includes(String(topic)),
        });
      }
    } finally {
      isSending.current = false;
      setKept(listMessages(localStorage, by));
    }
  }, [competitionId, queryClient, user]);

  useEffect(() => {
    if (network === 'offline') return;
    void sendAll();
    const timer = setInterval(() => void sendAll(), retryMs);
    return () => clearInterval(timer);
  }, [network, sendAll]);

  return {
    kept,
    calls: calls.data?.calls ?? [],
    requests: requests.data?.requests ?? [],
    /** Throws when the phone cannot keep it. */
    tell: (message: Message) => {
      keepMessage(localStorage, { user, competitionId }, message);
      void sendAll();
    },
    giveUp: (message: Message) => {
      dropMessage(localStorage, { user, competitionId }, message);
      setKept(listMessages(localStorage, { user, competitionId }));
    },
  };
}
