import {
  isOptionalField,
  numbered,
  type ParticipantField,
  participantFieldNames,
  participantFields,
} from '@dossard/contract/participants/participant.fields.ts';
import type { ImportField } from '@dossard/contract/participants/participant.schema.ts';
import type { SheetRow } from './sheet.ts';

/** The possible fields of a column, by wire name. */
export type Field = ImportField;
/** In the order that columns without headings must have. */
export const fields: readonly ('dossard_number' | ParticipantField)[] = ['dossard_number', ...participantFieldNames];
const requiredFields: readonly Field[] = fields.filter((field) => !isOptionalField(field));

const dossardHeadings = {
  sure: [
    ...numbered('dossard', 'dossards', 'dos', 'plaque', 'plaques', 'plate', 'bib', 'bibs', 'dorsal'),
    ...[
      'start number',
      'start no',
      'start nr',
      'startno',
      'startnr',
      'stno',
      'st no',
      'st nr',
      'no st',
      'number plate',
    ],
    ...['race number', 'race no', 'racing number', 'rider number', 'rider no', 'numero pilote', 'numero du pilote'],
    ...['n pilote', 'n coureur', 'numero coureur', 'numero de course', 'n de course', 'n course'],
  ],
  likely: ['n', 'no', 'nr', 'num', 'numero', 'number'],
};
/** Headings of both names in one column, the last name first or last. */
const fullNames = {
  lastFirst: ['nom prenom', 'nom et prenom', 'noms prenoms', 'noms et prenoms', 'last name first name', 'surname name'],
  firstLast: ['prenom nom', 'prenom et nom', 'full name', 'fullname', 'first name last name', 'name surname'],
};
const headingsOf = (field: Field): { sure: readonly string[]; likely: readonly string[] } => {
  if (field === 'dossard_number') return dossardHeadings;
  if (field === 'full_name') return { sure: [...fullNames.lastFirst, ...fullNames.firstLast], likely: [] };
  if (field === 'first_last_name' || field === 'birth_date') return { sure: [], likely: [] };
  return participantFields[field].headings;
};
const named: readonly Field[] = [...fields, 'full_name'];

/** Fields by heading: unmistakable headings, and likely ones that are used when there is no other. */
const sureField = new Map(named.flatMap((field) => headingsOf(field).sure.map((heading) => [heading, field])));
const likelyField = new Map(named.flatMap((field) => headingsOf(field).likely.map((heading) => [heading, field])));

/** Whether a heading puts the first name before the last. */
export const isFirstLast = (heading: string): boolean => fullNames.firstLast.includes(headingKey(heading));

/** Normalises a heading: no case, accents, or punctuation; `N° Dossard` becomes `n dossard`. */
export function headingKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/#/g, ' n ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Finds the field of a heading, also with a remark (`Sexe (H/F)`), or in two languages (`Nom / Last name`). */
function fieldOf(heading: string, known: ReadonlyMap<string, Field>): Field | undefined {
  const whole = known.get(headingKey(heading)) ?? known.get(headingKey(heading.replace(/\(.*\)/s, '')));
  if (whole) return whole;
  const [first, ...others] = heading.split('/').map((part) => known.get(headingKey(part)));
  return others.length > 0 && others.every((field) => field === first) ? first : undefined;
}

/** Formats a heading for a problem. */
export function headingText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Columns of a heading row, by field; `doubled` has the second of two columns for the same field. */
export interface HeadingColumns {
  columns: Map<Field, number>;
  doubled: { field: Field; column: number }[];
}

/** The fields that a person chose for columns, by heading; null for a column that is left out. */
export type ChosenColumns = ReadonlyMap<string, Field | null>;

/** Finds the columns that a row names, assuming that it is the heading; what a person chose comes first. */
export function columnsOfHeadings(cells: readonly string[], chosen: ChosenColumns): HeadingColumns {
  const columns = new Map<Field, number>();
  const doubled: HeadingColumns['doubled'] = [];
  const choices = cells.map((cell) => chosen.get(headingText(cell)));
  const isChosen = (field: Field) => choices.includes(field);
  choices.forEach((field, column) => {
    if (field) columns.set(field, column);
  });
  cells.forEach((cell, column) => {
    const field = choices[column] === undefined ? fieldOf(cell, sureField) : undefined;
    if (field === undefined || isChosen(field)) return;
    if (columns.has(field)) doubled.push({ field, column });
    else columns.set(field, column);
  });
  cells.forEach((cell, column) => {
    const field = choices[column] === undefined ? fieldOf(cell, likelyField) : undefined;
    if (field !== undefined && !columns.has(field) && !isChosen(field)) columns.set(field, column);
  });
  return { columns, doubled };
}

/** Lists the required fields that no column gives: a full name gives both names, a date of birth the category. */
export function missingFields(columns: ReadonlyMap<Field, number>): Field[] {
  const isGiven = (field: Field) =>
    columns.has(field) ||
    (/_name$/.test(field) && (columns.has('full_name') || columns.has('first_last_name'))) ||
    (field === 'category' && columns.has('birth_date'));
  return requiredFields.filter((field) => !isGiven(field));
}

/** Number of rows searched for a heading; few titles stand above it. */
export const searchedRows = 50;

/** Finds the row that names most required columns; returns its index, or -1. */
export function findHeadingRow(rows: readonly SheetRow[], chosen: ChosenColumns): number {
  const counts = rows.slice(0, searchedRows).map(({ cells }) => {
    const { columns } = columnsOfHeadings(cells, chosen);
    const known = requiredFields.length - missingFields(columns).length;
    // A single known word may be a title, or a rider called Cat; in a row of several words without numbers it is a
    // heading.
    return known === 1 && !isRowOfWords(cells) ? 0 : known;
  });
  const most = Math.max(0, ...counts);
  return most === 0 ? -1 : counts.indexOf(most);
}

function isRowOfWords(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => /\S/.test(cell));
  return filled.length >= 4 && filled.every((cell) => !/^[\s\d.,]+$/.test(cell));
}
