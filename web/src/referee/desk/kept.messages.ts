import type { DeskCallInput, RunRequestInput } from '@dossard/contract/judges/desk.schema.ts';
import { type EntryStorage, listKept } from '../../device/kept.entries.ts';

/*
 * What a referee tells the desk, kept on the phone until the server has it (U6, U7). Each message has an id, by which the
 * server knows a repeated one.
 */

export type Message = { made_at: number; refused?: string } & (
  | { kind: 'call'; body: DeskCallInput }
  | { kind: 'request'; body: RunRequestInput }
);

/** Whose messages, and about which competition: on a shared phone nobody speaks for another. */
interface Sender {
  user: string;
  competitionId: number;
}

const prefixOf = ({ user, competitionId }: Sender) => `to-desk:${user}:${competitionId}:`;
export const messageIdOf = (message: Message) =>
  message.kind === 'call' ? message.body.call_id : message.body.request_id;

/** Lists the messages that wait, or were refused, in the order in which they were made. */
export const listMessages = (storage: EntryStorage, by: Sender): Message[] =>
  listKept<Message>(storage, prefixOf(by))
    .map(([, message]) => message)
    .sort((a, b) => a.made_at - b.made_at);

/** Keeps a message; throws when the storage is full. */
export const keepMessage = (storage: EntryStorage, by: Sender, message: Message): void =>
  storage.setItem(prefixOf(by) + messageIdOf(message), JSON.stringify(message));

/** Forgets a message: the server has it, or the referee gave it up. */
export const dropMessage = (storage: EntryStorage, by: Sender, message: Message): void =>
  storage.removeItem(prefixOf(by) + messageIdOf(message));
