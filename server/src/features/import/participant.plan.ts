import { planBibs } from '@dossard/contract/bibs/bib.rules.ts';
import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import { compareGroups, isSameGroup } from '@dossard/contract/categories/group.ts';
import { licenceKey } from '@dossard/contract/participants/licence.key.ts';
import {
  type ParticipantFacts,
  type ParticipantField,
  participantFieldNames,
  pickFacts,
} from '@dossard/contract/participants/participant.fields.ts';
import type { ImportChoice, ImportOptions } from '@dossard/contract/participants/participant.schema.ts';
import {
  fullNameKey,
  identifyingLicences,
  nameAndClubKey,
  nameKey,
  shareName,
} from '@dossard/contract/participants/same.person.rules.ts';
import type { Problem } from '@dossard/contract/refusals/problem.words.ts';
import { fullName } from '../../access/account.store.ts';
import { keptBibs, type LicensedRider } from '../identity/season.riders.ts';
import type { ReadRider } from './participant.file.ts';

type PlannedField = ParticipantField | 'dossard_number';
type Rider = ParticipantFacts & { dossard_number: number };

/** The effect of one row of a file on the riders of a competition. */
export type PlannedRow = Draft & {
  /** The rider as it would be stored. */
  after: Rider;
  /** The bib under which they may be on the list already, as long as nobody has said so. */
  perhaps?: number;
  /** Their bib of the season, if another rider has it (B3). */
  lost?: number | null;
} & (
    | { action: 'add' | 'none' }
    | { action: 'change'; before: Rider; changes: Changes }
    | { action: 'refuse'; problems: Problem[] }
  );

/** Old and new value of each field that would change. */
type Changes = Partial<Record<PlannedField, { from: string | null; to: string | null }>>;

/** What an import is planned with, besides the stored riders. */
export interface Planning extends Pick<ImportOptions, 'bibs' | 'choices'> {
  /** Licensed riders of the season, for bibs and for licences on two names (T9). */
  season?: readonly LicensedRider[];
  /** Bibs that no rider may be given, though no rider has them. */
  blocked?: readonly number[];
  /** Returns the heading of a field on the sheet of an entry, for problems. */
  columnOf?: (field: PlannedField, entry: ReadRider) => string | undefined;
}

type Stored = ReadonlyMap<number, ParticipantFacts>;

/** A row, with the rider of the list that it is about under another bib or none, and the choice that follows from it. */
interface Draft {
  entry: ReadRider;
  /** The bib of that rider. */
  known?: number;
  /** What a person may choose, if the rider may be on the list already, and what they chose. */
  choices?: ImportChoice[];
  choice?: ImportChoice | undefined;
}

/**
 * Plans an import: new riders are added, known ones updated, and a bib of another rider is refused (`dossard_taken`).
 * A rider who is on the list under another bib is a question: until a person answers it, the row is another rider with a
 * warning (I4); rows without a bib are given one (I6).
 */
export function planImport(entries: readonly ReadRider[], existing: Stored, planning: Planning = {}): PlannedRow[] {
  const keyOf = identifyingLicences([...(planning.season ?? []), ...existing.values(), ...entries]);
  const drafts = recogniseRiders(entries, existing, keyOf, planning.choices ?? []);
  const leaving = leavingBibs(drafts, existing);
  const claimed = new Set(drafts.flatMap(({ known }) => known ?? []));
  const given = giveFreeBibs(drafts, existing, leaving, planning);
  return drafts.map((draft): PlannedRow => {
    const { entry, known, choices, choice } = draft;
    const plan = (dossard: number, stored?: ParticipantFacts, from = dossard) => planRow(draft, dossard, stored, from);
    const refuse = (dossard: number, code: Problem['code'], listed: number): PlannedRow => {
      const holder = existing.get(listed);
      const value = code === 'bib_moved' ? listed : dossard;
      const column = planning.columnOf?.('dossard_number', entry);
      const problem = problemOfBib(entry, holder, { code, value, column });
      return { ...draft, action: 'refuse', after: mergeRider(entry, dossard, holder), problems: [problem] };
    };
    const own = entry.dossard_number;
    const free = given.get(entry);
    if (choice === 'skip') return { ...draft, action: 'none', after: mergeRider(entry, own ?? known ?? 0) };
    if (free) return { ...plan(free.dossard), lost: free.lost };
    if (own === null) return plan(known ?? 0, existing.get(known ?? 0));
    const holder = leaving.has(own) ? undefined : existing.get(own);
    if (isElsewhere(entry, known)) {
      if (holder && (choice === 'move' || !claimed.has(own))) return refuse(own, 'dossard_taken', own);
      if (choice === 'move') return plan(own, existing.get(known), known);
      if (choice === 'both') return plan(own);
      return holder ? refuse(own, 'bib_moved', known) : { ...plan(own), perhaps: known };
    }
    if (!holder) return plan(own);
    if (choices && choice === undefined) return refuse(own, 'licence_differs', own);
    if (fullNameKey(holder) === fullNameKey(entry)) return plan(own, holder);
    if (claimed.has(own) || !shareName(entry, holder)) return refuse(own, 'dossard_taken', own);
    return areOthersByLicence(holder, entry, keyOf) ? refuse(own, 'bib_of_another_licence', own) : plan(own, holder);
  });
}

const isElsewhere = (entry: ReadRider, known: number | undefined): known is number =>
  known !== undefined && entry.dossard_number !== null && known !== entry.dossard_number;

type KeyOf = (licence: string | null) => string | undefined;

/** Whether two licences say that two riders are different: both identify somebody, and they differ (I4). */
function areOthersByLicence(stored: ParticipantFacts, entry: ReadRider, keyOf: KeyOf): boolean {
  const [was, is] = [keyOf(stored.licence), keyOf(entry.licence ?? null)];
  return was !== undefined && is !== undefined && was !== is;
}

/** Finds for each row the rider of the list that it is about, each rider once, and what a person may choose (I4). */
function recogniseRiders(
  entries: readonly ReadRider[],
  existing: Stored,
  keyOf: KeyOf,
  given: NonNullable<ImportOptions['choices']>,
): Draft[] {
  const chosen = new Map(given.map(({ sheet = '', row, action }) => [`${sheet} ${row}`, action]));
  const byKey = new Map<string, number[]>();
  const keysOf = (rider: Omit<ReadRider, 'row' | 'dossard_number'>) =>
    [keyOf(rider.licence ?? null) ?? '', fullNameKey(rider)].filter(Boolean);
  for (const [dossard, rider] of existing)
    for (const key of keysOf(rider))
      byKey
        .set(key, byKey.get(key) ?? [])
        .get(key)
        ?.push(dossard);
  const isOf = (dossard: number, entry: ReadRider) => {
    const stored = existing.get(dossard);
    return stored && fullNameKey(stored) === fullNameKey(entry) && !areOthersByLicence(stored, entry, keyOf)
      ? stored
      : null;
  };
  const claimed = new Set(
    entries.flatMap((entry) => {
      const { dossard_number } = entry;
      return dossard_number !== null && isOf(dossard_number, entry) ? [dossard_number] : [];
    }),
  );
  return entries.map((entry): Draft => {
    const own = entry.dossard_number;
    const answer = (choices: ImportChoice[]) => {
      const choice = chosen.get(`${entry.sheet ?? ''} ${entry.row}`);
      return { choices, choice: choices.find((one) => one === choice) };
    };
    if (own !== null && isOf(own, entry)) return { entry };
    const known = keysOf(entry)
      .flatMap((key) => byKey.get(key) ?? [])
      .find((dossard) => {
        const stored = claimed.has(dossard) ? null : isOf(dossard, entry);
        const isLicensed = stored && keyOf(stored.licence) !== undefined && keyOf(entry.licence ?? null) !== undefined;
        return stored && (isLicensed || (isSameGroup(stored, entry) && isOfClub(stored, entry)));
      });
    if (known !== undefined) {
      claimed.add(known);
      return { entry, known, ...answer(own === null ? ['both', 'skip'] : ['move', 'both', 'skip']) };
    }
    const holder = own === null ? undefined : existing.get(own);
    const isQuestion = holder && fullNameKey(holder) === fullNameKey(entry);
    return { entry, ...(isQuestion && answer(['correct', 'both', 'skip'])) };
  });
}

/** Whether a row may be about a rider by their clubs; a file without clubs says nothing. */
const isOfClub = (stored: ParticipantFacts, { club }: ReadRider) =>
  club === undefined || nameKey(club ?? '') === nameKey(stored.club ?? '');

/** Returns the bibs whose riders move; a move to the bib of a rider who stays is none. */
function leavingBibs(drafts: readonly Draft[], existing: Stored): ReadonlySet<number> {
  let moves = drafts.filter(({ entry, known, choice }) => choice === 'move' && isElsewhere(entry, known));
  for (;;) {
    const leaving = new Set(moves.flatMap(({ known }) => known ?? []));
    const possible = moves.filter(({ entry: { dossard_number: to } }) => to && (!existing.has(to) || leaving.has(to)));
    if (possible.length === moves.length) return leaving;
    moves = possible;
  }
}

/**
 * Gives bibs to new riders without one, and to riders whose bib belongs to another of the same name: in the order of the
 * file or of the groups, never one that is in use, in the file, or blocked (B1–B3).
 */
function giveFreeBibs(
  drafts: readonly Draft[],
  existing: Stored,
  leaving: ReadonlySet<number>,
  { bibs, season = [], blocked = [] }: Planning,
) {
  const bibless = drafts.filter(({ entry: { dossard_number }, known, choice }) =>
    choice === 'both'
      ? dossard_number === null || (existing.has(dossard_number) && !leaving.has(dossard_number))
      : dossard_number === null && known === undefined,
  );
  const entries = bibless.map(({ entry }) => entry);
  const keptBib = bibs?.keep_season ? keptBibs(season, [...existing.values(), ...drafts.map(licensed)]) : () => null;
  const used = [...existing.keys(), ...drafts.flatMap(({ entry }) => entry.dossard_number ?? []), ...blocked];
  const sorted = bibs?.by === 'group' ? [...entries].sort(compareGroups) : entries;
  const riders = sorted.map(({ category, gender, licence }, id) => ({
    id,
    category,
    gender,
    kept: keptBib(licence ?? null),
  }));
  const from = bibs?.first ?? Math.max(0, ...used) + 1;
  const plan = planBibs(riders, { blocks: [{ group: null, from, to: null }], left_out: [] }, used);
  return new Map(
    plan.flatMap(({ id, dossard, lost }) => {
      const entry = sorted[id];
      return entry && dossard !== null ? [[entry, { dossard, lost }] as const] : [];
    }),
  );
}

const licensed = ({ entry }: Draft) => ({ ...entry, licence: entry.licence ?? null });

/** Returns why the bib of a row is refused, naming the rider of the list who holds it or has another one. */
function problemOfBib(
  entry: ReadRider,
  holder: ParticipantFacts | undefined,
  { code, value, column }: { code: Problem['code']; value: number; column: string | undefined },
): Problem {
  const { sheet, row, licence } = entry;
  const [rider, other] = [fullName(entry), holder?.licence ?? ''];
  const values = { value, holder: fullName(holder ?? {}), rider, licence: licence ?? '', other };
  return { path: 'dossard_number', code, sheet, row, column, values };
}

/**
 * Lists what is doubtful about the riders of a plan: licences that identify nobody (T9: placeholders, and those that
 * another rider has in the file, the competition or the season), and riders of one name and club.
 */
export function listDoubts(
  plan: readonly PlannedRow[],
  existing: Stored,
  { season = [], columnOf }: Planning,
): Problem[] {
  const present = new Map<number, ParticipantFacts>(existing);
  for (const row of plan) if (row.action === 'change') present.delete(row.before.dossard_number);
  for (const { action, after } of plan)
    if (action === 'add' || action === 'change') present.set(after.dossard_number, after);
  const here = [...present.values()].map((rider) => ({ ...rider, column_id: 0 }));
  const keyOf = identifyingLicences([...season, ...here]);
  const keys = new Map([...present.values()].map((rider) => [rider, nameAndClubKey(rider)]));
  const names = new Map<string, number>();
  for (const key of keys.values()) names.set(key, (names.get(key) ?? 0) + 1);
  return plan.flatMap(({ entry, action, after, lost, perhaps }): Problem[] => {
    const { sheet, row, licence } = entry;
    const doubt = (path: PlannedField, code: Problem['code'], value: string | number, holder = ''): Problem => {
      const values = { value, given: after.dossard_number, holder };
      return { sheet, row, column: columnOf?.(path, entry), path, code, values };
    };
    const isDoubled = action !== 'refuse' && (names.get(keys.get(after) ?? nameAndClubKey(after)) ?? 0) > 1;
    const code = licenceKey(licence ?? null) === undefined ? 'licence_placeholder' : 'licence_shared';
    return [
      ...(licence && keyOf(licence) === undefined ? [doubt('licence', code, licence)] : []),
      ...(perhaps === undefined
        ? []
        : [doubt('dossard_number', 'bib_moved', perhaps, fullName(existing.get(perhaps) ?? {}))]),
      ...(lost == null ? [] : [doubt('dossard_number', 'bib_of_season_taken', lost)]),
      ...(isDoubled ? [doubt('last_name', 'same_name_and_club', fullName(after))] : []),
    ];
  });
}

/** Plans a row for a rider of the list, stored under the bib `from`, or for a new one. */
function planRow(draft: Draft, dossard: number, stored: ParticipantFacts | undefined, from: number): PlannedRow {
  const after = mergeRider(draft.entry, dossard, stored);
  if (!stored) return { ...draft, action: 'add', after };
  const before = { dossard_number: from, ...pickFacts(stored) };
  const changes = compareFacts(before, after);
  if (Object.keys(changes).length === 0) return { ...draft, action: 'none', after };
  return { ...draft, action: 'change', before, after, changes };
}

/**
 * Merges a row into the stored rider; fields without a column keep their value, and the category its stored spelling.
 */
function mergeRider(entry: ReadRider, dossard_number: number, stored?: ParticipantFacts): Rider {
  const isSameCategory = stored !== undefined && categoryKey(stored.category) === categoryKey(entry.category);
  const wanted = { ...entry, ...(isSameCategory && { category: stored.category }) };
  const merged: Partial<Record<PlannedField, string | number | null>> = { dossard_number };
  for (const name of participantFieldNames)
    merged[name] = wanted[name] === undefined ? (stored?.[name] ?? null) : wanted[name];
  return merged as Rider;
}

function compareFacts(before: Rider, after: Rider): Changes {
  const changed = (['dossard_number', ...participantFieldNames] as const).filter(
    (name) => before[name] !== after[name],
  );
  const text = (value: string | number | null) => (value === null ? null : String(value));
  return Object.fromEntries(changed.map((name) => [name, { from: text(before[name]), to: text(after[name]) }]));
}
