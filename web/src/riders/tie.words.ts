import type { TieBreak } from '@dossard/contract/rankings/ranking.schema.ts';
import { m } from '../paraglide/messages.js';

/** Names of the tie-breaks (R4–R6, R14, R15). */
export const tieBreakWords: Record<TieBreak, () => string> = {
  count_back: m.tie_count_back,
  penality: m.tie_penality,
  chrono_sec: m.tie_chrono_sec,
  previous_round: m.tie_previous_round,
  jury: m.tie_jury,
};
