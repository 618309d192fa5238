import type { Comparison, Place } from '@dossard/contract/places/place.schema.ts';
import { m } from '../../paraglide/messages.js';
import { formatAgo, formatMoment } from '../../text/formats.ts';

/** Clock differences above this are shown, in seconds. */
const clockSec = 60;

/** Formats in one sentence how far both installations are synchronised; `now` in milliseconds. */
export function formatSyncState(
  { other_name: name, last_contact, to_send, to_receive, comparison }: Place,
  now: number,
): string {
  if (last_contact === null) return m.place_never_heard({ name });
  const ago = formatAgo(Math.max(0, (now - Date.parse(last_contact)) / 1000));
  if (to_send > 0 || to_receive > 0) return m.place_behind({ name, ago, send: to_send, receive: to_receive });
  if (!comparison || comparison.differs.length > 0) return m.place_even({ name, ago });
  return m.place_equal({ name, ago, runs: comparison.runs });
}

/** Formats a warning that the clocks differ so much that times mislead; undefined if they do not. */
export function formatClockWarning({ other_name: name, clock_ahead_sec }: Place): string | undefined {
  if (clock_ahead_sec === null || Math.abs(clock_ahead_sec) <= clockSec) return undefined;
  const minutes = Math.round(Math.abs(clock_ahead_sec) / 60);
  return (clock_ahead_sec > 0 ? m.place_clock_ahead : m.place_clock_behind)({ name, minutes });
}

/** Formats the reason why nothing is exchanged; undefined if there is none. */
export function formatTrouble({ other_name: name, trouble }: Place): string | undefined {
  if (trouble === null) return undefined;
  const words = { version: m.place_trouble_version, rows: m.place_trouble_rows, suspended: m.place_trouble_suspended };
  return words[trouble]({ name });
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

/** Formats what differs between the installations. */
export function formatDifference({ table, hour }: Comparison['differs'][number]): string {
  const what = tables[table]?.() ?? table;
  return hour === null ? what : m.place_differs_hour({ what, hour: formatMoment(new Date(hour)) });
}
