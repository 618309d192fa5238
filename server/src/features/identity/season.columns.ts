import { pickFacts } from '@dossard/contract/participants/participant.fields.ts';
import type { SeasonEntry } from '@dossard/contract/series/same.rider.rules.ts';
import { asRule, type ScoredColumn } from '@dossard/contract/series/standings.rules.ts';
import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { isPresent } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { outsideResults } from '../../tables/series.tables.ts';
import { type CountedCompetition, listCounted } from './counted.competitions.ts';
import { entryOfRow, listOutsideRows } from './outside.rows.ts';

/* The columns of a season: competitions, and results from elsewhere (T15). */

export interface Column extends ScoredColumn {
  name: string;
  position: number;
  /** Null for a result from elsewhere. */
  counted: CountedCompetition | null;
}

/** Lists the columns of a series in order, including deleted competitions that can still be restored. */
export async function listColumns(db: Database, seriesId: number): Promise<Column[]> {
  const counted = await listCounted(db, seriesId);
  const outside = await db.select().from(outsideResults).where(eq(outsideResults.series_id, seriesId));
  const columns = [
    ...counted.map((one): Column => {
      const { id, name, date } = one.competition;
      return { ...{ id, name, date }, discipline: one.discipline, position: one.position, ...asRule, counted: one };
    }),
    ...outside.map((result): Column => ({ ...result, counted: null })),
  ];
  return columns.sort((a, b) => a.position - b.position || a.id - b.id);
}

/** Reads the riders who are entered in a competition, by bib. */
export function listEntered(db: Database, competitionId: number): Promise<SeasonEntry[]> {
  return db
    .select({
      column_id: participants.competition_id,
      number: participants.dossard_number,
      ...pickFacts(participants),
    })
    .from(participants)
    .where(isPresent(participants, competitionId))
    .orderBy(asc(participants.dossard_number));
}

/** Reads the entries of all columns of a series, in the order of the season. */
export async function listSeasonEntries(
  db: Database,
  seriesId: number,
  columns: readonly Column[],
): Promise<SeasonEntry[]> {
  const outside = (await listOutsideRows(db, seriesId)).map(entryOfRow);
  const lists = await Promise.all(
    columns.map(({ id, counted }) =>
      counted ? listEntered(db, id) : outside.filter(({ column_id }) => column_id === id),
    ),
  );
  return lists.flat();
}
