import type {
  ListedSeries,
  PublicLinks,
  SeasonColumn,
  Series,
  SeriesCompetition,
} from '@dossard/contract/series/series.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { Caller } from '../../access/account.store.ts';
import type { SeriesRow } from '../../access/series.access.ts';
import type { Database } from '../../database/client.ts';
import { users } from '../../tables/account.tables.ts';
import { series, seriesAdmins, seriesCompetitions, seriesInvitations } from '../../tables/series.tables.ts';
import { listOpenToEntries } from '../competitions/open.entries.ts';
import { type CountedCompetition, listUsableSeries, usableIds } from '../identity/counted.competitions.ts';
import { type Column, listColumns } from '../identity/season.columns.ts';

/** Lists the series that an account administers, all for a super administrator; newest first. */
export async function listSeriesOf(db: Database, caller: Caller): Promise<ListedSeries[]> {
  const isSuper = caller.global_permissions.includes('super_admin');
  const { id, name, season, is_public } = series;
  const competition_count = db.$count(seriesCompetitions, eq(seriesCompetitions.series_id, id));
  const listed = db.select({ id, name, season, is_public, competition_count }).from(series);
  if (isSuper) return listed.orderBy(desc(id));
  return listed
    .innerJoin(seriesAdmins, eq(seriesAdmins.series_id, id))
    .where(eq(seriesAdmins.user_id, caller.id))
    .orderBy(desc(id));
}

/**
 * Reads where the public ranking of a competition leads: the public series that it counts in and may name, newest first
 * (T12, X2), and its entry page while that takes entries (J1).
 */
export async function getPublicLinks(db: Database, competitionId: number, now: Date): Promise<PublicLinks> {
  const [series, open] = await Promise.all([
    listUsableSeries(db, competitionId),
    listOpenToEntries(db, [competitionId], now),
  ]);
  const shown = series.filter(({ is_public }) => is_public);
  return { series: shown.map((one) => pick(one, 'id', 'name', 'season')).reverse(), takes_entries: open.length > 0 };
}

/** Lists the admins of a series, by name. */
export const listAdminsOf = (db: Database, seriesId: number) =>
  db
    .select({ id: users.id, first_name: users.first_name, last_name: users.last_name, email: users.email })
    .from(seriesAdmins)
    .innerJoin(users, eq(users.id, seriesAdmins.user_id))
    .where(eq(seriesAdmins.series_id, seriesId))
    .orderBy(asc(users.last_name), asc(users.first_name), asc(users.id));

/** Lists the addresses that are invited to administer a series, by address (T12). */
const listInvitedTo = (db: Database, seriesId: number, now: Date) =>
  db
    .select({ email: seriesInvitations.email, expires_at: seriesInvitations.expires_at })
    .from(seriesInvitations)
    .where(and(eq(seriesInvitations.series_id, seriesId), gt(seriesInvitations.expires_at, now.toISOString())))
    .orderBy(asc(seriesInvitations.email));

/** Formats a competition for a series. */
export const listedCompetition = ({ competition, discipline }: CountedCompetition): SeriesCompetition => {
  return { ...pick(competition, 'id', 'name', 'date', 'location', 'is_public'), discipline };
};

/** Returns the key of a column in answers: one of the two is null. */
export const columnKey = ({ id, counted }: Column) => ({
  competition_id: counted ? id : null,
  result_id: counted ? null : id,
});

/** Formats a column for a series. */
export const listedColumn = (column: Column): SeasonColumn => ({
  ...columnKey(column),
  ...pick(column, 'name', 'date', 'discipline'),
});

/** Formats a series for its admins; a suspended private competition shows only that it is there (X2). */
export async function describeSeries(
  db: Database,
  { id, name, season, is_public, rule }: SeriesRow,
  now: Date,
): Promise<Series> {
  const all = await listColumns(db, id);
  const counted = all.flatMap((column) => column.counted ?? []);
  const [usable, admins, invited] = await Promise.all([
    usableIds(db, counted),
    listAdminsOf(db, id),
    listInvitedTo(db, id, now),
  ]);
  const competitions = counted
    .filter(({ competition }) => competition.deleted_at === null)
    .map((one) => {
      const suspended = !usable.has(one.competition.id);
      const isHidden = suspended && !one.competition.is_public;
      return { ...listedCompetition(one), ...(isHidden && { name: '', location: '' }), suspended };
    });
  const shownNames = new Map(competitions.map((competition) => [competition.id, competition.name]));
  const columns = all
    .filter((column) => !column.counted || shownNames.has(column.id))
    .map((column) => ({ ...listedColumn(column), name: shownNames.get(column.id) ?? column.name }));
  return { id, name, season, is_public, rule, competitions, columns, admins, invited };
}
