import { type Laps, lapsOf } from '@dossard/contract/competitions/laps.ts';
import type { Progress } from '@dossard/contract/participants/participant.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { m } from '../../paraglide/messages.js';
import { fullName } from '../../riders/rider.words.tsx';
import { layOutProgress } from '../participants/progress.grid.ts';

/* What does not fit the plan: runs of who did not start, runs too many, and runs that a closed zone no longer waits for. */

/** Lists the riders who did not start, but have runs, with how many. */
export const listStarted = (riders: Progress['riders']): { rider: Progress['riders'][number]; runs: number }[] =>
  riders
    .filter(({ status }) => status === 'dns')
    .map((rider) => ({ rider, runs: Object.values(rider.runs_by_zone).reduce((sum, runs) => sum + runs, 0) }))
    .filter(({ runs }) => runs > 0);

/** Formats that a rider who did not start has runs. */
export const formatStarted = ({ rider, runs }: ReturnType<typeof listStarted>[number]): string =>
  m.overview_started({ dossard: rider.dossard, name: fullName(rider), count: runs });

/** A rider with more runs in a zone than are planned there. */
export interface ExtraRuns {
  rider: Progress['riders'][number];
  zone: string;
  runs: number;
  planned: number;
}

/** Lists who has more runs in a zone than are planned, in the order of the riders; none where no number is set. */
export const listExtraRuns = (riders: Progress['riders'], zones: readonly Zone[], laps: Laps): ExtraRuns[] =>
  riders.flatMap((rider) => {
    const planned = lapsOf(laps, rider) ?? Number.POSITIVE_INFINITY;
    return zones
      .map(({ id, name }) => ({ rider, zone: name, runs: rider.runs_by_zone[id] ?? 0, planned }))
      .filter(({ runs }) => runs > planned);
  });

/** Formats a rider's runs in a zone beside how many are planned. */
export const formatExtra = ({ rider, ...extra }: ExtraRuns): string =>
  m.overview_extra({ dossard: rider.dossard, name: fullName(rider), ...extra });

/** A closed zone, with how many planned runs were not ridden there. */
export interface Unridden {
  id: number;
  name: string;
  unridden: number;
}

/** Lists the closed zones where planned runs were not ridden (U8). */
export function listUnridden(riders: Progress['riders'], zones: readonly Zone[], laps: Laps): Unridden[] {
  const closed = zones.filter(({ closed_at }) => closed_at).map((zone) => ({ ...zone, closed_at: null }));
  const rows = layOutProgress({ riders }, closed, laps);
  return closed
    .map(({ id, name }, index) => ({
      id,
      name,
      unridden: rows.reduce((sum, { boxes }) => sum + (boxes[index]?.missing ?? 0), 0),
    }))
    .filter(({ unridden }) => unridden > 0);
}
