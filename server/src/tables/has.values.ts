import { and, eq, getTableColumns, getTableName, inArray, is, isNull, SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Values of columns: null matches none, a list any of its values, and a column its own value. */
type Values<Row> = { [Name in keyof Row]?: Row[Name] | readonly NonNullable<Row[Name]>[] | SQLWrapper };

/** Which rows of a table: those that match a condition, or have these values. */
export type Which<Table extends PgTable> = SQL | undefined | Values<Table['$inferSelect']>;

/** Matches the rows of a table that have all these values, by column. Throws when there are none, or one is undefined. */
export function hasValues<Table extends PgTable>(table: Table, values: Values<Table['$inferSelect']>): SQL | undefined {
  const columns = getTableColumns(table) as Record<string, SQLWrapper>;
  const named = Object.entries<unknown>(values);
  // Without any values every row would match.
  if (named.length === 0) throw new Error(`A row of ${getTableName(table)} is named by nothing.`);
  return and(
    ...named.map(([name, value]) => {
      const column = columns[name] as SQLWrapper;
      if (value === undefined) throw new Error(`A row of ${getTableName(table)} is named without its ${name}.`);
      if (Array.isArray(value)) return inArray(column, value);
      return value === null ? isNull(column) : eq(column, value);
    }),
  );
}

/** Matches these rows of a table. */
export const matches = <Table extends PgTable>(table: Table, which: Which<Table>): SQL | undefined =>
  which === undefined || is(which, SQL) ? which : hasValues(table, which);
