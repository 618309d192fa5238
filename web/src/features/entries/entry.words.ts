import type { EntryState } from '@dossard/contract/entries/entry.schema.ts';
import { m } from '../../paraglide/messages.js';

const words: Record<EntryState, () => string> = {
  pending: m.entry_pending,
  waiting: m.entry_waiting,
  accepted: m.entry_accepted,
  refused: m.entry_refused,
  withdrawn: m.entry_withdrawn,
  double: m.entry_double,
};

/** Formats the state of an entry; `isConfirmed` is false until its form is confirmed. */
export const stateWord = (state: EntryState, isConfirmed = true): string =>
  state === 'pending' && !isConfirmed ? m.entry_unconfirmed() : words[state]();
