import type { ListedSeries, Series, SeriesCompetition } from '@dossard/contract/series/series.schema.ts';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Caller } from '../../access/account.store.ts';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { SeriesRow } from '../../access/series.access.ts';
import type { Database } from '../../database/client.ts';
import { users } from '../../tables/account.tables.ts';
import { series, seriesAdmins } from '../../tables/series.tables.ts';
import { listCompetitionsById } from '../identity/decision.store.ts';

/** Lists the series that an account administers, all for a super administrator; newest first. */
export async function listSeriesOf(db: Database, caller: Caller): Promise<ListedSeries[]> {
  const isSuper = caller.global_permissions.includes('super_admin');
  const rows = isSuper
    ? await db.select({ series }).from(series).orderBy(desc(series.id))
    : await db
        .select({ series })
        .from(series)
        .innerJoin(seriesAdmins, eq(seriesAdmins.series_id, series.id))
        .where(eq(seriesAdmins.user_id, caller.id))
        .orderBy(desc(series.id));
  return rows.map(({ series: { id, name, season, is_public, competition_ids } }) => ({
    id,
    name,
    season,
    is_public,
    competition_count: competition_ids.length,
  }));
}

/** Lists the public series that a competition counts in, newest first (T12). */
export const listPublicSeriesOf = (db: Database, competitionId: number) =>
  db
    .select({ id: series.id, name: series.name, season: series.season })
    .from(series)
    .where(and(series.is_public, sql`${series.competition_ids} @> ${JSON.stringify([competitionId])}::jsonb`))
    .orderBy(desc(series.id));

/** Lists the admins of a series, by name. */
export const listAdminsOf = (db: Database, seriesId: number) =>
  db
    .select({ id: users.id, first_name: users.first_name, last_name: users.last_name, email: users.email })
    .from(seriesAdmins)
    .innerJoin(users, eq(users.id, seriesAdmins.user_id))
    .where(eq(seriesAdmins.series_id, seriesId))
    .orderBy(asc(users.last_name), asc(users.first_name), asc(users.id));

/** Formats a competition for a series. */
export const listedCompetition = ({ id, name, date, location, is_public }: CompetitionRow): SeriesCompetition => ({
  id,
  name,
  date,
  location,
  is_public,
});

/** Formats a series for its admins. */
export async function describeSeries(
  db: Database,
  { id, name, season, is_public, rule, competition_ids }: SeriesRow,
): Promise<Series> {
  const [competitions, admins] = await Promise.all([listCompetitionsById(db, competition_ids), listAdminsOf(db, id)]);
  return { id, name, season, is_public, rule, competitions: competitions.map(listedCompetition), admins };
}
