import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Matches any of these numbers as one parameter, `eq(column, anyOf(dossards))`: `inArray` writes a statement that grows
 * with each.
 */
export const anyOf = (numbers: readonly number[]): SQL => sql`any(${`{${numbers.join()}}`}::int[])`;

/** Matches what a table has of these riders of a competition. */
export const ofRiders = (
  table: Record<'competition_id' | 'dossard', SQLWrapper>,
  competitionId: number,
  dossards: readonly number[],
) => and(eq(table.competition_id, competitionId), eq(table.dossard, anyOf(dossards)));
