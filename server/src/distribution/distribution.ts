import type { AnyPgTable } from 'drizzle-orm/pg-core';
import { competitionColumn, parentsOf, schema } from '../tables/schema.ts';

/*
 * Where the rows of a table are stored on a distributed database, derived from the tables: rows that always have a
 * `competition_id` are stored with their competition, accounts and what names a row of theirs on every node, the rest on
 * the coordinator.
 */

/** `by` is the column whose value decides on which node a row is stored. */
export type Placement = { kind: 'distributed'; by: string } | { kind: 'reference' } | { kind: 'coordinator' };

/** Returns where the rows of a table are stored. */
export function placementOf(table: AnyPgTable): Placement {
  const by = competitionColumn(table)?.name;
  if (by !== undefined) return { kind: 'distributed', by };
  const isOfAccounts =
    table === schema.users || parentsOf(table).some((parent) => placementOf(parent).kind === 'reference');
  return { kind: isOfAccounts ? 'reference' : 'coordinator' };
}
