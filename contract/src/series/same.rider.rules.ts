import { categoryKey } from '../categories/category.schema.ts';
import type { Group } from '../categories/group.ts';
import { licenceKey } from '../participants/licence.key.ts';
import type { ParticipantFacts } from '../participants/participant.fields.ts';
import { identifyingLicences, nameKey } from '../participants/same.person.rules.ts';
import { clubKey } from './standings.rules.ts';

/* Determines which entries of a season are one rider (T9). */

/** A rider's entry in one column of the season: a competition, or a result from elsewhere. */
export interface SeasonEntry extends Group, Pick<ParticipantFacts, 'first_name' | 'last_name' | 'club' | 'licence'> {
  /** The id of the column. Competitions and results from elsewhere share one sequence of ids. */
  column_id: number;
  /** The bib, or the number of the row in a result from elsewhere. */
  number: number;
  /** In a result from elsewhere, whose lists often lack clubs (T15). */
  from_elsewhere?: boolean;
}

export type Key = Pick<SeasonEntry, 'column_id' | 'number'>;

/**
 * A person's decision: two entries are `same` or `different`; the licence of an entry is ignored (`alone`); a rider is
 * a `guest`. The last two contain one entry twice.
 */
export interface Decision {
  kind: 'same' | 'different' | 'alone' | 'guest';
  a: Key;
  b: Key;
}

/** A rider of the season. */
export interface Person<E extends SeasonEntry = SeasonEntry> {
  /** Identifies the rider by their first entry; it contains no personal data. */
  id: string;
  entries: E[];
  guest: boolean;
}

/** Returns the id of an entry. */
export const entryId = ({ column_id, number }: Key): string => `${column_id}-${number}`;

/**
 * Groups the entries of a season into riders, in the order of their first entries: each entry belongs to exactly one
 * rider, who has one entry in each column, whatever was decided (T9).
 */
export function groupRiders<E extends SeasonEntry>(entries: readonly E[], decisions: readonly Decision[]): Person<E>[] {
  const parents = new Map(entries.map((entry) => [entryId(entry), entryId(entry)]));
  const rootOf = (id: string): string => {
    let root = id;
    for (let above = parents.get(root); above !== undefined && above !== root; above = parents.get(root)) root = above;
    parents.set(id, root);
    return root;
  };
  const columns = new Map(entries.map((entry) => [entryId(entry), new Set([entry.column_id])]));
  const join = (a: string, b: string) => {
    if (!parents.has(a) || !parents.has(b)) return;
    const [kept, added] = [rootOf(a), rootOf(b)];
    const [own = new Set<number>(), others = new Set<number>()] = [columns.get(kept), columns.get(added)];
    if (kept === added || [...others].some((column) => own.has(column))) return;
    parents.set(added, kept);
    for (const column of others) own.add(column);
  };
  // What a person decided comes before what licences say.
  for (const { kind, a, b } of decisions) if (kind === 'same') join(entryId(a), entryId(b));
  // In the order of ids: who is one rider does not depend on the order of the list.
  const ordered = [...entries].sort((a, b) => a.column_id - b.column_id || a.number - b.number);
  for (const [entry, [first = entry]] of entriesByLicence(ordered, decisions)) join(entryId(first), entryId(entry));
  const guests = new Set(decisions.flatMap(({ kind, a }) => (kind === 'guest' ? [entryId(a)] : [])));
  const persons = new Map<string, Person<E>>();
  for (const entry of entries) {
    const root = rootOf(entryId(entry));
    const person = persons.get(root) ?? { id: entryId(entry), entries: [], guest: false };
    person.entries.push(entry);
    person.guest ||= guests.has(entryId(entry));
    persons.set(root, person);
  }
  return [...persons.values()];
}

/**
 * Maps each entry whose licence identifies a rider of the season to all entries with it, unless a person decided to
 * ignore its licence (T9).
 */
export function entriesByLicence<E extends SeasonEntry>(
  entries: readonly E[],
  decisions: readonly Decision[],
): Map<E, E[]> {
  const alone = new Set(decisions.flatMap(({ kind, a }) => (kind === 'alone' ? [entryId(a)] : [])));
  const used = entries.filter((entry) => !alone.has(entryId(entry)));
  // Those whose licence is ignored count too: a split must join nobody else.
  const keyOf = identifyingLicences(entries);
  const byLicence = new Map<string, E[]>();
  const found = new Map<E, E[]>();
  for (const entry of used) {
    const licence = keyOf(entry.licence);
    if (licence === undefined) continue;
    const alike = byLicence.get(licence) ?? [];
    alike.push(entry);
    byLicence.set(licence, alike);
    found.set(entry, alike);
  }
  return found;
}

/** Returns what joins an entry to the rider's others; null for an only entry. */
export function joinedBy<E extends SeasonEntry>(
  entry: E,
  { entries }: Person<E>,
  byLicence: ReadonlyMap<E, readonly E[]>,
): 'licence' | 'person' | null {
  if (entries.length < 2) return null;
  return byLicence.get(entry)?.some((other) => other !== entry && entries.includes(other)) ? 'licence' : 'person';
}

/**
 * Returns the keys under which entries may be one rider: name, club and category; name and category, if a list from
 * elsewhere has no club; or a licence with one of the names, as after a marriage.
 */
function proposalKeys(entry: SeasonEntry): string[] {
  const { first_name, last_name, category, gender, licence } = entry;
  if (first_name === '') return [];
  const [club, licenced] = [clubKey(entry.club ?? ''), licenceKey(licence)];
  const named = [clubKey(last_name), clubKey(first_name), categoryKey(category), gender].join('|');
  return [
    withoutClub + named,
    ...(club ? [`${named}|${club}`] : []),
    ...(licenced ? [`${licenced}|${nameKey(last_name)}|`, `${licenced}||${nameKey(first_name)}`] : []),
  ];
}

/** Begins the keys under which two riders may be one only if one of them was listed elsewhere without a club. */
const withoutClub = '? ';
const lacksClub = ({ entries }: Person) =>
  entries.every(({ club, from_elsewhere }) => from_elsewhere && clubKey(club ?? '') === '');

/** Riders who may be one; `ambiguous` for two of whom one matches another rider too. */
export interface Proposal<E extends SeasonEntry = SeasonEntry> {
  persons: Person<E>[];
  ambiguous: boolean;
}

/**
 * Lists undecided riders with the same name, club and category, or with a licence and a name in common; by name and
 * category alone only if one of them was listed elsewhere without a club (T9). Those of several competitions who all
 * match each other, and nobody else, are one proposal; all others are proposed in pairs.
 */
export function proposeSame<E extends SeasonEntry>(
  persons: readonly Person<E>[],
  decisions: readonly Decision[],
): Proposal<E>[] {
  const byKey = new Map<string, Set<Person<E>>>();
  for (const person of persons) {
    for (const entry of person.entries) {
      for (const key of proposalKeys(entry)) byKey.set(key, (byKey.get(key) ?? new Set()).add(person));
    }
  }
  const different = new Set(
    decisions.flatMap(({ kind, a, b }) =>
      kind === 'different' ? [`${entryId(a)} ${entryId(b)}`, `${entryId(b)} ${entryId(a)}`] : [],
    ),
  );
  const matches = new Map<Person<E>, Set<Person<E>>>();
  const found = new Map<string, [Person<E>, Person<E>]>();
  for (const [key, alike] of byKey) {
    for (const [one, other] of pairsOf([...alike])) {
      if (key.startsWith(withoutClub) && !lacksClub(one) && !lacksClub(other)) continue;
      if (!maySame(one, other, different)) continue;
      found.set(`${one.id} ${other.id}`, [one, other]);
      matches.set(one, (matches.get(one) ?? new Set([one])).add(other));
      matches.set(other, (matches.get(other) ?? new Set([other])).add(one));
    }
  }
  // Those who all match each other, and nobody else, match the same riders.
  const groups = new Map<string, Person<E>[]>();
  const groupOf = new Map<Person<E>, Person<E>[]>();
  for (const one of persons) {
    const own = matches.get(one);
    if (!own) continue;
    const key = [...own]
      .map(({ id }) => id)
      .sort()
      .join(' ');
    const group = groups.get(key) ?? [];
    group.push(one);
    groups.set(key, group);
    groupOf.set(one, group);
  }
  return [...found.values()].flatMap(([one, other]): Proposal<E>[] => {
    const group = groupOf.get(one) ?? [];
    if (group.length < (matches.get(one)?.size ?? 0)) return [{ persons: [one, other], ambiguous: true }];
    const isFirst = one === group[0] && other === group[1];
    return isFirst ? [{ persons: group, ambiguous: false }] : [];
  });
}

/** Lists all pairs of a list. */
export const pairsOf = <T>(list: readonly T[]): [T, T][] =>
  list.flatMap((one, index) => list.slice(index + 1).map((other): [T, T] => [one, other]));

/** Two entries in one column, or two licences, mean two riders; and so does a decision. */
function maySame(one: Person, other: Person, different: ReadonlySet<string>): boolean {
  if (haveOneColumn(one, other)) return false;
  const licences = (person: Person) => person.entries.flatMap(({ licence }) => licenceKey(licence) ?? []);
  const [own, others] = [licences(one), licences(other)];
  if (own.length > 0 && others.length > 0 && !own.some((licence) => others.includes(licence))) return false;
  return !one.entries.some((a) => other.entries.some((b) => different.has(`${entryId(a)} ${entryId(b)}`)));
}

/** The decisions to add and to remove for a split or a join. */
export interface DecisionChange {
  added: Decision[];
  removed: Decision[];
}

const touches = ({ a, b }: Decision, entry: Key) => [a, b].some((one) => entryId(one) === entryId(entry));
const keyOf = ({ column_id, number }: Key): Key => ({ column_id, number });

/**
 * Splits an entry off its rider; the rider's other entries stay together, no result is lost, and both parts of a guest
 * stay guests (T9, T5).
 */
export function splitEntry(
  entry: SeasonEntry,
  persons: readonly Person[],
  decisions: readonly Decision[],
): DecisionChange {
  const person = findPerson(persons, entry);
  const others = person?.entries.filter((one) => entryId(one) !== entryId(entry)) ?? [];
  const [first] = others;
  if (!person || !first) return { added: [], removed: [] };
  const own = keyOf(entry);
  const personOf = new Map(persons.flatMap((each) => each.entries.map((one) => [entryId(one), each])));
  // A join that another entry of its column prevented would take effect once that entry is split off.
  const isPrevented = ({ a, b }: Decision) => {
    const [one, other] = [personOf.get(entryId(a)), personOf.get(entryId(b))];
    return one && other && one !== other;
  };
  const removed = decisions.filter((one) => one.kind === 'same' && (touches(one, entry) || isPrevented(one)));
  const alone: Decision = { kind: 'alone', a: own, b: own };
  const different: Decision = { kind: 'different', a: keyOf(first), b: own };
  const hasLicence = licenceKey(entry.licence) !== undefined;
  const holding = groupRiders(
    persons.flatMap(({ entries }) => entries),
    [...decisions.filter((one) => !removed.includes(one)), alone],
  ).filter(({ entries }) => entries.some((one) => others.includes(one)));
  // All others are joined, one by one: their licences might join some of them to another rider.
  const joined = holding.length < 2 ? [] : others.slice(1);
  const chain = joined.map((to, index): Decision => ({ kind: 'same', a: keyOf(others[index] ?? first), b: keyOf(to) }));
  // Both parts of a guest stay guests, each with its own mark.
  const marked = new Set(decisions.flatMap(({ kind, a }) => (kind === 'guest' ? [entryId(a)] : [])));
  const unmarked = person.guest
    ? [
        ...(others.some((one) => marked.has(entryId(one))) ? [] : [first]),
        ...(marked.has(entryId(entry)) ? [] : [entry]),
      ]
    : [];
  const guests = unmarked.map((one): Decision => ({ kind: 'guest', a: keyOf(one), b: keyOf(one) }));
  return { added: [...chain, ...(hasLicence ? [alone] : []), different, ...guests], removed };
}

/** Whether two riders cannot be one: both have an entry in one column, such as two bibs of one competition (T9). */
export const haveOneColumn = (one: Person, other: Person): boolean => {
  const columns = new Set(one.entries.map(({ column_id }) => column_id));
  return other.entries.some(({ column_id }) => columns.has(column_id));
};

/** Joins the riders of several entries, and removes decisions against it (T9). */
export function joinEntries(
  entries: readonly Key[],
  persons: readonly Person[],
  decisions: readonly Decision[],
): DecisionChange {
  const joined = [...new Set(entries.flatMap((key) => findPerson(persons, key) ?? []))];
  const ids = new Set(joined.flatMap((person) => person.entries.map(entryId)));
  const [first, ...others] = joined.flatMap((person) => entries.find((key) => findPerson([person], key)) ?? []);
  return {
    added: others.flatMap((other) => (first ? [{ kind: 'same', a: keyOf(first), b: keyOf(other) }] : [])),
    removed: decisions.filter(({ kind, a, b }) => kind === 'different' && ids.has(entryId(a)) && ids.has(entryId(b))),
  };
}

/** Finds the rider to whom an entry belongs. */
export const findPerson = <E extends SeasonEntry>(persons: readonly Person<E>[], key: Key): Person<E> | undefined =>
  persons.find(({ entries }) => entries.some((one) => entryId(one) === entryId(key)));
