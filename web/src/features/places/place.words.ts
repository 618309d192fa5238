import type { Comparison, Place } from '@dossard/contract/places/place.schema.ts';
import { m } from '../../paraglide/messages.js';
import { formatAgo, formatMoment } from '../../text/formats.ts';

/** Clock differences above this are shown, in seconds. */
const clockSec = 60;

/** Says in one sentence how far the other installation is, at a moment in milliseconds. */
export function sayStanding(
  { other_name: name, last_contact, to_send, to_receive, comparison }: Place,
  now: number,
): string {
  if (last_contact === null) return m.place_never_heard({ name });
  const ago = formatAgo(Math.max(0, (now - Date.parse(last_contact)) / 1000));
  if (to_send > 0 || to_receive > 0) return m.place_behind({ name, ago, send: to_send, receive: to_receive });
  if (!comparison || comparison.differs.length > 0) return m.place_even({ name, ago });
  return m.place_equal({ name, ago, runs: comparison.runs });
}

/** Says that the clocks differ so much that times mislead; undefined if they do not. */
export function sayAhead({ other_name: name, clock_ahead_sec }: Place): string | undefined {
  if (clock_ahead_sec === null || Math.abs(clock_ahead_sec) <= clockSec) return undefined;
  const minutes = Math.round(Math.abs(clock_ahead_sec) / 60);
  return (clock_ahead_sec > 0 ? m.place_clock_ahead : m.place_clock_behind)({ name, minutes });
}

/** Says what keeps both installations from exchanging anything; undefined if nothing does. */
export function sayTrouble({ other_name: name, trouble }: Place): string | undefined {
  if (trouble === null) return undefined;
  return (trouble === 'version' ? m.place_trouble_version : m.place_trouble_rows)({ name });
}

const tables: Record<string, () => string> = {
  runs: m.runs,
  participants: m.participants,
  zones: m.zones,
  graduations: m.graduations,
  settings: m.settings,
  results: m.results,
  lists: m.results,
  ties: m.place_ties,
  unresolved_runs: m.unresolved_runs,
};

/** Says what is not the same in both installations. */
export function sayDifference({ table, hour }: Comparison['differs'][number]): string {
  const what = tables[table]?.() ?? table;
  return hour === null ? what : m.place_differs_hour({ what, hour: formatMoment(new Date(hour)) });
}
