import type { Criterion, Neighbour } from '@dossard/contract/rankings/ranking.schema.ts';
import { m } from '../../paraglide/messages.js';
import { formatChronoExact } from '../../text/formats.ts';

interface Told {
  name: string;
  own: string;
  other: string;
}

const behind: Record<Criterion, (told: Told) => string> = {
  total_points: m.why_behind_total_points,
  count_back: m.why_behind_count_back,
  penality: m.why_behind_penality,
  chrono_sec: m.why_behind_chrono_sec,
  tied: m.why_tied,
};
const ahead: Record<Criterion, (told: Told) => string> = {
  total_points: m.why_ahead_total_points,
  count_back: m.why_ahead_count_back,
  penality: m.why_ahead_penality,
  chrono_sec: m.why_ahead_chrono_sec,
  tied: m.why_tied,
};

/** Says what put a rider behind the one above (R3–R7). */
export const formatWhyBehind = (above: Neighbour, name: string): string => behind[above.criterion](told(above, name));

/** Says what put a rider ahead of the one below (R3–R7). */
export const formatWhyAhead = (below: Neighbour, name: string): string => ahead[below.criterion](told(below, name));

function told({ criterion, own, other }: Neighbour, name: string): Told {
  const say = (values: readonly number[]) =>
    criterion === 'chrono_sec' ? formatChronoExact(values[0] ?? 0) : values.join('\u00a0+\u00a0') || '0';
  return { name, own: say(own), other: say(other) };
}
