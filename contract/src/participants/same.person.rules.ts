import { foldLetters } from '../text/search.words.ts';
import type { Names } from '../text/text.schema.ts';
import { licenceKey } from './licence.key.ts';

/* Whether two riders are one person, by their names and licences (I4, T9). */

/** Normalises a name: letters without case or accents; `d’Arc` equals `D'ARC`. */
export function nameKey(name: string): string {
  const letters = foldLetters(name).replace(/[^\p{L}\p{N}]/gu, '');
  return letters || name;
}

/** Whether two riders have the same last or first name, as an imported row and the rider of its bib must (I4). */
export const shareName = (one: Names, other: Names): boolean =>
  nameKey(one.last_name) === nameKey(other.last_name) || nameKey(one.first_name) === nameKey(other.first_name);

/** A name in either order, for comparison. */
export const fullNameKey = ({ first_name, last_name }: Names) =>
  [nameKey(first_name), nameKey(last_name)].sort().join(' ');

/** A name and club, for comparison: riders who share both may be one rider entered twice. */
export const nameAndClubKey = (rider: Names & { club?: string | null | undefined }): string =>
  `${fullNameKey(rider)}, ${nameKey(rider.club ?? '')}`;

/** A rider, with the competition or list from elsewhere they are in, if each of its riders is given once. */
interface LicenceHolder extends Names {
  licence?: string | null;
  column_id?: number;
}

/**
 * Returns the function that decides which licences identify a rider among these, for everything that joins riders by
 * licence: one on two different names, or on two bibs of one competition, identifies nobody (T9).
 */
export function identifyingLicences(riders: Iterable<LicenceHolder>) {
  const names = new Map<string, string>();
  const places = new Set<string>();
  const shared = new Set<string>();
  for (const rider of riders) {
    const key = licenceKey(rider.licence ?? null);
    if (key === undefined) continue;
    const name = fullNameKey(rider);
    const place = `${rider.column_id} ${key}`;
    if ((names.get(key) ?? name) !== name || (rider.column_id !== undefined && places.has(place))) shared.add(key);
    names.set(key, name);
    places.add(place);
  }
  return (licence: string | null): string | undefined => {
    const key = licenceKey(licence);
    return key === undefined || shared.has(key) ? undefined : key;
  };
}

/**
 * Whether a rider is still the same person after an edit: one of the names is kept (I4), or both were swapped. With one
 * name kept and another licence it is somebody else, such as a sister.
 */
export function isSamePerson(
  before: Names & { licence?: string | null },
  after: Names & { licence?: string | null },
): boolean {
  if (fullNameKey(before) === fullNameKey(after)) return true;
  const [was, is] = [licenceKey(before.licence ?? null), licenceKey(after.licence ?? null)];
  return shareName(before, after) && (was === undefined || is === undefined || was === is);
}
