import { type AnyPgTable, getTableConfig } from 'drizzle-orm/pg-core';
import { competitions } from '../tables/competition.table.ts';
import { schema } from '../tables/schema.ts';

/*
 * Where the rows of a table are stored on a distributed database, derived from the tables: rows that always have a
 * `competition_id` are stored with their competition, accounts and what names a row of theirs on every node, the rest on
 * the coordinator.
 */

/** `by` is the column whose value decides on which node a row is stored. */
export type Placement = { kind: 'distributed'; by: string } | { kind: 'reference' } | { kind: 'coordinator' };

/** Returns the column that places a table's rows with their competition; undefined for tables of the installation. */
export function competitionColumn(table: AnyPgTable): string | undefined {
  if (table === competitions) return competitions.id.name;
  return getTableConfig(table).columns.find(({ name, notNull }) => name === 'competition_id' && notNull)?.name;
}

/** Lists the tables to which a table refers. */
export const parentsOf = (table: AnyPgTable) =>
  getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable as AnyPgTable);

/** Returns where the rows of a table are stored. */
export function placementOf(table: AnyPgTable): Placement {
  const by = competitionColumn(table);
  if (by !== undefined) return { kind: 'distributed', by };
  const isOfAccounts =
    table === schema.users || parentsOf(table).some((parent) => placementOf(parent).kind === 'reference');
  return { kind: isOfAccounts ? 'reference' : 'coordinator' };
}
