import { rolesWith } from '@dossard/contract/access/permissions.ts';
import type { FactorRule } from '@dossard/contract/administration/administration.schema.ts';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Database, Transaction } from '../database/client.ts';
import { putRow } from '../database/one.row.ts';
import { globalPermissions, users } from '../tables/account.tables.ts';
import { installationSettings } from '../tables/factor.tables.ts';
import { members } from '../tables/member.table.ts';
import { seriesAdmins } from '../tables/series.tables.ts';
import { getFactors, isProtected } from './factor.store.ts';

/* Which accounts need a second factor (S21). */

/** Reads which accounts need a second factor. */
export async function getFactorRule(db: Database | Transaction): Promise<FactorRule['required_of']> {
  const [settings] = await db.select({ factors_of: installationSettings.factors_of }).from(installationSettings);
  return settings?.factors_of ?? 'nobody';
}

/** Sets which accounts need a second factor. */
export async function updateFactorRule(tx: Transaction, factors_of: FactorRule['required_of']): Promise<void> {
  await putRow(tx, installationSettings, { factors_of });
}

/**
 * Whether this installation requires a second factor for an account; not for an unproven one, which can have none and
 * may only referee (S23, A4).
 */
export async function isFactorRequired(db: Database | Transaction, userId: number): Promise<boolean> {
  const rule = await getFactorRule(db);
  if (rule === 'nobody') return false;
  const isProven = and(eq(users.id, userId), isNotNull(users.email_verified_at));
  if ((await db.$count(users, isProven)) === 0) return false;
  const powers = inArray(globalPermissions.permission, ['super_admin', 'manage_users']);
  const hasPower = (await db.$count(globalPermissions, and(eq(globalPermissions.user_id, userId), powers))) > 0;
  if (hasPower || rule === 'super_admins') return hasPower;
  const isAdmin = inArray(members.role, rolesWith('manage_members'));
  if ((await db.$count(members, and(eq(members.user_id, userId), isAdmin))) > 0) return true;
  return (await db.$count(seriesAdmins, eq(seriesAdmins.user_id, userId))) > 0;
}

/** Whether an account must set up a second factor before it may do anything else. */
export async function mustSetUpFactor(db: Database | Transaction, userId: number): Promise<boolean> {
  return (await isFactorRequired(db, userId)) && !isProtected(await getFactors(db, userId));
}
