import type { Names } from '../text/text.schema.ts';
import type { PublicNames } from './competition.schema.ts';

/**
 * Returns which names public pages may show on a date (`YYYY-MM-DD`): as the organiser chose, and only the bib after
 * the last day on which names are shown.
 */
export function publicNamesOn(
  day: string,
  setting: { public_names: PublicNames; names_until: string | null },
): PublicNames {
  return setting.names_until !== null && day > setting.names_until ? 'bib' : setting.public_names;
}

/** Formats a name for public pages: in full, as initials, or empty if only the bib is shown. */
export function showNames({ first_name, last_name }: Names, shown: PublicNames): Names {
  if (shown === 'full') return { first_name, last_name };
  if (shown === 'initials') return { first_name: initial(first_name), last_name: initial(last_name) };
  return { first_name: '', last_name: '' };
}

/** Returns the initials of a name: `Anne-Lise` gives `A.-L.`. */
function initial(name: string): string {
  return name.replace(/\p{L}[\p{L}\p{M}’']*/gu, (part) => `${[...part][0]?.toLocaleUpperCase('fr')}.`);
}
