import { eq, getTableName, sql } from 'drizzle-orm';
import { type AnyPgTable, getTableConfig } from 'drizzle-orm/pg-core';
import { revokeKeys } from '../access/account.keys.ts';
import { formerNumberIn } from '../access/former.numbers.ts';
import type { Transaction } from '../database/client.ts';
import { findAppliedMigration } from '../database/migrations.ts';
import { emailVerifications, globalPermissions, users } from '../tables/account.tables.ts';
import { codeFactors, passkeys, recoveryCodes } from '../tables/factor.tables.ts';
import { members } from '../tables/member.table.ts';
import { noticeReceipts } from '../tables/notice.tables.ts';
import { schema } from '../tables/schema.ts';
import { seriesAdmins } from '../tables/series.tables.ts';
import { readBackup, readHeader } from './backup.reader.ts';
import { listTables, useExactText } from './backup.tables.ts';
import { insertRows } from './restore.rows.ts';

/*
 * Restores the rows of a backup beside the present ones. Numbers are never reused, so rows of competitions cannot
 * collide; accounts can, by their address or because they were never erased.
 */

/** Not restored: data of the installation itself, of ongoing logs, and mails, which would be sent twice. */
const notPutBack = ['installation_chain', 'installation_settings', 'security_events', 'mails'];

/** Permissions and factors are restored only with their account; those of a present account are not changed. */
const ofReturning: string[] = [globalPermissions, codeFactors, passkeys, recoveryCodes].map(getTableName);

/** Rows that are deleted together with an account. */
const notOfDeleted: string[] = [members, seriesAdmins, noticeReceipts, emailVerifications].map(getTableName);

/** An account in the state of the backup. */
type FormerAccount = Pick<typeof users.$inferSelect, 'id' | 'email' | 'first_name' | 'last_name'>;

/** A role in the state of the backup, and the account that has it now; null for none. */
interface MovedRole {
  competition_id: number;
  from: number;
  to: number | null;
  role: string;
}

/** What a backup says of accounts that are not what they were: the log of the rows that came back has their numbers. */
export interface PutBack {
  /** Accounts that were deleted since, whose names came back in other rows. */
  departed: FormerAccount[];
  moved: MovedRole[];
  /** Present accounts by their former numbers. */
  renumbered: ReadonlyMap<number, number>;
}

/** Whether a backup has the tables of this database. */
export async function isOfPresentSchema(tx: Transaction, file: string): Promise<boolean> {
  return (await readHeader(file)).schema.when === (await findAppliedMigration(tx))?.when;
}

/** A column that refers to an account; `stays`: a number without an account stays, as its row does. */
interface AccountColumn {
  name: string;
  isNullable: boolean;
  stays?: boolean;
}

/** Lists the columns of a table that refer to an account by a foreign key. */
function accountColumnsOf(table: AnyPgTable): AccountColumn[] {
  return getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference();
    return foreignTable === users ? columns.map(({ name, notNull }) => ({ name, isNullable: !notNull })) : [];
  });
}

const numberOf = (name: string): AccountColumn => ({ name, isNullable: false, stays: true });

/**
 * Columns that refer to an account without a foreign key. A sender may also be a judge with a link, by a negative
 * number. `audit_log.actor_id` is sealed in its entry, so that it stays.
 */
const withoutKey: Record<string, AccountColumn[]> = {
  competitions: [{ name: 'follows_made_by', isNullable: true }],
  submissions: [numberOf('user_id')],
  run_requests: [numberOf('sender_id')],
  desk_calls: [numberOf('sender_id')],
  notice_receipts: [numberOf('user_id')],
  settled_pairs: [numberOf('settled_by')],
};

/** The columns of each table that refer to an account. */
export const accountColumns: ReadonlyMap<string, readonly AccountColumn[]> = new Map(
  Object.values(schema).map((table) => {
    const name = getTableName(table);
    return [name, [...accountColumnsOf(table as AnyPgTable), ...(withoutKey[name] ?? [])]];
  }),
);

type Value = string | null;

/** The references of a table to rows of others. */
function listParents(table: AnyPgTable) {
  return getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignTable, foreignColumns } = key.reference();
    if (foreignTable === users) return [];
    return { parent: getTableName(foreignTable), own: namesOf(columns), there: namesOf(foreignColumns) };
  });
}
const namesOf = (columns: readonly { name: string }[]) => columns.map(({ name }) => name);

const parents: ReadonlyMap<string, ReturnType<typeof listParents>> = new Map(
  Object.values(schema).map((table) => [getTableName(table), listParents(table as AnyPgTable)]),
);

/**
 * Reads the accounts of a backup, and its super administrators: a reset keeps them, so one who is missing now has left
 * since. Tables that refer to an account without a foreign key may be before them in the file.
 */
async function readAccounts(file: string) {
  const stayed = new Set<string>();
  const accounts: { id: string; email: string }[] = [];
  await readBackup(file, async ({ name, columns }, lines) => {
    if (name !== getTableName(globalPermissions) && name !== getTableName(users)) return;
    for (const line of lines) {
      const values: Value[] = JSON.parse(line);
      const textOf = (column: string) => values[columns.indexOf(column)] ?? '';
      if (name === getTableName(users)) accounts.push({ id: textOf('id'), email: textOf('email') });
      else if (textOf('permission') === 'super_admin') stayed.add(textOf('user_id'));
    }
  });
  return { stayed, accounts };
}

/**
 * Decides which accounts of a backup are restored, and which account rows refer to otherwise. One is not restored
 * (`away`) if the reset had kept it, or if its address was registered and verified since. An unverified account with
 * its address is replaced by it.
 */
async function sortAccounts(tx: Transaction, file: string) {
  const { stayed, accounts } = await readAccounts(file);
  const present = await tx.select({ id: users.id, email: users.email, verified: users.email_verified_at }).from(users);
  const named = new Map(present.map(({ id }) => [String(id), String(id)]));
  const byEmail = new Map(present.map((one) => [one.email.toLowerCase(), one]));
  const returning = new Set<string>();
  const sorted = new Map<string, 'back' | { replaced: number }>();
  for (const { id, email } of accounts) {
    if (named.has(id) || stayed.has(id)) continue;
    const other = byEmail.get(email.toLowerCase());
    named.set(id, String(other?.id ?? id));
    if (other?.verified) continue;
    returning.add(id);
    sorted.set(id, other ? { replaced: other.id } : 'back');
  }
  const renumbered = accounts.flatMap(({ id }): [number, number][] => {
    const to = named.get(id);
    return to === undefined || to === id ? [] : [[Number(id), Number(to)]];
  });
  return { named, returning, renumbered, sortOf: (id: string) => sorted.get(id) ?? 'away' };
}

/**
 * Overwrites an unverified account with the one of a backup; nothing that opened it before opens it then (S23), and its
 * permissions are those of the backup.
 */
async function replaceAccount(tx: Transaction, id: number, columns: readonly string[], values: Value[]) {
  const cells = columns.flatMap((column, index) =>
    column === 'id' ? [] : [sql`${sql.identifier(column)} = ${values[index] ?? null}`],
  );
  await tx.execute(sql`update users set ${sql.join(cells, sql`, `)} where id = ${id}`);
  await revokeKeys(tx, id);
  await tx.delete(globalPermissions).where(eq(globalPermissions.user_id, id));
}

/**
 * Restores the rows that a reset erased, from its backup, which must have the tables of this database, in the caller's
 * transaction. Rows that only a missing account can own are not restored. `deleted` are the accounts that were deleted
 * since. Throws a BackupError for a damaged file.
 */
export async function putBack(tx: Transaction, file: string, deleted: ReadonlySet<string>): Promise<PutBack> {
  await useExactText(tx);
  const departed: FormerAccount[] = [];
  const moved: MovedRole[] = [];
  const tables = new Map((await listTables(tx)).map((table) => [table.name, table]));
  const accounts = await sortAccounts(tx, file);
  const renumbered = new Map(accounts.renumbered);
  const replacements = new Map<number, Value[]>();
  /** The rows that are not restored, by table: those that refer to them are not restored either. */
  const left = new Map<string, ((column: string) => Value)[]>();

  function isLeft(table: string, cellOf: (column: string) => Value): boolean {
    const isOrphan = (parents.get(table) ?? []).some(({ parent, own, there }) =>
      left.get(parent)?.some((of) => own.every((column, index) => cellOf(column) === of(there[index] ?? ''))),
    );
    const isOfNobody = (accountColumns.get(table) ?? []).some(({ name, isNullable, stays }) => {
      const account = cellOf(name);
      return account !== null && !accounts.named.has(account) && !isNullable && !stays;
    });
    if (isOrphan || isOfNobody) left.set(table, [...(left.get(table) ?? []), cellOf]);
    return isOrphan || isOfNobody;
  }

  function noteRole(cellOf: (column: string) => Value): void {
    const from = cellOf('user_id') ?? '';
    const to = deleted.has(from) ? undefined : accounts.named.get(from);
    const [competition_id, role] = [Number(cellOf('competition_id')), cellOf('role') ?? ''];
    if (to !== from) moved.push({ competition_id, from: Number(from), to: to ? Number(to) : null, role });
  }

  /** Keeps what an earlier undo said about numbers. */
  function noteRenumbered(cellOf: (column: string) => Value): void {
    const former = formerNumberIn(cellOf('subject'), JSON.parse(cellOf('after') ?? 'null'));
    const present = accounts.named.get(cellOf('subject_key') ?? '');
    if (former !== undefined && present) renumbered.set(former, Number(present));
  }

  function rowOf(table: string, columns: readonly string[], values: Value[]): Value[] | undefined {
    const at = (column: string) => columns.indexOf(column);
    const cellOf = (column: string) => values[at(column)] ?? null;
    const textOf = (column: string) => cellOf(column) ?? '';
    if (table === 'users') {
      const id = textOf('id');
      if (deleted.has(id) && cellOf('deleted_at') === null) {
        const names = { first_name: textOf('first_name'), last_name: textOf('last_name') };
        departed.push({ id: Number(id), email: textOf('email'), ...names });
      }
      const sorted = accounts.sortOf(id);
      if (typeof sorted === 'object') replacements.set(sorted.replaced, values);
      return sorted === 'back' ? values : undefined;
    }
    if (table === getTableName(members)) noteRole(cellOf);
    if (notOfDeleted.includes(table) && deleted.has(textOf('user_id'))) return undefined;
    if (table === 'audit_log' && cellOf('competition_id') === '0') {
      noteRenumbered(cellOf);
      return undefined;
    }
    if (ofReturning.includes(table) && !accounts.returning.has(textOf('user_id'))) return undefined;
    // Sharing is not backed up (Y9).
    if (table === 'competitions') Object.assign(values, { [at('is_away')]: 'false', [at('run_numbers')]: null });
    if (isLeft(table, cellOf)) return undefined;
    for (const { name, stays } of accountColumns.get(table) ?? []) {
      const account = cellOf(name);
      values[at(name)] = accounts.named.get(account ?? '') ?? (stays ? account : null);
    }
    return values;
  }

  await readBackup(file, async ({ name, columns }, lines) => {
    const table = tables.get(name);
    if (!table || notPutBack.includes(name)) return;
    const rows = lines.flatMap((line) => {
      const row = rowOf(name, columns, JSON.parse(line));
      return row ? [JSON.stringify(row)] : [];
    });
    for (const [id, values] of replacements) await replaceAccount(tx, id, columns, values);
    replacements.clear();
    await insertRows(tx, table, columns, rows);
  });
  return { departed, moved, renumbered };
}
