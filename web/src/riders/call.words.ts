import type { CallKind } from '@dossard/contract/judges/desk.schema.ts';
import { m } from '../paraglide/messages.js';

const words: Record<CallKind, () => string> = {
  question: m.call_question,
  incident: m.call_incident,
  medical: m.call_medical,
  zone_closed: m.call_zone_closed,
  zone_open: m.call_zone_open,
};

/** Names the kind of a referee's call to the desk. */
export const callWord = (kind: CallKind): string => words[kind]();
