import { type Language, say, type Values } from '../language/language.ts';
import { m } from '../paraglide/messages.js';

export type ProblemCode = Parameters<typeof m.problem>[0]['code'];

/*
 * A problem is one fault in one field of the input: a code and a path. The messages are defined once, for the server's
 * answers and for the forms of the web.
 */
export interface Problem {
  /** Path of the field in the input, joined by dots: `graduations.0.category`. */
  path: string;
  code: ProblemCode;
  /** The sheet of an imported workbook. */
  sheet?: string | undefined;
  /** 1-based line of an imported sheet, heading included. */
  row?: number | undefined;
  /** Heading of the sheet's column, else its letter. */
  column?: string | undefined;
  /** Values in the message: `minimum`, `value`… */
  values?: Values | undefined;
}

/**
 * Formats a problem in one language, with the name of its field. Some fields have messages of their own; numbered ones
 * (`points_door1`…) share them.
 */
export function formatProblem({ path, code, values }: Problem, language: Language): string {
  const parts = path.split('.').reverse();
  const name = parts.find((part) => !/^\d+$/.test(part)) ?? '';
  const field = say(m.field_name, { field: name }, language);
  const Field = field.charAt(0).toLocaleUpperCase(language) + field.slice(1);
  return say(m.problem, { field, Field, ...values, code, of: name.replace(/\d$/, '') }, language);
}
