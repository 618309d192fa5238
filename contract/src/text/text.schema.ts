import * as z from 'zod/mini';
import type { ProblemCode } from '../refusals/problem.words.ts';

/** Gives a check's problem its code; the words are made later, in the reader's language. */
export const as = (code: ProblemCode) => code;

/**
 * Text that PostgreSQL and a screen can hold: no control characters, no half of a surrogate pair, and none of the marks
 * that turn the direction of the text around it.
 */
function isReadable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text);
}

/** Trims spaces and invisible characters; a name of these alone is empty. */
const trimUnseen = (text: string) => text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');

function isReadableParagraph(text: string): boolean {
  return isReadable(text.replace(/[\n\t]/g, ' '));
}

/** One line of text, NFC, trimmed, `minimum` to `maximum` characters (V1). */
export function line(minimum: number, maximum = 200) {
  return z
    .string()
    .check(
      z.normalize('NFC'),
      z.overwrite(trimUnseen),
      z.minLength(minimum),
      z.maxLength(maximum),
      z.refine(isReadable, as('unreadable_character')),
    );
}

/** Text of several lines, NFC, trimmed, line ends as `\n`. */
export function paragraph(maximum = 5000) {
  return z.string().check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
    z.normalize('NFC'),
    z.trim(),
    z.maxLength(maximum),
    z.refine(isReadableParagraph, as('unreadable_character')),
  );
}

/** An e-mail address, trimmed and in lower case. */
export const emailSchema = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(1, { abort: true }), z.maxLength(254), z.email(as('invalid_email')));

/** A positive integer that a database key can hold. */
export const idSchema = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/** Bikes were not ridden before 1900; ISO 8601 writes year 0 too, which no calendar has. */
const hasPlausibleYear = (text: string) => /^(19|20|21)\d\d-/.test(text);

/** A day of the calendar, `YYYY-MM-DD`. */
export const dateSchema = z.iso
  .date({ error: as('invalid_date'), abort: true })
  .check(z.refine(hasPlausibleYear, as('invalid_date')));

/** A moment, ISO 8601 in UTC, cut to the milliseconds that are stored: rounding could carry it into another year. */
export const timeSchema = z.iso.datetime({ error: as('invalid_time'), abort: true }).check(
  z.refine(hasPlausibleYear, { error: as('invalid_time'), abort: true }),
  z.overwrite((text) => new Date(text).toISOString()),
);

/*
 * What answers carry. An answer is never stricter than what is stored: a row that no call would take any more is still
 * shown, and can be corrected.
 */

/** A stored day of the calendar, `YYYY-MM-DD`. */
export const storedDateSchema = z.iso.date();

/** A stored moment, ISO 8601 in UTC. */
export const storedTimeSchema = z.iso.datetime();
