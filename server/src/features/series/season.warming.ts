import { desc, eq } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { series } from '../../tables/series.tables.ts';
import type { Seasons } from './season.ts';
import { answerStandings } from './standings.answers.ts';

/** Series that are warmed at most. */
const maxWarmed = 10;

/**
 * Computes the standings of the newest public series as pages ask for them, so that the first reader after a start does not
 * wait for ten competitions to be ranked. Rests after each category as long as it took, because phones come back at the same time.
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
      await answerStandings(season, { category });
      const restMs = performance.now() - began;
      await new Promise((resolve) => setTimeout(resolve, restMs).unref());
    }
  }
}
