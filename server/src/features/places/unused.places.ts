import { and, eq, lt } from 'drizzle-orm';
import { writeTo } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { lockRows } from '../../database/rows.ts';
import { hasValues } from '../../tables/has.values.ts';
import { places } from '../../tables/place.tables.ts';
import { deleteEarlierCopies } from './earlier.copies.ts';
import { endPlace } from './place.actions.ts';

/** How long a pairing waits for the first message of the installation that called, in milliseconds. */
const unusedMs = 86_400_000;

/**
 * Ends pairings whose caller never sent a message, because it failed after this side had answered; a copy that was made
 * for it is deleted, and can be restored like any deleted competition (Y9).
 */
export async function endUnusedPlaces(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unusedMs).toISOString();
  const isUnused = and(
    hasValues(places, { other_url: null, last_contact: null, ended: null }),
    lt(places.created_at, before),
  );
  for (const { competition_id } of await db.select().from(places).where(isUnused))
    await writeTo(db, { competition_id, actor_id: null, now }, async (write) => {
      const find = () => lockRows(write.tx, places, and(eq(places.competition_id, competition_id), isUnused));
      const [unused] = await find();
      if (unused?.made_by) await deleteEarlierCopies(write, [unused.pair], unused.made_by);
      if ((await find()).length > 0) await endPlace(write);
    });
}
