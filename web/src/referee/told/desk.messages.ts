import {
  createDeskCall,
  createRunRequest,
  listDeskCalls,
  listRunRequests,
} from '@dossard/contract/judges/desk.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { isFinalRefusal } from '../../api/policy.ts';
import type { EntryOwner } from '../../device/kept.entries.ts';
import { readAgain } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { usePending } from '../../session/pending.entries.ts';
import { readerHere } from '../../session/session.store.ts';
import { findToldDesk, keptMessages, type Message, waitingMessages } from './kept.messages.ts';

/** Interval between reads while an answer of the desk is awaited, in milliseconds. */
const readMs = 20_000;

/** A clock that was set back in between made nothing wait. */
const waitedSec = ({ made_at }: Message) => Math.max(0, Math.round((Date.now() - made_at) / 1000));

const send = (competitionId: number, message: Message) => {
  const params = { id: competitionId };
  return message.kind === 'call'
    ? callApi(createDeskCall, { params, body: { ...message.body, waited_sec: waitedSec(message) }, once: true })
    : callApi(createRunRequest, { params, body: message.body, once: true });
};

/** Reads what the desk answered. */
export function useDeskAnswers(competitionId: number) {
  const asked = { params: { id: competitionId }, once: true };
  const everyWhile = (isAwaited = true) => (isAwaited ? readMs : false);
  const calls = useQuery(
    read(listDeskCalls, asked, {
      refetchInterval: ({ state }) => everyWhile(state.data?.calls.some(({ answered_at }) => answered_at === null)),
    }),
  );
  const requests = useQuery(
    read(listRunRequests, asked, {
      refetchInterval: ({ state }) => everyWhile(state.data?.requests.some((one) => one.state === 'open')),
    }),
  );
  return { calls: calls.data?.calls ?? [], requests: requests.data?.requests ?? [] };
}

/** Sends a referee's messages to the desk as soon as there is network. */
export const useDeskMessages = (competitionId: number) => usePending(keptMessages, competitionId, sendAll);

/**
 * Sends what this referee has told desks, one competition after the other, on pages that belong to none; returns how many
 * messages wait for the desk at hand.
 */
export const useWaitingMessages = (): number =>
  waitingMessages(useDeskMessages(findToldDesk(readerHere()) ?? 0).entries).length;

async function sendAll(kept: Message[], by: EntryOwner): Promise<void> {
  for (const message of waitingMessages(kept)) {
    try {
      await send(by.competitionId, message);
      keptMessages.drop(localStorage, by, message);
    } catch (error) {
      // Without an answer the next turn repeats it under the same id.
      if (!(error instanceof Failure && isFinalRefusal(error.status))) break;
      keptMessages.keep(localStorage, by, { ...message, refused: error.message });
    }
    await readAgain(['desk_calls', 'requests', 'zones']);
  }
}
