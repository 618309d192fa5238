import type { Group } from '@dossard/contract/categories/group.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { groupResults, officialLists } from '../../tables/result.tables.ts';
import { isLatest } from './declared.results.ts';

/**
 * Reads the group of each bib on the latest list of each group that is official now. It may differ from the rider's
 * present group; if two lists contain the bib, the latest one decides.
 */
export async function getOfficialGroups(db: Database, competitionId: number): Promise<Map<number, Group>> {
  const lists = await db
    .select({
      category: groupResults.category,
      gender: groupResults.gender,
      // Extracted in the database, because the lists contain every run too.
      dossards: sql<number[]>`jsonb_path_query_array(${officialLists.body}::jsonb, '$.rankings[*].dossard')`,
    })
    .from(groupResults)
    .innerJoin(officialLists, isLatest)
    .where(and(eq(groupResults.competition_id, competitionId), eq(groupResults.state, 'official')))
    .orderBy(asc(officialLists.published_at));
  return new Map(
    lists.flatMap(({ category, gender, dossards }) =>
      dossards.map((dossard): [number, Group] => [dossard, { category, gender }]),
    ),
  );
}
