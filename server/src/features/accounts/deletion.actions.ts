import { rolesWith } from '@dossard/contract/access/permissions.ts';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { revokeKeys } from '../../access/account.keys.ts';
import { deleteUser, type User } from '../../access/account.store.ts';
import { refuseLastSuperAdmin } from '../../access/super.admins.ts';
import type { Write } from '../../audit/write.ts';
import type { Transaction } from '../../database/client.ts';
import { lockRows } from '../../database/rows.ts';
import { queueMail } from '../../mail/mail.queue.ts';
import { accountDeletedMail } from '../../mail/mail.texts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { globalPermissions, users } from '../../tables/account.tables.ts';
import { competitions } from '../../tables/competition.table.ts';
import { members } from '../../tables/member.table.ts';
import { series, seriesAdmins } from '../../tables/series.tables.ts';
import { leaveAllCompetitions } from '../members/member.actions.ts';
import { hasOtherAdmin } from '../members/member.store.ts';
import { eraseAccountTraces } from './account.traces.ts';

/**
 * Deletes an account that the caller has locked: roles, permissions, sessions, name and address. Its runs stay, with
 * the name shown as each organiser chose (S16). Throws `last_admin_of` with the names of what would lose its last
 * admin, and `last_super_admin`.
 */
export async function deleteAccount(write: Write, user: User): Promise<void> {
  const { tx, now } = write;
  await refuseOnlyAdmin(tx, user.id);
  await tx.execute(sql`lock table ${globalPermissions} in share row exclusive mode`);
  await refuseLastSuperAdmin(tx, user.id);
  await leaveAllCompetitions(write, user.id);
  await tx.delete(globalPermissions).where(eq(globalPermissions.user_id, user.id));
  await revokeKeys(tx, user.id);
  await eraseAccountTraces(write, user);
  await deleteUser(write, user.id);
  await queueMail(tx, user.email, accountDeletedMail(user.language), now);
}

/**
 * Locks everything the account administers, so that two admins cannot leave at the same time, and rejects the only
 * admin.
 */
async function refuseOnlyAdmin(tx: Transaction, userId: number): Promise<void> {
  const names = [...(await lockCompetitions(tx, userId)), ...(await lockAdministeredSeries(tx, userId))];
  if (names.length > 0) throw new Refusal('last_admin_of', { values: { names: names.join(', ') } });
}

/** Locks the competitions that an account administers; returns the names of those that would have no admin left. */
async function lockCompetitions(tx: Transaction, userId: number): Promise<string[]> {
  const isAdmin = and(eq(members.user_id, userId), inArray(members.role, rolesWith('manage_members')));
  const names: string[] = [];
  // One statement for each: Citus refuses to lock rows of several competitions at once.
  for (const { competition_id } of await tx.select().from(members).where(isAdmin).orderBy(members.competition_id)) {
    const [locked] = await lockRows(tx, competitions, { id: competition_id, deleted_at: null });
    if (locked && !(await hasOtherAdmin(tx, competition_id, userId))) names.push(locked.name);
  }
  return names;
}

/** Locks the series that an account administers; returns the names of those that would have no admin left. */
async function lockAdministeredSeries(tx: Transaction, userId: number): Promise<string[]> {
  const held = await tx.select().from(seriesAdmins).where(eq(seriesAdmins.user_id, userId));
  const ids = held.map(({ series_id }) => series_id);
  const locked = await lockRows(tx, series, inArray(series.id, ids), series.id);
  const others = await tx
    .select({ id: seriesAdmins.series_id })
    .from(seriesAdmins)
    .innerJoin(users, eq(users.id, seriesAdmins.user_id))
    .where(
      and(inArray(seriesAdmins.series_id, ids), ne(seriesAdmins.user_id, userId), eq(users.account_status, 'active')),
    );
  return locked.filter(({ id }) => !others.some((other) => other.id === id)).map(({ name }) => name);
}
