import { compareGroups, type Group, groupKey } from '../categories/group.ts';
import type { StartPlan } from './start.plan.schema.ts';

/** A rider who waits for a start. */
export interface Starter extends Group {
  dossard_number: number;
  start_position?: number | null | undefined;
  status?: string | null | undefined;
}

/** Sorts by position in the group's start order, then by bib; riders without a position are last (R17). */
export const byStart = (
  one: Pick<Starter, 'dossard_number' | 'start_position'>,
  other: Pick<Starter, 'dossard_number' | 'start_position'>,
): number =>
  (one.start_position ?? Number.MAX_SAFE_INTEGER) - (other.start_position ?? Number.MAX_SAFE_INTEGER) ||
  one.dossard_number - other.dossard_number;

/**
 * Returns when each rider starts, by bib (R18): by the clock where the competition takes place, as `YYYY-MM-DDThh:mm:ss`.
 * Who did not start keeps the place in the order, so that nobody else’s time moves, and has no time. Pass all riders of
 * the competition on `date`.
 */
export function planStarts(plan: StartPlan, date: string, riders: readonly Starter[]): Map<number, string> {
  const breaks = [...plan.breaks].sort((a, b) => a.from.localeCompare(b.from));
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const starts = new Map<number, string>();
  let next = secondsOf(plan.first_start);
  let count = 0;
  for (const { first_start, starters } of orderGroups(plan, riders)) {
    if (first_start !== null) next = secondsOf(first_start);
    for (const { dossard_number, status } of starters) {
      for (const { from, to } of breaks) if (next >= secondsOf(from)) next = Math.max(next, secondsOf(to));
      if (status !== 'dns') starts.set(dossard_number, new Date(midnight + next * 1000).toISOString().slice(0, 19));
      count += 1;
      next += plan.interval_sec;
      for (const { after, minutes } of plan.pauses) if (after === count) next += minutes * 60;
    }
  }
  return starts;
}

/** Returns the groups of the riders in the order of the plan, those that it does not name last, with their starters. */
function orderGroups({ groups }: StartPlan, riders: readonly Starter[]) {
  const places = new Map(groups.map((group, place) => [groupKey(group), { place, first_start: group.first_start }]));
  const starting = new Map<string, Starter[]>();
  for (const rider of riders) starting.set(groupKey(rider), [...(starting.get(groupKey(rider)) ?? []), rider]);
  const ordered = [...starting].map(([key, starters]) => ({
    ...(places.get(key) ?? { place: Number.MAX_SAFE_INTEGER, first_start: null }),
    starters: starters.sort(byStart),
  }));
  const groupOf = ({ starters: [first] }: (typeof ordered)[number]): Group => first ?? { category: '', gender: 'F' };
  return ordered.sort((a, b) => a.place - b.place || compareGroups(groupOf(a), groupOf(b)));
}

const secondsOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 3600 + minutes * 60;
};

/** Returns the time of day of a start: `10:42`, with seconds where it has some. */
export const clockOf = (startsAt: string): string => startsAt.slice(11).replace(/:00$/, '');

/** Formats a plan for the history: `09:30 · 1:30 · 12:00–13:00 · 40 → 10 min · U9 F 10:15`. */
export function formatStartPlan({ first_start, interval_sec, breaks, pauses, groups }: StartPlan): string {
  const interval = `${Math.floor(interval_sec / 60)}:${String(interval_sec % 60).padStart(2, '0')}`;
  return [
    first_start,
    interval,
    ...breaks.map(({ from, to }) => `${from}–${to}`),
    ...pauses.map(({ after, minutes }) => `${after} → ${minutes} min`),
    ...groups.map(({ category, gender, first_start: own }) => `${category} ${gender}${own ? ` ${own}` : ''}`),
  ].join(' · ');
}
