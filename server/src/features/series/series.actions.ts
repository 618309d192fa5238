import { inCompetition } from '@dossard/contract/calls/endpoint.ts';
import type {
  Series,
  SeriesCompetitionsInput,
  SeriesInput,
  SeriesUpdate,
} from '@dossard/contract/series/series.schema.ts';
import { and, eq, ne } from 'drizzle-orm';
import { type Caller, findUserByEmail, refuseIfGone } from '../../access/account.store.ts';
import { findAccess } from '../../access/competition.access.ts';
import type { SeriesRow } from '../../access/series.access.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { actorOf, type Write } from '../../audit/write.ts';
import type { Transaction } from '../../database/client.ts';
import { checkCompetition } from '../../http/permission.ts';
import { refuseIfChanged } from '../../refusals/edit.conflict.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { users } from '../../tables/account.tables.ts';
import { series, seriesAdmins } from '../../tables/series.tables.ts';
import { listCompetitionsById } from '../identity/decision.store.ts';
import { describeSeries, listAdminsOf } from './series.store.ts';

/** Creates a private series, and makes the caller its admin (T12). */
export async function createSeries(write: Write, input: SeriesInput): Promise<Series> {
  const created_by = actorOf(write);
  const [created] = await write.tx
    .insert(series)
    .values({ ...input, created_by })
    .returning();
  if (!created) throw new Error('The database returned no new series.');
  await write.tx.insert(seriesAdmins).values({ series_id: created.id, user_id: created_by });
  await refuseIfGone(write.tx, created_by);
  await recordSeries(write, created.id, 'create', { after: created });
  return describeSeries(write.tx, created);
}

/** Updates settings of a series. Throws `edit_conflict`. */
export async function updateSeries(write: Write, id: number, { seen, ...update }: SeriesUpdate): Promise<Series> {
  const before = await lockSeries(write.tx, id);
  refuseIfChanged({ seen, sent: update, current: before });
  return changeSeries(write, before, update);
}

/**
 * Sets the competitions of a series in order. Deleted competitions keep their positions, in case they are restored.
 * Throws `edit_conflict`, and `competition_not_found` or `forbidden` for an added one that the caller does not
 * administer.
 */
export async function setCompetitions(
  write: Write,
  id: number,
  { competition_ids: sent, seen }: SeriesCompetitionsInput,
  caller: Caller,
): Promise<Series> {
  const before = await lockSeries(write.tx, id);
  const present = new Set((await listCompetitionsById(write.tx, before.competition_ids)).map((one) => one.id));
  const shown = before.competition_ids.filter((one) => present.has(one));
  refuseIfChanged({ seen, sent: { competition_ids: sent }, current: { competition_ids: shown } });
  for (const competitionId of sent) {
    if (before.competition_ids.includes(competitionId)) continue;
    const access = await findAccess(write.tx, competitionId, caller.id);
    checkCompetition(managesCompetition, caller, access);
  }
  const competition_ids = [...sent];
  for (const [place, one] of before.competition_ids.entries())
    if (!present.has(one) && !competition_ids.includes(one)) competition_ids.splice(place, 0, one);
  return changeSeries(write, before, { competition_ids });
}

const managesCompetition = inCompetition('manage_competition') as Parameters<typeof checkCompetition>[0];

/** Deletes a series with the decisions about its riders. */
export async function deleteSeries(write: Write, id: number): Promise<void> {
  const before = await lockSeries(write.tx, id);
  await write.tx.delete(series).where(eq(series.id, id));
  await recordSeries(write, id, 'delete', { before });
}

/** Makes the account with this address an admin. Throws `user_not_found`. */
export async function addAdmin(write: Write, id: number, email: string): Promise<Series> {
  const before = await lockSeries(write.tx, id);
  const user = await findUserByEmail(write.tx, email);
  if (!user) throw new Refusal('user_not_found');
  const [added] = await write.tx
    .insert(seriesAdmins)
    .values({ series_id: id, user_id: user.id })
    .onConflictDoNothing()
    .returning();
  if (added) await recordAdmin(write, id, 'create', user.id);
  return describeSeries(write.tx, before);
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
  return describeSeries(write.tx, before);
}

/** Reads a series and locks it for the transaction. Throws `series_not_found`. */
export async function lockSeries(tx: Transaction, id: number): Promise<SeriesRow> {
  const [found] = await tx.select().from(series).where(eq(series.id, id)).for('update');
  if (!found) throw new Refusal('series_not_found');
  return found;
}

async function changeSeries(
  write: Write,
  before: SeriesRow,
  changes: Partial<typeof series.$inferInsert>,
): Promise<Series> {
  const [after] = await write.tx
    .update(series)
    .set({ ...changes, version: before.version + 1 })
    .where(eq(series.id, before.id))
    .returning();
  if (!after) throw new Refusal('series_not_found');
  await recordSeries(write, before.id, 'update', { before, after });
  return describeSeries(write.tx, after);
}

const recordSeries = (
  write: Write,
  key: number,
  action: 'create' | 'update' | 'delete',
  facts: { before?: SeriesRow; after?: SeriesRow },
) => recordChange({ ...write, competition_id: 0 }, { action, subject: 'series', key, ...facts });

const recordAdmin = (write: Write, id: number, action: 'create' | 'delete', user_id: number) =>
  recordChange({ ...write, competition_id: 0 }, { action, subject: 'series_admin', key: `${id}/${user_id}` });
