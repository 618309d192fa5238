import type { EntryPage } from '@dossard/contract/entries/entry.schema.ts';
import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { competitions } from '../../tables/competition.table.ts';
import { entryPages } from '../../tables/entry.tables.ts';

/** Returns today's date as `YYYY-MM-DD` in the last time zone on earth, so that no page closes too early. */
const lastDay = (now: Date): string => new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);

/** Whether a page accepts entries at a moment (J1). */
export const takesEntries = ({ is_open, closes_on }: Pick<EntryPage, 'is_open' | 'closes_on'>, now: Date): boolean =>
  is_open && (closes_on === null || lastDay(now) <= closes_on);

/** Lists those of some competitions whose entry page visitors find: it takes entries, and the event's day is not over. */
export async function listOpenToEntries(db: Database, competitionIds: number[], now: Date): Promise<number[]> {
  const { competition_id, is_open, closes_on } = entryPages;
  const found = await db
    .select({ competition_id, is_open, closes_on, date: competitions.date })
    .from(entryPages)
    .innerJoin(competitions, eq(competitions.id, competition_id))
    .where(inArray(competition_id, competitionIds));
  return found.filter((one) => takesEntries(one, now) && lastDay(now) <= one.date).map((one) => one.competition_id);
}
