import { rolesWith } from '@dossard/contract/access/permissions.ts';
import { and, asc, eq, inArray, isNull, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { deleteUser, type User } from '../../access/account.store.ts';
import { endSessionsOf } from '../../access/session.store.ts';
import { refuseLastSuperAdmin } from '../../access/super.admins.ts';
import type { Write } from '../../audit/write.ts';
import type { Transaction } from '../../database/client.ts';
import { queueMail } from '../../mail/mail.queue.ts';
import { accountDeletedMail } from '../../mail/security.mails.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { emailVerifications, globalPermissions, users } from '../../tables/account.tables.ts';
import { competitions } from '../../tables/competition.table.ts';
import { members } from '../../tables/member.table.ts';
import { series, seriesAdmins } from '../../tables/series.tables.ts';
import { leaveAllCompetitions } from '../members/member.actions.ts';
import { eraseAccountTraces } from './account.traces.ts';

/**
 * Deletes an account that the caller has locked: its roles, permissions, sessions, name and address. Its runs stay, under
 * the name that each organiser chose (S16). Throws `last_admin_of` with what would be without an admin, and
 * `last_super_admin`.
 */
export async function deleteAccount(write: Write, user: User): Promise<void> {
  const { tx, now } = write;
  await refuseOnlyAdmin(tx, user.id);
  await tx.execute(sql`lock table ${globalPermissions} in share row exclusive mode`);
  await refuseLastSuperAdmin(tx, user.id);
  await leaveAllCompetitions(write, user.id);
  await tx.delete(seriesAdmins).where(eq(seriesAdmins.user_id, user.id));
  await tx.delete(globalPermissions).where(eq(globalPermissions.user_id, user.id));
  await tx.delete(emailVerifications).where(eq(emailVerifications.user_id, user.id));
  await endSessionsOf(tx, user.id);
  await eraseAccountTraces(write, user);
  await deleteUser(write, user.id);
  await queueMail(tx, user.email, accountDeletedMail(user.language), now);
}

/** Holds what the account administers, so that two admins cannot leave at once, and refuses who is the only one. */
async function refuseOnlyAdmin(tx: Transaction, userId: number): Promise<void> {
  const ofAdmin = and(eq(members.user_id, userId), inArray(members.role, rolesWith('manage_members')));
  const held = tx.select({ id: members.competition_id }).from(members).where(ofAdmin);
  await tx
    .select({ id: competitions.id })
    .from(competitions)
    .where(inArray(competitions.id, held))
    .orderBy(asc(competitions.id))
    .for('update');
  const ofSeries = tx.select({ id: seriesAdmins.series_id }).from(seriesAdmins).where(eq(seriesAdmins.user_id, userId));
  await tx
    .select({ id: series.id })
    .from(series)
    .where(inArray(series.id, ofSeries))
    .orderBy(asc(series.id))
    .for('update');
  const names = [...(await listOnlyAdministered(tx, userId)), ...(await listOnlySeries(tx, userId))];
  if (names.length > 0) throw new Refusal('last_admin_of', { values: { names: names.join(', ') } });
}

/** Lists the names of competitions that would have no admin left; an account that may only referee is none. */
async function listOnlyAdministered(tx: Transaction, userId: number): Promise<string[]> {
  const other = alias(members, 'other');
  const isAdmin = (member: typeof members | typeof other) => inArray(member.role, rolesWith('manage_members'));
  const others = tx
    .select({ id: other.user_id })
    .from(other)
    .innerJoin(users, and(eq(users.id, other.user_id), eq(users.account_status, 'active')))
    .where(and(eq(other.competition_id, members.competition_id), ne(other.user_id, userId), isAdmin(other)));
  const found = await tx
    .select({ name: competitions.name })
    .from(members)
    .innerJoin(competitions, eq(competitions.id, members.competition_id))
    .where(and(eq(members.user_id, userId), isAdmin(members), isNull(competitions.deleted_at), notExists(others)))
    .orderBy(asc(competitions.id));
  return found.map(({ name }) => name);
}

async function listOnlySeries(tx: Transaction, userId: number): Promise<string[]> {
  const other = alias(seriesAdmins, 'other');
  const others = tx
    .select({ id: other.user_id })
    .from(other)
    .where(and(eq(other.series_id, seriesAdmins.series_id), ne(other.user_id, userId)));
  const found = await tx
    .select({ name: series.name })
    .from(seriesAdmins)
    .innerJoin(series, eq(series.id, seriesAdmins.series_id))
    .where(and(eq(seriesAdmins.user_id, userId), notExists(others)))
    .orderBy(asc(series.id));
  return found.map(({ name }) => name);
}
