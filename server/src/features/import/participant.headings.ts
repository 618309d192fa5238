import {
  isOptionalField,
  type ParticipantField,
  participantFieldNames,
  participantFields,
} from '@dossard/contract/participants/participant.fields.ts';
import type { SheetRow } from './sheet.ts';

/** The possible fields of a column, by wire name. */
export type Field = 'dossard_number' | ParticipantField;
/** In the order that columns without headings must have. */
export const fields: readonly Field[] = ['dossard_number', ...participantFieldNames];
export const requiredFields = fields.filter((field) => !isOptionalField(field));

const dossardHeadings = {
  sure: [
    ...['dossard', 'dossards', 'n dossard', 'no dossard', 'num dossard', 'numero dossard', 'numero de dossard'],
    ...['n de dossard', 'dossard n', 'dossard no', 'dossard number', 'plaque', 'n plaque', 'numero de plaque'],
    ...['bib', 'bib number', 'bib n', 'bib no', 'bib num', 'number plate', 'start number', 'race number'],
    ...['rider number', 'numero pilote', 'numero du pilote'],
  ],
  likely: ['n', 'no', 'nr', 'num', 'numero', 'number'],
};
const headingsOf = (field: Field) => (field === 'dossard_number' ? dossardHeadings : participantFields[field].headings);

/** Fields by heading: unmistakable headings, and likely ones that are used when there is no other. */
const sureField = new Map(fields.flatMap((field) => headingsOf(field).sure.map((heading) => [heading, field])));
const likelyField = new Map(fields.flatMap((field) => headingsOf(field).likely.map((heading) => [heading, field])));

/** Normalises a heading: no case, accents, or punctuation; `N° Dossard` becomes `n dossard`. */
export function headingKey(text: string): string {
  return text
    .normalize('NFD')
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

/** Finds the columns that a row names, assuming that it is the heading. */
export function columnsOfHeadings(cells: readonly string[]): HeadingColumns {
  const columns = new Map<Field, number>();
  const doubled: HeadingColumns['doubled'] = [];
  cells.forEach((cell, column) => {
    const field = fieldOf(cell, sureField);
    if (field === undefined) return;
    if (columns.has(field)) doubled.push({ field, column });
    else columns.set(field, column);
  });
  cells.forEach((cell, column) => {
    const field = fieldOf(cell, likelyField);
    if (field !== undefined && !columns.has(field)) columns.set(field, column);
  });
  return { columns, doubled };
}

/** Number of rows searched for a heading; few titles stand above it. */
const searchedRows = 50;

/** Finds the row that names most required columns; returns its index, or -1. */
export function findHeadingRow(rows: readonly SheetRow[]): number {
  const counts = rows.slice(0, searchedRows).map(({ cells }) => {
    const { columns } = columnsOfHeadings(cells);
    const known = requiredFields.filter((field) => columns.has(field)).length;
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
