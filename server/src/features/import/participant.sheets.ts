import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import { inBoth, say } from '@dossard/contract/language/language.ts';
import { m } from '@dossard/contract/paraglide/messages.js';
import type { ImportOptions } from '@dossard/contract/participants/participant.schema.ts';
import type { Problem } from '@dossard/contract/refusals/problem.words.ts';
import { readGender } from './participant.cells.ts';
import { findLayout, type Layout, textAt } from './participant.columns.ts';
import { type ChosenColumns, missingFields } from './participant.headings.ts';
import type { Sheet } from './sheet.ts';

/* Which sheets of a workbook are lists of riders, and what their names say about all their riders. */

export interface FoundSheet {
  sheet: Sheet;
  layout: Layout;
  /** What the name of the sheet says where no column does. */
  given: { category?: string | undefined; gender?: Gender | undefined };
  /** Number of rows with a rider, as far as one can tell. */
  riders: number;
  /** Why it is not read. */
  why?: Problem;
}

/**
 * Finds the sheets to read: those that a person chose, else all visible ones that are lists of riders; if none is, the
 * first with data, whose problems are reported.
 */
export function findSheets(
  sheets: readonly Sheet[],
  chosen: ChosenColumns,
  { sheets: names, bibs }: ImportOptions,
): FoundSheet[] {
  const described = sheets.map((sheet) => describeSheet(sheet, chosen, bibs !== undefined));
  const full = described.filter(({ sheet }) => sheet.rows.length > 0 || sheet.unread_from !== undefined);
  const visible = full.filter(({ sheet }) => !sheet.hidden);
  const candidates = new Set((visible.length > 0 ? visible : full).map(({ sheet }) => sheet));
  const found = nameCategories(described, candidates);
  if (names)
    return found.map((one) =>
      names.includes(one.sheet.name ?? '') ? one : { ...one, why: problem('sheet_not_chosen') },
    );
  const shown = found.filter(({ sheet }) => candidates.has(sheet));
  const lists = shown.filter((one) => one.riders > 0 && isList(one));
  const read = new Set(lists.length > 0 ? lists : shown.slice(0, 1));
  return found.map((one) => (read.has(one) ? one : { ...one, why: reasonOf(one, candidates.has(one.sheet)) }));
}

/** Takes the names of sheets for categories where several lists, or one called like `U13`, lack only that column. */
function nameCategories(found: readonly FoundSheet[], candidates: ReadonlySet<Sheet>): FoundSheet[] {
  const without = found.filter((one) => one.riders > 0 && missing(one).join() === 'category');
  const isSeveral = without.filter(({ sheet }) => candidates.has(sheet)).length > 1;
  return found.map((one) => {
    const { category } = one.given;
    const isCategory =
      category !== undefined && !isDefaultName(one.sheet) && (isSeveral || /^u ?\d{1,2}\b/i.test(category));
    if (!without.includes(one) || !isCategory) return one;
    const problems = one.layout.problems.filter(({ path }) => path !== 'category');
    return { ...one, layout: { ...one.layout, problems } };
  });
}

const problem = (code: Problem['code'], values?: Problem['values']): Problem => ({ path: 'file', code, values });

function reasonOf({ sheet, layout }: FoundSheet, isCandidate: boolean): Problem {
  if (sheet.rows.length === 0) return problem('sheet_empty');
  if (!isCandidate) return problem('sheet_hidden');
  const fields = layout.isHeaded ? missing({ layout }) : missingFields(new Map());
  if (fields.length === 0) return problem('sheet_without_riders');
  const names = inBoth((language) => fields.map((field) => say(m.field_name, { field }, language)).join(', '));
  return problem('sheet_without_columns', { missing: names });
}

function describeSheet(sheet: Sheet, chosen: ChosenColumns, givesBibs: boolean): FoundSheet {
  const layout = findLayout(sheet.rows, chosen);
  const columns = [...layout.columns.values()];
  const filled = layout.riders.filter(({ cells }) => columns.some((at) => textAt(cells, at)));
  const given = factsOfName(sheet.name);
  const dispensable = [...(given.gender === undefined ? [] : ['gender']), ...(givesBibs ? ['dossard_number'] : [])];
  const problems = layout.problems.filter(({ path, code }) => code !== 'column_missing' || !dispensable.includes(path));
  return { sheet, layout: { ...layout, problems }, given, riders: columns.length < 2 ? 0 : filled.length };
}

const missing = ({ layout }: Pick<FoundSheet, 'layout'>) =>
  layout.problems.filter(({ code }) => code === 'column_missing').map(({ path }) => path);

/** A list has all columns; without headings, most rows must be riders in the known order. */
function isList({ layout }: FoundSheet): boolean {
  if (layout.isHeaded) return missing({ layout }).length === 0;
  const at = layout.columns.get('gender') ?? -1;
  const sure = layout.riders.filter(({ cells }) => 'value' in readGender(textAt(cells, at)));
  return layout.problems.length === 0 && sure.length * 2 > layout.riders.length;
}

/** The names that spreadsheet programs give to new sheets. */
const isDefaultName = ({ name = '' }: Sheet) =>
  /^(feuil|feuille|sheet|tabelle|hoja|foglio|table|tableau|page)\s*\d*$/i.test(name);

/** Reads the category and the gender from the name of a sheet: `U13`, `U13 Filles`, `Garçons`. */
export function factsOfName(name = ''): FoundSheet['given'] {
  const words = name.trim().split(/[\s_/-]+/);
  const genders = words.map((word) => {
    const reading = word.length > 1 || /^u ?\d{1,2}\b/i.test(name) ? readGender(word) : undefined;
    return reading && 'value' in reading ? reading.value : undefined;
  });
  const known = genders.filter((gender) => gender !== undefined);
  const category = known.length === 1 ? words.filter((_, index) => !genders[index]).join(' ') : name.trim();
  const [gender] = known.length === 1 ? known : [];
  return { category: category || undefined, gender };
}
