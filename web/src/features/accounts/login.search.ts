import { parseText, type RawSearch } from '../../text/address.ts';

/**
 * Only a path of this site, so that a link cannot redirect people to another site after the sign-in. Browsers drop tabs
 * and line ends from an address, and take a backslash for a slash.
 */
const ownPath = /^\/(?!\/)[^\\\t\n\r]*$/;

/** Parses where to go after the sign-in. */
export function loginSearch(raw: RawSearch): { to?: string | undefined } {
  const to = parseText(raw.to);
  return { to: to && ownPath.test(to) ? to : undefined };
}
