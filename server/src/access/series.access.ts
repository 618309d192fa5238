import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { series, seriesAdmins } from '../tables/series.tables.ts';

export type SeriesRow = typeof series.$inferSelect;
/** A series, with whether the caller administers it. */
export type SeriesAccess = SeriesRow & { is_admin: boolean };

/** Finds a series, and whether the caller administers it (T12). */
export async function findSeriesAccess(
  db: Database,
  seriesId: number,
  userId: number | undefined,
): Promise<SeriesAccess | undefined> {
  const [found] = await db
    .select({ series, user_id: seriesAdmins.user_id })
    .from(series)
    .leftJoin(seriesAdmins, and(eq(seriesAdmins.series_id, series.id), eq(seriesAdmins.user_id, userId ?? 0)))
    .where(eq(series.id, seriesId));
  return found && { ...found.series, is_admin: found.user_id !== null };
}
