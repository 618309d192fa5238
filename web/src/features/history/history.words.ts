import type { HistoryEntry, HistoryKind, Told, Touched } from '@dossard/contract/history/history.schema.ts';
import type { Role } from '@dossard/contract/members/permissions.ts';
import { doorNames } from '@dossard/contract/runs/run.schema.ts';
import { pointsNames } from '@dossard/contract/zones/zone.schema.ts';
import { m } from '../../paraglide/messages.js';
import { sayChronoExact, sayDay } from '../../ui/formats.ts';
import { genderWord } from '../../ui/gender.words.ts';
import { roleWord } from '../members/role.words.ts';

/* What an entry of the history says, in the reader's language. */

type Sentence = (facts: { number: string; dossard: string; name: string; file: string; group: string }) => string;

const sentences: Partial<Record<string, Sentence>> = {
  'create run': m.history_create_run,
  'update run': m.history_update_run,
  'delete run': m.history_delete_run,
  'restore run': m.history_restore_run,
  'create participant': m.history_create_participant,
  'update participant': m.history_update_participant,
  'delete participant': m.history_delete_participant,
  'restore participant': m.history_restore_participant,
  'import participant': m.history_import,
  'restore import': m.history_restore_import,
  'erase participant': m.history_erase,
  'create zone': m.history_create_zone,
  'update zone': m.history_update_zone,
  'delete zone': m.history_delete_zone,
  'restore zone': m.history_restore_zone,
  'create graduation': m.history_create_graduation,
  'update graduation': m.history_update_graduation,
  'delete graduation': m.history_delete_graduation,
  'restore graduation': m.history_restore_graduation,
  'create competition': m.history_create_competition,
  'update competition': m.history_update_competition,
  'delete competition': m.history_delete_competition,
  'restore competition': m.history_restore_competition,
  'create member': m.history_create_member,
  'join member': m.history_join_member,
  'update member': m.history_update_member,
  'delete member': m.history_delete_member,
  'restore member': m.history_restore_member,
};

/** Says what was done, to follow the name of who did it. */
export function sayDeed({ action, actor, subject, before, after }: HistoryEntry): string {
  const isImport = action === 'restore' && subject.kind === 'participant' && !before && !after;
  // Who accepts an invitation writes the entry about themselves.
  const isJoining = action === 'create' && subject.kind === 'member' && subject.key === String(actor?.id);
  const [dossard = '', number = ''] = subject.key.split('/');
  const facts = after ?? before;
  const group = facts?.gender ? `${facts.category} ${sayGender(facts.gender)}` : '';
  const say = sentences[isImport ? 'restore import' : isJoining ? 'join member' : `${action} ${subject.kind}`];
  const name = subject.name ?? m.rider_by_bib({ dossard });
  return say?.({ number, dossard, name, group, file: subject.key }) ?? '';
}

const sayGender = (gender: Told[string]) => (gender === 'H' || gender === 'F' ? genderWord(gender) : '');

const kindWords: Record<HistoryKind, (count: number) => string> = {
  competition: () => m.history_settings(),
  zone: (count) => m.zones_number({ count }),
  graduation: (count) => m.graduations_count({ count }),
  participant: (count) => m.participants_count({ count }),
  run: (count) => m.runs_number({ count }),
  member: (count) => m.members_number({ count }),
};

/** Lists what was added, changed or removed, in numbers: « 2 participants, 5 passages »; empty for nothing. */
export function sayTouched(touched: readonly Touched[], how: 'added' | 'changed' | 'removed'): string {
  return touched
    .filter((one) => one[how] > 0)
    .map((one) => kindWords[one.kind](one[how]))
    .join(', ');
}

const namesWords: Record<string, () => string> = {
  full: m.public_names_full,
  initials: m.public_names_initials,
  bib: m.public_names_bib,
};
const countedWords: Record<string, () => string> = { all: m.counted_all, best_per_zone: m.counted_best_per_zone };
const tieWords: Record<string, () => string> = {
  count_back: m.tie_count_back,
  penality: m.tie_penality,
  chrono_sec: m.tie_chrono_sec,
};
const sayOr = (words: Record<string, () => string>) => (value: Told[string]) => words[String(value)]?.() ?? '–';
const plain = (value: Told[string]) => (value === null || value === '' ? '–' : String(value));
const sayTies = (value: Told[string]) =>
  String(value ?? '')
    .split(' ')
    .map((tie) => tieWords[tie]?.() ?? '–')
    .join(', ');

/** What is told of a change, field by field: its label, and its value in words. */
const fields: [name: string, label: () => string, say: (value: Told[string]) => string][] = [
  ['points', m.points, plain],
  ['zone_name', m.zone, plain],
  ['penality', m.penalties, plain],
  ['chrono_sec', m.time, (value) => sayChronoExact(Number(value))],
  ['first_name', m.first_name, plain],
  ['last_name', m.last_name, plain],
  ['category', m.category, plain],
  ['gender', m.gender, sayGender],
  ['club', m.club, plain],
  ['name', m.field_name, plain],
  ['date', m.field_date, (value) => sayDay(String(value))],
  ['location', m.field_location, plain],
  ['description', m.field_description, plain],
  ['organizer', m.field_organizer, plain],
  ['contact', m.field_contact, plain],
  ['is_public', m.visibility, (value) => (value ? m.visibility_public() : m.visibility_private())],
  ['counted_runs', m.field_counted_runs, sayOr(countedWords)],
  ['tie_breaks', m.tie_breaks, sayTies],
  ['public_names', m.field_public_names, sayOr(namesWords)],
  ['names_until', m.field_names_until, (value) => (value ? sayDay(String(value)) : '–')],
  ['role', m.role, (value) => roleWord(value as Role)],
  ...pointsNames.map((name, index): (typeof fields)[number] => [
    name,
    () => m.points_of_door({ door: index + 1 }),
    plain,
  ]),
];

const sayDoors = (facts: Told) =>
  doorNames.flatMap((door, index) => (facts[door] ? [`P${index + 1}`] : [])).join(' ') || '–';

/** Says what an edit changed, from what to what; of a whole import or a zone also how many of which. */
export function sayChanges({ before, after, touched, subject }: HistoryEntry): string[] {
  const said: string[] = [];
  if (before && after) {
    const tell = (what: string, from: string, to: string) => {
      if (from !== to) said.push(m.change_from_to({ what, from, to }));
    };
    if (subject.kind === 'run') tell(m.doors_won(), sayDoors(before), sayDoors(after));
    for (const [name, label, say] of fields) {
      if (before[name] !== after[name]) tell(label(), say(before[name] ?? null), say(after[name] ?? null));
    }
  }
  const rest = touched.filter(({ kind }) => kind !== subject.kind || (!before && !after));
  const [added, changed, removed] = [
    sayTouched(rest, 'added'),
    sayTouched(rest, 'changed'),
    sayTouched(rest, 'removed'),
  ];
  if (added) said.push(m.history_added({ what: added }));
  if (changed) said.push(m.history_changed({ what: changed }));
  if (removed) said.push(m.history_removed({ what: removed }));
  return said;
}

export const kindLabels: Record<HistoryKind, () => string> = {
  run: m.runs,
  participant: m.participants,
  zone: m.zones,
  graduation: m.graduations,
  competition: m.history_settings,
  member: m.users,
};
