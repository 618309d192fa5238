import type { Role } from '@dossard/contract/access/permissions.ts';
import { genderWords } from '@dossard/contract/categories/gender.words.ts';
import type { ResultState } from '@dossard/contract/declarations/result.state.schema.ts';
import type { HistoryValues } from '@dossard/contract/history/history.schema.ts';
import { getLocale } from '@dossard/contract/language/locale.ts';
import type { RiderStatus } from '@dossard/contract/rankings/rider.status.ts';
import { doorNames, pointsNames } from '@dossard/contract/runs/doors.ts';
import { m } from '../paraglide/messages.js';
import { complaintWords } from '../riders/complaint.words.ts';
import { fieldLabels } from '../riders/field.labels.ts';
import { formatStatus } from '../riders/status.words.ts';
import { tieBreakWords } from '../riders/tie.words.ts';
import { formatChronoExact, formatDay, formatMoment } from '../text/formats.ts';

/* Fields and their values in the reader's language, for everything that lists changes. */

const formatGender = (gender: HistoryValues[string]) =>
  gender === 'H' || gender === 'F' ? genderWords(gender)[getLocale()] : '';

export const departedNames = { full: m.public_names_full, initials: m.public_names_initials };
export const namesWords = { ...departedNames, bib: m.public_names_bib };
export const youthNames = { women_men: m.youth_women_men, girls_boys: m.youth_girls_boys };
export const countedWords = { all: m.counted_all, best_per_zone: m.counted_best_per_zone };
const formatChoice = (words: Record<string, () => string>) => (value: HistoryValues[string]) =>
  words[String(value)]?.() ?? '–';
const yesOrNo = (value: HistoryValues[string]) => (value ? m.conflict_yes() : m.conflict_no());
const plain = (value: HistoryValues[string]) =>
  typeof value === 'boolean' ? yesOrNo(value) : value === null || value === '' ? '–' : String(value);
const formatTies = (value: HistoryValues[string]) =>
  String(value ?? '')
    .split(' ')
    .map(formatChoice(tieBreakWords))
    .join(', ');

type Field = [name: string, label: () => string, format: (value: HistoryValues[string]) => string];

/** Each field of a change, in the order in which changes are listed. */
const fields: Field[] = [
  ['points', m.points, plain],
  ['zone_name', m.zone, plain],
  ['penality', m.penalties, plain],
  ['chrono_sec', m.time, (value) => formatChronoExact(Number(value))],
  ...Object.entries(fieldLabels).map(([name, label]): Field => [name, label, name === 'gender' ? formatGender : plain]),
  ['status', m.rider_status, (value) => (value === null ? m.status_none() : formatStatus(value as RiderStatus))],
  ['status_reason', m.status_reason, plain],
  ['name', m.field_name, plain],
  ['closed_at', m.field_closed_at, (value) => (value ? formatMoment(String(value)) : '–')],
  ['date', m.field_date, (value) => formatDay(String(value))],
  ['location', m.field_location, plain],
  ['description', m.field_description, plain],
  ['organizer', m.field_organizer, plain],
  ['contact', m.field_contact, plain],
  ['is_public', m.visibility, (value) => (value ? m.visibility_public() : m.visibility_private())],
  ['counted_runs', m.field_counted_runs, formatChoice(countedWords)],
  ['tie_breaks', m.tie_breaks, formatTies],
  ['laps', m.field_laps, (value) => (value === null ? m.laps_unset() : plain(value))],
  ['laps_of_groups', m.field_laps_of_groups, plain],
  ['official_needs_checked', m.field_official_needs_checked, yesOrNo],
  ['start_plan', m.field_start_plan, plain],
  ['public_names', m.field_public_names, formatChoice(namesWords)],
  ['youth_words', m.field_youth_words, formatChoice(youthNames)],
  ['departed_referees', m.field_departed_referees, formatChoice(departedNames)],
  ['names_until', m.field_names_until, (value) => (value ? formatDay(String(value)) : '–')],
  ['is_open', m.entry_is_open, yesOrNo],
  ['closes_on', m.entry_closing, (value) => (value ? formatDay(String(value)) : '–')],
  ['limit_in_all', m.entry_limit, plain],
  ['limits_of_groups', m.entry_limits_of_groups, plain],
  ['entry_text', m.entry_text, plain],
  ['link', m.entry_web_link, plain],
  ['keep_days', m.entry_keep_days, plain],
  ['state', m.result_state, (value) => m.result_state_name({ state: (value ?? 'running') as ResultState })],
  ['revision', m.result_revision, plain],
  ['complaints_until', m.result_complaints_until, (value) => (value ? formatMoment(String(value)) : '–')],
  ['held', m.field_held, formatChoice({ all: m.hold_everything, podium: m.hold_podium })],
  ['release_at', m.field_release_at, (value) => (value ? formatMoment(String(value)) : '–')],
  ['sha256', () => 'SHA-256', plain],
  ['order', m.start_order, plain],
  ['complaint_state', m.complaint, formatChoice(complaintWords)],
  ['text', m.complaint_text, plain],
  ['fee', m.complaint_fee, plain],
  ['follows', m.round_follows, plain],
  ['groups', m.round_groups, plain],
  ['role', m.role, (value) => m.role_name({ role: value as Role })],
  ...pointsNames.map((name, index): Field => [name, () => m.points_of_door({ door: index + 1 }), plain]),
];

/** Formats the value of a field. */
export function formatField(name: string, value: HistoryValues[string]): string {
  const format = fields.find(([field]) => field === name)?.[2] ?? plain;
  return format(value);
}

/** Formats the won doors of a run: « P1 P3 ». */
const formatDoors = (facts: HistoryValues): string =>
  doorNames.flatMap((door, index) => (facts[door] ? [`P${index + 1}`] : [])).join(' ') || '–';

/** Formats each field that differs as « label: from → to »; `withDoors` adds the doors of a run as one line. */
export function formatFieldChanges(before: HistoryValues, after: HistoryValues, withDoors = false): string[] {
  const lines: string[] = [];
  const add = (what: string, from: string, to: string) => {
    if (from !== to) lines.push(m.change_from_to({ what, from, to }));
  };
  if (withDoors) add(m.doors_won(), formatDoors(before), formatDoors(after));
  for (const [name, label, format] of fields) {
    if (before[name] !== after[name]) add(label(), format(before[name] ?? null), format(after[name] ?? null));
  }
  return lines;
}
