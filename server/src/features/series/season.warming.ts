import { desc, eq } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { series } from '../../tables/series.tables.ts';
import type { Seasons } from './season.ts';
import { answerStandings } from './standings.answers.ts';

/** Maximum number of series to warm. */
const maxWarmed = 10;

/**
 * Caches the standings of the newest public series, so that the first reader after a start does not wait for ten
 * competitions to be ranked. Pauses after each category for as long as it took, because phones reconnect at the same
 * time.
 */
export async function warmSeasons(db: Database, seasons: Seasons, now: Date, over: AbortSignal): Promise<void> {
  const newest = await db
    .select()
    .from(series)
    .where(eq(series.is_public, true))
    .orderBy(desc(series.id))
    .limit(maxWarmed);
  for (const one of newest) {
    const season = await seasons.read(one, 'public', now);
    for (const category of new Set(season.groups.map((group) => group.category))) {
      if (over.aborted) return;
      const began = performance.now();
      await answerStandings(season, { category, page: 1 });
      const restMs = performance.now() - began;
      await new Promise((resolve) => setTimeout(resolve, restMs).unref());
    }
  }
}
