import * as z from 'zod/mini';
import { line } from '../text/text.schema.ts';

/** The categories offered first; any other can be typed (C1). */
export const offeredCategories = ['U9', 'U11', 'U13', 'U15', 'U17'] as const;

/** Normalises a category for storage: inner spaces collapsed, `u 13` becomes `U13`. */
function tidyCategory(category: string): string {
  const collapsed = category.replace(/\s+/g, ' ').trim();
  const age = /^u ?(\d{1,2})$/i.exec(collapsed);
  return age ? `U${Number(age[1])}` : collapsed;
}

export const categorySchema = z.pipe(line(1, 40), z.pipe(z.transform(tidyCategory), z.string()));

/**
 * Returns the key under which two spellings of a category are equal: categories are compared without case. Letter by
 * letter, like PostgreSQL's `lower()`, so that both always agree on duplicates.
 */
export function categoryKey(category: string): string {
  return Array.from(tidyCategory(category), (letter) => Array.from(letter.toLowerCase())[0]).join('');
}

/** Compares categories in natural order: U9 before U11. */
export function compareCategories(a: string, b: string): number {
  return a.localeCompare(b, 'fr', { numeric: true, sensitivity: 'base' });
}

/** Lists the categories of groups or riders without duplicates, in natural order. */
export function distinctCategories(groups: readonly { category: string }[]): string[] {
  const byKey = new Map(groups.map(({ category }) => [categoryKey(category), category]));
  return [...byKey.values()].sort(compareCategories);
}

export const genderSchema = z.enum(['H', 'F']);
export type Gender = z.infer<typeof genderSchema>;
