/*
 * Parsers for ids and query values in URLs. No schema library, because every page loads this file. Malformed values are
 * treated as missing.
 */

/** The router's parsed query values. */
export type RawSearch = Record<string, unknown>;

/** Maximum length of a token that the server accepts. */
const maxTokenLength = 200;

/** Parses an id in a path; NaN if it is not a positive integer. */
export function parseId(text: string): number {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
}

export const parseText = (raw: unknown): string | undefined => (typeof raw === 'string' ? raw : undefined);

/** Returns the value if it is a positive integer, otherwise undefined. */
export const parseCount = (raw: unknown): number | undefined =>
  Number.isSafeInteger(raw) && Number(raw) >= 1 ? Number(raw) : undefined;

/** Returns the page of a list in an address, from 1. */
export const pageIn = ({ page }: RawSearch): number => parseCount(page) ?? 1;

/** Makes the values of a query optional, so that links may leave them out. */
export const optional = <Values>(values: Values): Partial<Values> => values;

export const parseChoice = <const Choice>(raw: unknown, choices: readonly Choice[]): Choice | undefined =>
  choices.find((choice) => choice === raw);

/** Parses the token of a mailed link or a QR code. */
export function parseToken({ token: raw }: RawSearch): { token?: string | undefined } {
  const token = parseText(raw);
  return { token: token && token.length <= maxTokenLength ? token : undefined };
}
