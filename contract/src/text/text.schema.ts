import * as z from 'zod/mini';
import type { ProblemCode } from '../refusals/problem.words.ts';

/** Sets the code of a check's problem; the message is added later, in the reader's language. */
export const as = (code: ProblemCode) => code;

/**
 * Whether PostgreSQL and a screen can represent a text: no control characters, no half surrogate pair, and no marks
 * that change the direction of the surrounding text.
 */
function isReadable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text);
}

/**
 * Trims spaces and invisible characters. A text that shows nothing becomes empty; otherwise fillers and variation
 * selectors at its ends are kept, because scripts and emoji need them.
 */
const trimUnseen = (text: string) => text.replace(/^[\s\p{Cf}\p{DI}\u2800]+$|^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');

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

/** Bikes were not ridden before 1900; ISO 8601 allows the year 0, which no calendar has. */
const hasPlausibleYear = (text: string) => /^(19|20|21)\d\d-/.test(text);

/** A date, `YYYY-MM-DD`. */
export const dateSchema = z.iso
  .date({ error: as('invalid_date'), abort: true })
  .check(z.refine(hasPlausibleYear, as('invalid_date')));

/** A moment, ISO 8601 in UTC, truncated to the stored milliseconds: rounding could move it to another year. */
export const timeSchema = z.iso.datetime({ error: as('invalid_time'), abort: true }).check(
  z.refine(hasPlausibleYear, { error: as('invalid_time'), abort: true }),
  z.overwrite((text) => new Date(text).toISOString()),
);

/*
 * Schemas of answers. An answer is never stricter than storage: a row with values that are no longer accepted is still
 * shown, and can be corrected.
 */

/** A stored date, `YYYY-MM-DD`. */
export const storedDateSchema = z.iso.date();

/** A stored moment, ISO 8601 in UTC. */
export const storedTimeSchema = z.iso.datetime();

/** What names an event. */
export const eventShape = { id: idSchema, name: z.string(), date: storedDateSchema, location: z.string() };

/** The names of a rider or an account. */
export const namesShape = { first_name: z.string(), last_name: z.string() };
export type Names = { [Name in keyof typeof namesShape]: string };
/** The names of a rider, with the club. */
export const riderShape = { ...namesShape, club: z.nullable(z.string()) };
