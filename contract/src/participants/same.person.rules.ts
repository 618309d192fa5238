import { licenceKey } from './licence.key.ts';

/* Whether two riders of one bib are one person (I4). */

/** Normalises a name: letters without case or accents; `d’Arc` equals `D'ARC`. */
export function nameKey(name: string): string {
  const letters = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[^\p{L}\p{N}]/gu, '');
  return letters || name;
}

interface Named {
  first_name: string;
  last_name: string;
}

/** Whether two riders have the same last or first name, as an imported row and the rider of its bib must (I4). */
export const shareName = (one: Named, other: Named): boolean =>
  nameKey(one.last_name) === nameKey(other.last_name) || nameKey(one.first_name) === nameKey(other.first_name);

const isSwapped = (one: Named, other: Named) =>
  nameKey(one.last_name) === nameKey(other.first_name) && nameKey(one.first_name) === nameKey(other.last_name);

const hasFullName = (one: Named, other: Named) =>
  nameKey(one.last_name) === nameKey(other.last_name) && nameKey(one.first_name) === nameKey(other.first_name);

/**
 * Whether a rider is still the same person after an edit: one of the names is kept (I4), or both were swapped. With one
 * name kept and another licence it is somebody else, such as a sister.
 */
export function isSamePerson(
  before: Named & { licence?: string | null },
  after: Named & { licence?: string | null },
): boolean {
  if (hasFullName(before, after) || isSwapped(before, after)) return true;
  const [was, is] = [licenceKey(before.licence ?? null), licenceKey(after.licence ?? null)];
  return shareName(before, after) && (was === undefined || is === undefined || was === is);
}
