import { inCompetition } from '@dossard/contract/calls/endpoint.ts';
import { maxRelations } from '@dossard/contract/relations/relation.schema.ts';
import {
  type ColumnInput,
  columnId,
  type Series,
  type SeriesCompetitionsInput,
  type SeriesInput,
  type SeriesUpdate,
} from '@dossard/contract/series/series.schema.ts';
import { and, eq, ne, notInArray, sql } from 'drizzle-orm';
import { type Caller, refuseIfGone } from '../../access/account.store.ts';
import { findAccess } from '../../access/competition.access.ts';
import type { SeriesRow } from '../../access/series.access.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { actorOf, type Write } from '../../audit/write.ts';
import type { Transaction } from '../../database/client.ts';
import { lockRow, updateRow } from '../../database/one.row.ts';
import { insertRow } from '../../database/prepared.ts';
import { checkCompetition } from '../../http/who/permission.ts';
import { refuseIfChanged } from '../../refusals/edit.conflict.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { users } from '../../tables/account.tables.ts';
import { outsideResults, series, seriesAdmins, seriesCompetitions } from '../../tables/series.tables.ts';
import { isCounted, listCounted } from '../identity/counted.competitions.ts';
import { type Column, listColumns } from '../identity/season.columns.ts';
import { describeSeries, listAdminsOf } from './series.store.ts';

/** Creates a private series, and makes the caller its admin (T12). */
export async function createSeries(write: Write, input: SeriesInput): Promise<Series> {
  const created_by = actorOf(write);
  const created = await insertRow(write.tx, series, { ...input, created_by });
  await write.tx.insert(seriesAdmins).values({ series_id: created.id, user_id: created_by });
  await refuseIfGone(write.tx, created_by);
  await recordChange(write, { action: 'create', subject: 'series', key: created.id, after: created });
  return describeSeries(write.tx, created, write.now);
}

/** Updates settings of a series. Throws `edit_conflict`. */
export async function updateSeries(write: Write, id: number, { seen, ...update }: SeriesUpdate): Promise<Series> {
  const before = await lockSeries(write.tx, id);
  refuseIfChanged({ seen, sent: update, current: before });
  return changeSeries(write, before, update);
}

/**
 * Sets the columns of a series in order; results from elsewhere that are not named keep their positions, as do deleted
 * competitions, in case they are restored. Throws `edit_conflict`, `result_not_found`, and for an added competition
 * `competition_not_found` or `forbidden` if the caller does not administer it, and `too_many_relations` (X4).
 */
export async function setCompetitions(
  write: Write,
  id: number,
  { competition_ids, columns, seen }: SeriesCompetitionsInput,
  caller: Caller,
): Promise<Series> {
  const { tx } = write;
  const before = await lockSeries(tx, id);
  const known = await listColumns(tx, id);
  const sent = columns ?? (competition_ids ?? []).map((competition_id): ColumnInput => ({ competition_id }));
  const wanted = sent.map(columnId);
  const isCompetition = new Set(sent.flatMap((one) => ('competition_id' in one ? [one.competition_id] : [])));
  const isDeleted = ({ counted }: Column) => counted !== null && counted.competition.deleted_at !== null;
  const shown = known.filter((one) => !isDeleted(one));
  refuseIfChanged({
    seen,
    sent: { competition_ids: [...isCompetition], ...(columns && { columns: wanted }) },
    current: {
      competition_ids: shown.filter(({ counted }) => counted).map(columnIdOf),
      columns: shown.map(columnIdOf),
    },
  });
  for (const one of sent) {
    const column = known.find((other) => other.id === columnId(one));
    if ('result_id' in one && column?.counted !== null) throw new Refusal('result_not_found');
    if ('result_id' in one || column?.counted) continue;
    const access = await findAccess(tx, one.competition_id, caller.id);
    checkCompetition(managesCompetition, caller, access);
    await refuseManySeries(tx, one.competition_id);
  }
  for (const [position, column] of known.entries())
    if ((isDeleted(column) || !column.counted) && !wanted.includes(column.id)) wanted.splice(position, 0, column.id);
  await storeColumns(write, id, { wanted, sent, known });
  const after = wanted.filter((one) => !known.some((column) => column.id === one && !column.counted));
  return changeSeries(write, before, {}, { before: known.filter(({ counted }) => counted).map(columnIdOf), after });
}

const columnIdOf = ({ id }: { id: number }) => id;

/** Stores the columns of a series; competitions that it did not count before are added under the caller's right (X1). */
async function storeColumns(
  write: Write,
  series_id: number,
  { wanted, sent, known }: { wanted: readonly number[]; sent: readonly ColumnInput[]; known: readonly Column[] },
): Promise<void> {
  const { tx } = write;
  const isDropped = and(
    eq(seriesCompetitions.series_id, series_id),
    notInArray(seriesCompetitions.counted_id, [0, ...wanted]),
  );
  await tx.delete(seriesCompetitions).where(isDropped);
  for (const [position, id] of wanted.entries()) {
    const column = known.find((one) => one.id === id);
    const input = sent.find((one) => columnId(one) === id);
    const discipline = input && 'discipline' in input ? input.discipline : undefined;
    const placed = { position, ...(discipline !== undefined && { discipline }) };
    if (!column) {
      const made = { made_by: actorOf(write), made_at: write.now.toISOString() };
      await tx.insert(seriesCompetitions).values({ series_id, counted_id: id, ...placed, ...made });
    } else if (column.counted) await tx.update(seriesCompetitions).set(placed).where(isCounted(series_id, id));
    else await tx.update(outsideResults).set({ position }).where(eq(outsideResults.id, id));
  }
}

/** Throws `too_many_relations` when a competition counts in as many series as it may (X4). */
async function refuseManySeries(tx: Transaction, competitionId: number): Promise<void> {
  // Two series must not both become the last one allowed.
  await tx.execute(sql`select pg_advisory_xact_lock(${seriesLock}, ${competitionId})`);
  const counting = await tx.$count(seriesCompetitions, eq(seriesCompetitions.counted_id, competitionId));
  if (counting >= maxRelations) throw new Refusal('too_many_relations', { values: { maximum: maxRelations } });
}

/** First key of the advisory locks of competitions that are added to a series. */
const seriesLock = 0x5e71;

const managesCompetition = inCompetition('manage_competition') as Parameters<typeof checkCompetition>[0];

/** Removes a competition from a series, for the competition's admins. Throws `relation_not_found`. */
export async function dropFromSeries(write: Write, id: number): Promise<void> {
  const { tx, competition_id } = write;
  const before = await lockSeries(tx, id, 'relation_not_found');
  const known = (await listCounted(tx, id)).map(({ competition }) => competition.id);
  if (!known.includes(competition_id)) throw new Refusal('relation_not_found');
  await tx.delete(seriesCompetitions).where(isCounted(id, competition_id));
  await changeSeries(write, before, {}, { before: known, after: known.filter((one) => one !== competition_id) });
}

/** Puts the counting of a competition under the caller's right, who is admin of both. Throws `relation_not_found`. */
export async function takeOverCounting(write: Write, id: number): Promise<void> {
  const { tx, competition_id } = write;
  const before = await lockSeries(tx, id, 'relation_not_found');
  const made = { made_by: actorOf(write), made_at: write.now.toISOString() };
  const taken = await tx.update(seriesCompetitions).set(made).where(isCounted(id, competition_id)).returning();
  if (taken.length === 0) throw new Refusal('relation_not_found');
  await changeSeries(write, before, {});
}

/** Deletes a series with the decisions about its riders. */
export async function deleteSeries(write: Write, id: number): Promise<void> {
  const before = await lockSeries(write.tx, id);
  await write.tx.delete(series).where(eq(series.id, id));
  await recordChange(write, { action: 'delete', subject: 'series', key: id, before });
}

/** Removes an admin. Throws `user_not_found`, `last_series_admin`. */
export async function removeAdmin(write: Write, id: number, userId: number): Promise<Series> {
  const before = await lockSeries(write.tx, id);
  const admins = await listAdminsOf(write.tx, id);
  if (!admins.some((admin) => admin.id === userId)) throw new Refusal('user_not_found');
  // Only active accounts count, because others cannot administer.
  const [stays] = await write.tx
    .select({ id: users.id })
    .from(seriesAdmins)
    .innerJoin(users, eq(users.id, seriesAdmins.user_id))
    .where(and(eq(seriesAdmins.series_id, id), ne(users.id, userId), eq(users.account_status, 'active')))
    .limit(1);
  if (!stays) throw new Refusal('last_series_admin');
  await write.tx.delete(seriesAdmins).where(and(eq(seriesAdmins.series_id, id), eq(seriesAdmins.user_id, userId)));
  await recordAdmin(write, id, 'delete', userId);
  return describeSeries(write.tx, before, write.now);
}

/** Reads a series and locks it for the transaction. Throws `missing` when there is none. */
export const lockSeries = (
  tx: Transaction,
  id: number,
  missing: 'series_not_found' | 'relation_not_found' = 'series_not_found',
): Promise<SeriesRow> => lockRow(tx, series, { id }, missing);

async function changeSeries(
  write: Write,
  before: SeriesRow,
  changes: Partial<typeof series.$inferInsert>,
  competition_ids?: { before: readonly number[]; after: readonly number[] },
): Promise<Series> {
  const after = await updateRow(write.tx, series, before, { ...changes, version: before.version + 1 });
  if (!after) throw new Refusal('series_not_found');
  const [counted, counts] = [competition_ids?.before, competition_ids?.after];
  const ofInstallation = { ...write, competition_id: 0 };
  await recordChange(ofInstallation, {
    action: 'update',
    subject: 'series',
    key: before.id,
    before: { ...before, ...(counted && { competition_ids: counted }) },
    after: { ...after, ...(counts && { competition_ids: counts }) },
  });
  return describeSeries(write.tx, after, write.now);
}

/** Logs that an admin was added or removed. */
export const recordAdmin = (write: Write, id: number, action: 'create' | 'delete', user_id: number) =>
  recordChange(write, { action, subject: 'series_admin', key: `${id}/${user_id}` });
