import type {
  OutsideResult,
  OutsideResultInput,
  OutsideResultUpdate,
} from '@dossard/contract/series/outside.result.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { updateRow } from '../../database/one.row.ts';
import { listRows } from '../../database/rows.ts';
import { refuseIfChanged } from '../../refusals/edit.conflict.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { userName, users } from '../../tables/account.tables.ts';
import { hasValues } from '../../tables/has.values.ts';
import { outsideLists, outsideRanks, outsideResults, series } from '../../tables/series.tables.ts';
import { raiseSeries, removeColumn } from '../identity/decision.store.ts';
import { listColumns } from '../identity/season.columns.ts';
import { lockSeries } from './series.actions.ts';

/* Results from elsewhere: a discipline or a day of a season that was not ridden with Dossard (T15). */

export type OutsideResultRow = typeof outsideResults.$inferSelect;

/** Maximum number of results from elsewhere in a series. */
const maxResults = 100;

/** Lists the results from elsewhere of a series, in the order of the season. */
export async function listOutsideResults(db: Database, seriesId: number): Promise<OutsideResult[]> {
  const isOfSeries = eq(outsideResults.series_id, seriesId);
  const results = await listRows(db, outsideResults, isOfSeries, outsideResults.position);
  const riders = db.$count(
    outsideRanks,
    hasValues(outsideRanks, pick(outsideLists, 'result_id', 'category', 'gender')),
  );
  const lists = await db
    .select({
      ...getTableColumns(outsideLists),
      changed_by: sql<string | null>`${userName}`,
      riders,
    })
    .from(outsideLists)
    .innerJoin(outsideResults, eq(outsideResults.id, outsideLists.result_id))
    .leftJoin(users, eq(users.id, outsideLists.changed_by))
    .where(isOfSeries)
    .orderBy(asc(outsideLists.category), asc(outsideLists.gender));
  return results.map(({ series_id, position, last_row, ...result }) => ({
    ...result,
    groups: lists.flatMap(({ result_id, ...group }) => (result_id === result.id ? [group] : [])),
  }));
}

/** Finds a result from elsewhere of a series. Throws `result_not_found`. */
export async function getOutsideResult(db: Database, seriesId: number, id: number): Promise<OutsideResultRow> {
  const [found] = await listRows(db, outsideResults, { id, series_id: seriesId });
  if (!found) throw new Refusal('result_not_found');
  return found;
}

/** Adds a result from elsewhere as the last column of a season. Throws `invalid_request` beyond 100. */
export async function createOutsideResult(
  write: Write,
  seriesId: number,
  input: OutsideResultInput,
): Promise<{ id: number }> {
  const { tx } = write;
  await lockSeries(tx, seriesId);
  const columns = await listColumns(tx, seriesId);
  if (columns.filter(({ counted }) => !counted).length >= maxResults)
    throw new Refusal('invalid_request', {
      problems: [{ path: 'results', code: 'too_many', values: { maximum: maxResults } }],
    });
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('competitions', 'id'))::integer as id`,
  );
  const [drawn] = rows;
  if (!drawn) throw new Error('The database drew no id.');
  const position = Math.max(-1, ...columns.map((column) => column.position)) + 1;
  await tx.insert(outsideResults).values({ ...input, id: drawn.id, series_id: seriesId, position });
  await raiseSeries(tx, [seriesId]);
  const after = { ...input, series_id: seriesId };
  await recordChange(write, { action: 'create', subject: 'outside_result', key: drawn.id, after });
  return { id: drawn.id };
}

/** Updates settings of a result from elsewhere. Throws `result_not_found`, `edit_conflict`. */
export async function updateOutsideResult(
  write: Write,
  { seriesId, resultId }: { seriesId: number; resultId: number },
  { seen, ...update }: OutsideResultUpdate,
): Promise<void> {
  const { tx } = write;
  await lockSeries(tx, seriesId);
  const before = await getOutsideResult(tx, seriesId, resultId);
  refuseIfChanged({ seen, sent: update, current: before });
  const after = await updateRow(tx, outsideResults, before, { name: before.name, ...update });
  await raiseSeries(tx, [seriesId]);
  await recordChange(write, { action: 'update', subject: 'outside_result', key: resultId, before, after });
}

/** Erases a result from elsewhere, with its lists and the decisions about their riders. Throws `result_not_found`. */
export async function deleteOutsideResult(write: Write, seriesId: number, resultId: number): Promise<void> {
  const { tx } = write;
  await lockSeries(tx, seriesId);
  const before = await getOutsideResult(tx, seriesId, resultId);
  await tx.delete(outsideResults).where(eq(outsideResults.id, resultId));
  await removeColumn(tx, resultId);
  const noLongerDecides = sql`${series.rule} || '{"deciding_id": null}'`;
  const decides = sql`(${series.rule} ->> 'deciding_id')::integer = ${resultId}`;
  await tx
    .update(series)
    .set({ rule: noLongerDecides })
    .where(and(eq(series.id, seriesId), decides));
  await raiseSeries(tx, [seriesId]);
  await recordChange(write, { action: 'delete', subject: 'outside_result', key: resultId, before });
}
