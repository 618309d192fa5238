import { and, eq } from 'drizzle-orm';
import { anyOf } from '../../database/any.of.ts';
import type { Transaction } from '../../database/client.ts';
import { entries, entryOrigins } from '../../tables/entry.tables.ts';

/** Unbinds entries and addresses from bibs that now belong to another rider; an accepted entry can be given a bib again. */
export async function unbindEntries(
  tx: Transaction,
  competitionId: number,
  dossards: readonly number[],
): Promise<void> {
  if (dossards.length === 0) return;
  await tx
    .update(entries)
    .set({ dossard: null })
    .where(and(eq(entries.competition_id, competitionId), eq(entries.dossard, anyOf(dossards))));
  await tx
    .delete(entryOrigins)
    .where(and(eq(entryOrigins.competition_id, competitionId), eq(entryOrigins.dossard, anyOf(dossards))));
}
