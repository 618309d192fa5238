/* Parsers for text typed into fields. */

/** Parses a typed number; undefined if the field is empty, NaN if it is not a number. */
export function parseNumber(text: FormDataEntryValue | null): number | undefined {
  const typed = String(text ?? '').trim();
  return typed === '' ? undefined : Number(typed.replace(',', '.'));
}

const minutesAndSeconds = /^(\d+) ?[:'’] ?([0-5]\d)(?:[.,"”](\d*))?$/;
const secondsAlone = /^-?\d*[.,]?\d+$/;

/**
 * Parses a time typed as `1:23.27` or in seconds, with a point or a comma; in seconds. Undefined for an empty text, NaN
 * if it is not a time.
 */
export function parseChrono(typed: string): number | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const [, minutes, seconds, decimals] = minutesAndSeconds.exec(text) ?? [];
  // Built as one text, so that no decimal is rounded.
  if (minutes !== undefined) return Number(`${Number(minutes) * 60 + Number(seconds)}.${decimals || 0}`);
  return secondsAlone.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}

/** Parses a SHA-256 as it is printed: with its name, or broken into parts. */
export const parseHash = (typed: string): string => typed.replace(/^\s*sha-?256|[\s:.-]/gi, '');

/** Returns the non-empty lines of a field, trimmed. */
export const readLines = (text: FormDataEntryValue | null): string[] =>
  String(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Parses a moment typed by the device's clock, as ISO 8601 in UTC; null if the field is empty, the text if it is none. */
export function parseMoment(typed: FormDataEntryValue | null): string | null {
  const local = String(typed ?? '');
  const moment = new Date(local);
  if (local === '') return null;
  return Number.isNaN(moment.getTime()) ? local : moment.toISOString();
}

/** Writes a moment for a field that shows the device's clock. */
export function writeMoment(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
