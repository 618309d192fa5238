import { pick } from '@dossard/contract/text/pick.ts';
import { and, asc, eq } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { keepUsable } from '../../rights/relations.ts';
import { competitions } from '../../tables/competition.table.ts';
import { series, seriesCompetitions } from '../../tables/series.tables.ts';

/* Which competitions a series counts, and under whose right (T12, X1). */

/** A competition of a series, with who added it. */
export interface CountedCompetition {
  competition: CompetitionRow;
  made_by: number | null;
  /** Among the results from elsewhere too. */
  position: number;
  discipline: string;
}

/** Lists the competitions of a series in order, including deleted ones that can still be restored. */
export function listCounted(db: Database, seriesId: number): Promise<CountedCompetition[]> {
  return db
    .select({
      competition: competitions,
      ...pick(seriesCompetitions, 'made_by', 'position', 'discipline'),
    })
    .from(seriesCompetitions)
    .innerJoin(competitions, eq(competitions.id, seriesCompetitions.counted_id))
    .where(eq(seriesCompetitions.series_id, seriesId))
    .orderBy(asc(seriesCompetitions.position));
}

/** Returns the ids of competitions that a series may read without visitors' rights: those not suspended. */
export async function usableIds(
  db: Database,
  counted: readonly Pick<CountedCompetition, 'competition' | 'made_by'>[],
): Promise<ReadonlySet<number>> {
  const relations = counted.map(({ competition, made_by }) => ({ competition_id: competition.id, made_by }));
  return new Set((await keepUsable(db, relations)).map(({ competition_id }) => competition_id));
}

/** Lists the series that count a competition, with who added it there, by id. */
export function listSeriesCounting(db: Database, competitionId: number) {
  return db
    .select({ series, made_by: seriesCompetitions.made_by, made_at: seriesCompetitions.made_at })
    .from(seriesCompetitions)
    .innerJoin(series, eq(series.id, seriesCompetitions.series_id))
    .where(eq(seriesCompetitions.counted_id, competitionId))
    .orderBy(asc(series.id));
}

/** Lists the series whose relation with a competition is usable (X2), by id. */
export async function listUsableSeries(db: Database, competition_id: number) {
  const counting = await listSeriesCounting(db, competition_id);
  return keepUsable(
    db,
    counting.map(({ series: one, made_by }) => ({ ...one, competition_id, made_by })),
  );
}

/** Matches the relation of a series with a competition. */
export const isCounted = (seriesId: number, competitionId: number) =>
  and(eq(seriesCompetitions.series_id, seriesId), eq(seriesCompetitions.counted_id, competitionId));
