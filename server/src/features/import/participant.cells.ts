import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import { wholeNumber } from '@dossard/contract/participants/licence.key.ts';
import {
  isOptionalField,
  type OptionalField,
  type ParticipantField,
} from '@dossard/contract/participants/participant.fields.ts';
import { participantInputSchema } from '@dossard/contract/participants/participant.schema.ts';
import type { Problem } from '@dossard/contract/refusals/problem.words.ts';
import { problemsOf } from '@dossard/contract/refusals/problems.ts';
import { headingKey } from './participant.headings.ts';
import { isGarbled } from './text.encoding.ts';

/** The value of a cell, or its problems. */
export type Reading<Value> = { value: Value } | { problems: Pick<Problem, 'code' | 'values'>[] };

const refuse = (code: Problem['code'], values?: Problem['values']): Reading<never> => ({
  problems: [{ code, values }],
});

/** Shortens a text for quoting in a message. */
const quote = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Matches a category of two ages that a spreadsheet took for a date, as displayed: `11-déc`, `9/10/2026`, `2026-12-11`, `46367`. */
const categoryAsDate =
  /^(\d{1,2}[-/. ]{1,2}(jan|f[eé]v|feb|mar|avr|apr|ma[iy]|jui|jun|jul|ao[uû]|aug|sep|oct|nov|d[eé]c)\p{L}*\.?([-/ ]\d{2,4})?|(jan|f[eé]v|feb|mar|avr|apr|ma[iy]|jui|jun|jul|ao[uû]|aug|sep|oct|nov|d[eé]c)\p{L}*\.?[-/ ]\d{1,4}|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d\d-\d\d.*|[34]\d{4})$/iu;

/** Reads a bib number: ` 12 `, `012`, `12.0` and `12,0` are 12. */
export function readDossard(cell: string): Reading<number> {
  const text = cell.trim();
  if (text === '') return refuse('required');
  if (!/^\d+([.,]0+)?$/.test(text)) return refuse('dossard_invalid', { value: quote(text) });
  const number = Number(text.replace(',', '.'));
  if (number === 0) return refuse('dossard_invalid', { value: quote(text) });
  const checked = participantInputSchema.shape.dossard_number.safeParse(number, { reportInput: true });
  return checked.success ? { value: checked.data } : { problems: problemsOf(checked.error) };
}

const genderWords: Record<Gender, readonly string[]> = {
  H: [
    ...['h', 'm', 'g', 'homme', 'hommes', 'garcon', 'garcons', 'masculin', 'male', 'man', 'men', 'boy', 'boys'],
    ...['mr', 'monsieur'],
  ],
  F: [
    ...['f', 'w', 'femme', 'femmes', 'fille', 'filles', 'feminin', 'feminine', 'female', 'woman', 'women'],
    ...['girl', 'girls', 'dame', 'dames', 'mme', 'mlle', 'madame', 'mademoiselle'],
  ],
};

/** Reads a gender from whole words, in French or English; one that is `unclear` is refused. */
export function readGender(cell: string, unclear?: ReadonlySet<string>): Reading<Gender> {
  if (cell.trim() === '') return refuse('required');
  const word = headingKey(cell);
  if (unclear?.has(word)) return refuse('gender_unknown', { value: quote(cell.trim()) });
  if (genderWords.H.includes(word)) return { value: 'H' };
  if (genderWords.F.includes(word)) return { value: 'F' };
  return refuse(isGarbled(cell) ? 'garbled_text' : 'gender_unknown', { value: quote(cell.trim()) });
}

/**
 * Lists which of the words for genders in a file may mean either: `G` beside `B` (girl), and `M` beside `H` (mujer) where
 * no other word means a woman.
 */
export function unclearGenders(cells: Iterable<string>): ReadonlySet<string> {
  const words = new Set([...cells].map(headingKey));
  const isOther = words.has('h') && words.has('m') && !genderWords.F.some((word) => words.has(word));
  return new Set([...(words.has('b') ? ['g'] : []), ...(isOther ? ['m'] : [])]);
}

/** Reads a name by the rules of a single entry; collapses inner spaces. */
function readName(field: 'last_name' | 'first_name', cell: string): Reading<string> {
  // A question mark in a name replaces a letter that the encoding could not represent.
  if (isGarbled(cell) || cell.includes('?')) return refuse('garbled_text', { value: quote(cell.trim()) });
  // A number or a category here means that the columns are in a different order.
  if (/^\s*(\d[\d\s.,]*|u ?\d{1,2})\s*$/i.test(cell)) return refuse('invalid');
  return readLine(cell, (text) => participantInputSchema.shape[field].safeParse(text, { reportInput: true }));
}

/** Reads a category; `u 13` becomes `U13`. */
function readCategory(cell: string): Reading<string> {
  if (isGarbled(cell)) return refuse('garbled_text', { value: quote(cell.trim()) });
  if (categoryAsDate.test(cell.trim())) return refuse('category_is_date', { value: quote(cell.trim()) });
  return readLine(cell, (text) => participantInputSchema.shape.category.safeParse(text, { reportInput: true }));
}

/** Reads an optional text; an empty cell is `null`, which deletes the stored value. */
function readOptional(field: OptionalField, cell: string): Reading<string | null> {
  if (isGarbled(cell)) return refuse('garbled_text', { value: quote(cell.trim()) });
  const written = field === 'licence' ? cell.trim().replace(wholeNumber, '$1') : cell;
  return readLine(written, (text) => participantInputSchema.shape[field].safeParse(text, { reportInput: true }));
}

/**
 * Splits a full name: before a comma, or in capitals, stands the last name; two words are in the order of the heading.
 */
export function readFullName(cell: string, firstLast: boolean): Reading<{ first_name: string; last_name: string }> {
  const text = cell.trim().replace(/\s+/g, ' ');
  if (text === '') return refuse('required');
  const [before = '', after, more] = text.split(/ ?, ?/);
  if (after && more === undefined) return { value: { last_name: before, first_name: after } };
  const words = text.split(' ');
  const isCapital = (word: string) => /\p{Lu}.*\p{Lu}/u.test(word) && word === word.toUpperCase();
  const capitals = words.filter(isCapital);
  const others = words.filter((word) => !isCapital(word));
  const isApart = [words.slice(0, capitals.length), words.slice(-capitals.length)].some((part) =>
    part.every(isCapital),
  );
  if (capitals.length > 0 && others.length > 0 && isApart)
    return { value: { last_name: capitals.join(' '), first_name: others.join(' ') } };
  const [one = '', other = ''] = words;
  if (words.length !== 2) return refuse('name_not_split', { value: quote(text) });
  return { value: firstLast ? { first_name: one, last_name: other } : { last_name: one, first_name: other } };
}

/** Reads the category of an age in the year of the season, from U9 (7 and 8 years) to U17; the date is not kept. */
export function readCategoryOfBirth(cell: string, season: number): Reading<string> {
  const text = cell.trim();
  if (text === '') return refuse('required');
  const century = Math.floor(season / 100) * 100;
  const short = century + Number(/^\d{1,2}[/.-]\d{1,2}[/.-](\d\d)$/.exec(text)?.[1] ?? Number.NaN);
  const year = Number(/\b(19|20)\d\d\b/.exec(text)?.[0] ?? (short > season ? short - 100 : short));
  const older = Math.ceil((season - year) / 2) * 2;
  if (!(older >= 8 && older <= 16)) return refuse('no_category_of_age', { value: quote(text) });
  return { value: `U${older + 1}` };
}

const requiredReaders: Record<Exclude<ParticipantField, OptionalField>, (cell: string) => Reading<string>> = {
  category: readCategory,
  last_name: (cell) => readName('last_name', cell),
  first_name: (cell) => readName('first_name', cell),
  gender: readGender,
};

/** Reads the cell of a field of a rider. */
export const readField = (field: ParticipantField, cell: string): Reading<string | null> =>
  isOptionalField(field) ? readOptional(field, cell) : requiredReaders[field](cell);

type Checked<Value> = { success: true; data: Value } | { success: false; error: Parameters<typeof problemsOf>[0] };

function readLine<Value>(cell: string, check: (text: string) => Checked<Value>): Reading<Value> {
  const text = cell.trim();
  // Not treated as a space: with a missing quote, one cell can contain two rows.
  if (/[\r\n\u2028\u2029]/.test(text)) return refuse('line_break');
  if (isSpreadsheetError(text)) return refuse('invalid');
  const checked = check(text.replace(/\s+/g, ' '));
  return checked.success ? { value: checked.data } : { problems: problemsOf(checked.error) };
}

/** Whether a text is the error value of a spreadsheet formula, in French or English. */
function isSpreadsheetError(text: string): boolean {
  return /^#(N\/A|REF!|VALUE!|VALEUR!|NAME\?|NOM\?|DIV\/0!|NULL!|NUL!|NUM!|NOMBRE!)$/.test(text);
}
