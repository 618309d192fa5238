import type { GlobalPermission } from '@dossard/contract/access/permissions.ts';
import {
  type AccountQuery,
  accountPageSize,
  type ListedAccount,
} from '@dossard/contract/administration/administration.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { asc, desc, sql } from 'drizzle-orm';
import { hasWords } from '../../access/account.store.ts';
import type { Database } from '../../database/client.ts';
import { globalPermissions, users } from '../../tables/account.tables.ts';

const held = sql<GlobalPermission[]>`array(
  select g.permission from ${globalPermissions} g where g.user_id = ${users}.id order by g.permission)`;

/**
 * Lists one page of the accounts that match every word of the search, holders of a global permission first, then by
 * name.
 */
export async function listAccountsOf(
  db: Database,
  { search = '', page }: AccountQuery,
): Promise<{ accounts: ListedAccount[]; total: number }> {
  const matches = hasWords(search);
  const accounts = await db
    .select({
      ...pick(users, 'id', 'email', 'first_name', 'last_name', 'account_status'),
      email_verified: sql<boolean>`${users.email_verified_at} is not null`,
      global_permissions: held,
    })
    .from(users)
    .where(matches)
    .orderBy(
      desc(sql`exists (select from ${globalPermissions} g where g.user_id = ${users}.id)`),
      asc(sql`lower(${users.last_name})`),
      asc(sql`lower(${users.first_name})`),
      asc(users.id),
    )
    .limit(accountPageSize)
    .offset((page - 1) * accountPageSize);
  return { accounts, total: await db.$count(users, matches) };
}
