import type { DeskCallInput, RunRequestInput } from '@dossard/contract/judges/desk.schema.ts';
import { keptEntries } from '../../device/kept.entries.ts';

export type Message = { made_at: number; refused?: string } & (
  | { kind: 'call'; body: DeskCallInput }
  | { kind: 'request'; body: RunRequestInput }
);

/** Returns the id of a message, by which the server knows a repeated one. */
export const messageIdOf = (message: Message) =>
  message.kind === 'call' ? message.body.call_id : message.body.request_id;

/** What a referee tells the desk and the server does not have yet, or refused (U6, U7). */
export const keptMessages = keptEntries<Message>({
  prefixOf: ({ user, competitionId }) => `to-desk:${user}:${competitionId}:`,
  idOf: messageIdOf,
  parse: (message) => message,
  compare: (a, b) => a.made_at - b.made_at,
});
