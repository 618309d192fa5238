import type { RunDoubt } from '@dossard/contract/runs/run.rules.ts';
import { m } from '../paraglide/messages.js';

const words: Record<RunDoubt, () => string> = {
  clean_with_penalties: m.doubt_clean_with_penalties,
  ended_with_last_door: m.doubt_ended_with_last_door,
  last_door_without_reason: m.doubt_last_door_without_reason,
};

/** Formats what looks unlikely in a run as a question (D1). */
export const formatDoubt = (doubt: RunDoubt): string => words[doubt]();
