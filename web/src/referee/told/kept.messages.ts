import type { DeskCallInput, RunRequestInput } from '@dossard/contract/judges/desk.schema.ts';
import { keptEntries } from '../../device/kept.entries.ts';
import { toldDeskPrefix } from '../phone/phone.notes.ts';

export type Message = { made_at: number; refused?: string } & (
  | { kind: 'call'; body: DeskCallInput }
  | { kind: 'request'; body: RunRequestInput }
);

/** Returns the id of a message, by which the server knows a repeated one. */
export const messageIdOf = (message: Message) =>
  message.kind === 'call' ? message.body.call_id : message.body.request_id;

const prefixOf = (user: string) => `${toldDeskPrefix}${user}:`;

/** What a referee tells the desk and the server does not have yet, or refused (U6, U7). */
export const keptMessages = keptEntries<Message>({
  prefixOf: ({ user, competitionId }) => `${prefixOf(user)}${competitionId}:`,
  idOf: messageIdOf,
  parse: (message) => message,
  compare: (a, b) => a.made_at - b.made_at,
});

/** Returns what a referee has told a desk and was not refused. */
export const waitingMessages = (messages: readonly Message[]) =>
  messages.filter(({ refused }) => refused === undefined);

/** Finds a competition whose desk a referee has told something that still waits on this phone. */
export const findToldDesk = (user: string): number | undefined =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(prefixOf(user)))
    .map((key) => Number.parseInt(key.slice(prefixOf(user).length), 10))
    .find((competitionId) => waitingMessages(keptMessages.list(localStorage, { user, competitionId })).length > 0);
