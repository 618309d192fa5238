import { categoryKey, compareCategories } from '@dossard/contract/categories/category.schema.ts';
import { optionalFieldNames } from '@dossard/contract/participants/participant.fields.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { nameAndClubKey } from '@dossard/contract/participants/same.person.rules.ts';
import { searchRiders } from '../../riders/rider.search.ts';
import { fullName } from '../../riders/rider.words.tsx';

/** The sort keys of the list of participants, within each category. */
export type SortKey = 'dossard_number' | 'last_name' | 'club' | 'run_count';

/**
 * Finds the riders of a category whose dossard begins with the search, or whose name and optional fields contain every
 * word.
 */
export function findRiders(riders: readonly Participant[], search: string, category: string): Participant[] {
  const key = categoryKey(category);
  const ofCategory = category === '' ? riders : riders.filter((rider) => categoryKey(rider.category) === key);
  return searchRiders(ofCategory, search, {
    dossard: (rider) => rider.dossard_number,
    text: (rider) => [fullName(rider), ...optionalFieldNames.map((name) => rider[name] ?? '')].join(' '),
  });
}

/** Sorts riders by category, then by the chosen key, then by dossard. */
export function sortRiders(riders: readonly Participant[], by: SortKey): Participant[] {
  return [...riders].sort(
    (a, b) => compareCategories(a.category, b.category) || compareBy(a, b, by) || a.dossard_number - b.dossard_number,
  );
}

function compareBy(a: Participant, b: Participant, by: SortKey): number {
  if (by === 'last_name') return compareTexts(`${a.last_name} ${a.first_name}`, `${b.last_name} ${b.first_name}`);
  // Riders without a club come last.
  if (by === 'club') return Number(!a.club) - Number(!b.club) || compareTexts(a.club ?? '', b.club ?? '');
  return by === 'run_count' ? b.run_count - a.run_count : 0;
}

const compareTexts = (a: string, b: string) => a.localeCompare(b, 'fr', { sensitivity: 'base' });

/** Lists the keys of names and clubs that several riders have, who may be one rider entered twice. */
export function listDoubles(riders: readonly Participant[]): ReadonlySet<string> {
  const once = new Set<string>();
  return new Set(
    riders.flatMap((rider) => {
      const key = nameAndClubKey(rider);
      const isDouble = once.has(key);
      once.add(key);
      return isDouble ? [key] : [];
    }),
  );
}
