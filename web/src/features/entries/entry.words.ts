import type { EntryState } from '@dossard/contract/entries/entry.schema.ts';
import { m } from '../../paraglide/messages.js';

/** Formats the state of an entry; `isConfirmed` is false until its form is confirmed. */
export const stateWord = (state: EntryState, isConfirmed = true): string =>
  state === 'pending' && !isConfirmed ? m.entry_unconfirmed() : m.entry_state({ state });
