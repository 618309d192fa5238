import {
  isOptionalField,
  type ParticipantField,
  participantFieldNames,
  participantFields,
} from '@dossard/contract/participants/participant.fields.ts';
import type { SheetRow } from './sheet.ts';

/** What a column of a file can be, by wire name. */
export type Field = 'dossard_number' | ParticipantField;
/** In the order of columns without headings. */
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

/** Fields by heading: unmistakable ones, and those that are taken when there is no other. */
const sureField = new Map(fields.flatMap((field) => headingsOf(field).sure.map((heading) => [heading, field])));
const likelyField = new Map(fields.flatMap((field) => headingsOf(field).likely.map((heading) => [heading, field])));

/** What spellings of a heading have in common: no case, accents, or signs; `N° Dossard` is `n dossard`. */
export function headingKey(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/#/g, ' n ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Finds the field of a heading, with or without a remark (`Sexe (H/F)`), or in two languages (`Nom / Last name`). */
function fieldOf(heading: string, known: ReadonlyMap<string, Field>): Field | undefined {
  const whole = known.get(headingKey(heading)) ?? known.get(headingKey(heading.replace(/\(.*\)/s, '')));
  if (whole) return whole;
  const [first, ...others] = heading.split('/').map((part) => known.get(headingKey(part)));
  return others.length > 0 && others.every((field) => field === first) ? first : undefined;
}

/** Writes a heading as a problem names it. */
export function headingText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Columns of a heading row, by field; of two that say the same, `doubled` has the second. */
export interface HeadingColumns {
  columns: Map<Field, number>;
  doubled: { field: Field; column: number }[];
}

/** Finds the columns that a row would name, were it the heading. */
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

/** Rows in which a heading is looked for: titles above it are few. */
const searchedRows = 50;

/** Finds the heading row, the one that names most required columns; its index, or -1. */
export function findHeadingRow(rows: readonly SheetRow[]): number {
  const counts = rows.slice(0, searchedRows).map(({ cells }) => {
    const { columns } = columnsOfHeadings(cells);
    const known = requiredFields.filter((field) => columns.has(field)).length;
    // One known word may be a rider called Cat, or a title; in a row of many words and no number it is a heading.
    return known === 1 && !isRowOfWords(cells) ? 0 : known;
  });
  const most = Math.max(0, ...counts);
  return most === 0 ? -1 : counts.indexOf(most);
}

function isRowOfWords(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => /\S/.test(cell));
  return filled.length >= 4 && filled.every((cell) => !/^[\s\d.,]+$/.test(cell));
}
