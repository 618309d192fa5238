import { type SQL, sql } from 'drizzle-orm';

/**
 * Matches any of these numbers as one parameter, `eq(column, anyOf(dossards))`: `inArray` writes a statement that grows
 * with each.
 */
export const anyOf = (numbers: readonly number[]): SQL => sql`any(${`{${numbers.join()}}`}::int[])`;
