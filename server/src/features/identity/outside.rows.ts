import type { Key, SeasonEntry } from '@dossard/contract/series/same.rider.rules.ts';
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import { eraseSeals } from '../../chain/entry.digest.ts';
import { anyOf } from '../../database/any.of.ts';
import type { Database } from '../../database/client.ts';
import { linkEarlierEntriesOf } from '../../database/earlier.entries.ts';
import { updateRow } from '../../database/one.row.ts';
import { isRow } from '../../logged/logged.entry.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { hasValues } from '../../tables/has.values.ts';
import { outsideLists, outsideRanks, outsideResults } from '../../tables/series.tables.ts';
import { rewriteKeptAnswers } from './kept.answers.ts';

/* The riders in results from elsewhere (T15). */

export type OutsideRow = typeof outsideRanks.$inferSelect;

/** Reads the rows of all results from elsewhere of a series, by number. */
export async function listOutsideRows(db: Database, seriesId: number): Promise<OutsideRow[]> {
  const rows = await db
    .select({ row: outsideRanks })
    .from(outsideRanks)
    .innerJoin(outsideResults, eq(outsideResults.id, outsideRanks.result_id))
    .where(eq(outsideResults.series_id, seriesId))
    .orderBy(asc(outsideRanks.result_id), asc(outsideRanks.row));
  return rows.map(({ row }) => row);
}

/** Returns the entry of a row. */
export const entryOfRow = ({ result_id, row, rank, status, ...facts }: OutsideRow): SeasonEntry => ({
  column_id: result_id,
  number: row,
  from_elsewhere: true,
  ...facts,
});

/**
 * Removes name, club and licence from rows of results from elsewhere and from stored answers of repeated writes, and the
 * reasons of corrections there, which may name the rider, and logs it; ranks stay (T11).
 */
export async function eraseOutsideRows(write: Write, rows: readonly Key[]): Promise<void> {
  if (rows.length === 0) return;
  const { tx } = write;
  const ids = [...new Set(rows.map(({ column_id }) => column_id))];
  for (const resultId of ids) {
    const numbers = rows.flatMap(({ column_id, number }) => (column_id === resultId ? [number] : []));
    await tx
      .update(outsideRanks)
      .set({ first_name: '', last_name: '', club: null, licence: null })
      .where(and(eq(outsideRanks.result_id, resultId), eq(outsideRanks.row, anyOf(numbers))));
  }
  await tx
    .update(outsideLists)
    .set({ reason: '' })
    .where(and(inArray(outsideLists.result_id, ids), isNotNull(outsideLists.reason)));
  const erased = new Set(rows.map(({ column_id, number }) => `${column_id} ${number}`));
  await rewriteKeptAnswers(tx, (_, value) => {
    if (!isRow(value) || !('last_name' in value) || !erased.has(`${value.result_id} ${value.row}`)) return value;
    return { ...value, first_name: '', last_name: '', club: null };
  });
  await linkEarlierEntriesOf(tx, 0);
  const isAboutThem = and(
    hasValues(auditLog, { competition_id: 0, subject: 'outside_result' }),
    inArray(auditLog.subject_key, ids.map(String)),
    isNotNull(auditLog.reason),
  );
  for (const entry of await tx.select().from(auditLog).where(isAboutThem)) {
    const seals = eraseSeals(entry, (fields) => 'reason' in fields);
    await updateRow(tx, auditLog, entry, { reason: '', seals });
  }
  const ofInstallation = { ...write, competition_id: 0 };
  for (const { column_id, number } of rows)
    await recordChange(ofInstallation, {
      action: 'erase',
      subject: 'outside_result',
      key: column_id,
      before: { row: number },
    });
}
