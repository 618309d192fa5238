import { showNames } from '@dossard/contract/competitions/public.names.ts';
import { and, eq, getTableName, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { fullName, type User } from '../../access/account.store.ts';
import { anyOf } from '../../database/any.of.ts';
import type { Transaction } from '../../database/client.ts';
import { updateRow } from '../../database/one.row.ts';
import { listRows } from '../../database/rows.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { deskCalls, runRequests } from '../../tables/desk.tables.ts';
import { notices } from '../../tables/notice.tables.ts';
import { complaints } from '../../tables/result.tables.ts';
import { runs, unresolvedRuns } from '../../tables/run.tables.ts';
import { scrubEntries } from './scrubbed.entries.ts';

/*
 * Rows that name the account that wrote them. Their competition chooses whether a deleted account is still named there
 * in full or by initials (S16).
 */

/** An account by all its numbers, present and former. */
export type Named = Pick<User, 'first_name' | 'last_name'> & { ids: readonly number[] };

interface NamedRows {
  table: PgTable & { competition_id: AnyPgColumn };
  /** The column with the name. */
  name: AnyPgColumn;
  isBy: (account: Named) => SQL | undefined;
}

/** A complaint and a notice have no number of an account: the log has who created the one, the name says it of the other. */
const namedRows: readonly NamedRows[] = [
  { table: runs, name: runs.referee_name, isBy: ({ ids }) => eq(runs.referee_id, anyOf(ids)) },
  {
    table: unresolvedRuns,
    name: unresolvedRuns.referee_name,
    isBy: ({ ids }) => eq(unresolvedRuns.referee_id, anyOf(ids)),
  },
  { table: runRequests, name: runRequests.asked_by, isBy: ({ ids }) => eq(runRequests.sender_id, anyOf(ids)) },
  { table: deskCalls, name: deskCalls.by, isBy: ({ ids }) => eq(deskCalls.sender_id, anyOf(ids)) },
  { table: complaints, name: complaints.made_by, isBy: ({ ids }) => isCreatedBy(ids) },
  { table: notices, name: notices.sent_by, isBy: (account) => eq(notices.sent_by, fullName(account)) },
];

const isCreatedBy = (ids: readonly number[]) => sql`exists (select from ${auditLog}
  where ${auditLog.competition_id} = ${complaints.competition_id} and ${auditLog.subject} = 'complaint'
    and ${auditLog.action} = 'create' and ${auditLog.actor_id} = ${anyOf(ids)}
    and ${auditLog.subject_key} = ${complaints.id}::text)`;

/** The columns of these rows. */
export const nameColumns: readonly string[] = namedRows.map(({ table, name }) => `${getTableName(table)}.${name.name}`);

/** The fields of these rows in answers. */
export const nameFields: readonly string[] = [...new Set(namedRows.map(({ name }) => name.name))];

/** Returns the initials of a name; undefined if it is initials already. */
function initialsOf(name: unknown): string | undefined {
  if (typeof name !== 'string' || /^(\p{Lu}\.[ -]?)*$/u.test(name)) return undefined;
  return showNames({ first_name: name, last_name: '' }, 'initials').first_name;
}

/**
 * Replaces an account's name by initials in competitions that chose so. Returns the competitions whose log changed, and
 * whether any names the account.
 */
export async function shortenName(tx: Transaction, account: Named): Promise<{ chains: number[]; isAny: boolean }> {
  const shortening = await listShortening(tx, account);
  const chains: number[] = [];
  for (const id of shortening) {
    for (const rows of namedRows) await shortenRows(tx, id, rows, account);
    await shortenRequestedRuns(tx, id, account);
    // Riders, imports and moves have runs in them.
    const named = sql`jsonb_path_exists(jsonb_build_array(${auditLog.before}, ${auditLog.after}),
      '$.**.referee_id ? (@ == $ids[*])', ${JSON.stringify({ ids: account.ids })}::jsonb)`;
    const found = await scrubEntries(tx, and(eq(auditLog.competition_id, id), named), (fields) => {
      const referee_name = account.ids.includes(Number(fields.referee_id))
        ? initialsOf(fields.referee_name)
        : undefined;
      return referee_name === undefined ? undefined : { referee_name };
    });
    chains.push(...found);
  }
  return { chains, isAny: shortening.length > 0 };
}

async function shortenRows(tx: Transaction, competitionId: number, rows: NamedRows, account: Named): Promise<void> {
  const { table, name, isBy } = rows;
  const isOwn = and(eq(table.competition_id, competitionId), isBy(account));
  for (const { full } of await tx.selectDistinct({ full: name }).from(table).where(isOwn)) {
    const short = initialsOf(full);
    if (short !== undefined)
      await tx.execute(
        sql`update ${table} set ${sql.identifier(name.name)} = ${short} where ${and(isOwn, eq(name, full))}`,
      );
  }
}

/** Shortens the name in the copies of runs that requests keep: a referee asks for corrections of own runs only. */
async function shortenRequestedRuns(tx: Transaction, competitionId: number, { ids }: Named): Promise<void> {
  for (const request of await listRows(tx, runRequests, { competition_id: competitionId, sender_id: anyOf(ids) })) {
    const referee_name = initialsOf(request.run.referee_name);
    if (referee_name !== undefined)
      await updateRow(tx, runRequests, request, { run: { ...request.run, referee_name } });
  }
}

/** Lists the competitions that name an account and show deleted ones by initials. */
async function listShortening(tx: Transaction, account: Named): Promise<number[]> {
  const ids = (await listRows(tx, competitions, { departed_referees: 'initials' })).map(({ id }) => id);
  const found = new Set<number>();
  for (const { table, isBy } of namedRows) {
    const rows = await tx
      .selectDistinct({ id: table.competition_id })
      .from(table)
      .where(and(inArray(table.competition_id, ids), isBy(account)));
    for (const { id } of rows) found.add(Number(id));
  }
  return [...found].sort((one, other) => one - other);
}
