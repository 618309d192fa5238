import { and, eq, getTableColumns, inArray, is, isNull, SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Values of columns: null matches none, a list any of its values, and a column its own value. */
type Values<Row> = { [Name in keyof Row]?: Row[Name] | readonly NonNullable<Row[Name]>[] | SQLWrapper };

/** Which rows of a table: those that match a condition, or have these values. */
export type Which<Table extends PgTable> = SQL | undefined | Values<Table['$inferSelect']>;

/** Matches the rows of a table that have all these values, by column. */
export function hasValues<Table extends PgTable>(table: Table, values: Values<Table['$inferSelect']>): SQL | undefined {
  const columns = getTableColumns(table) as Record<string, SQLWrapper>;
  return and(
    ...Object.entries<unknown>(values).map(([name, value]) => {
      const column = columns[name] as SQLWrapper;
      if (Array.isArray(value)) return inArray(column, value);
      return value === null ? isNull(column) : eq(column, value);
    }),
  );
}

/** Matches these rows of a table. */
export const matches = <Table extends PgTable>(table: Table, which: Which<Table>): SQL | undefined =>
  which === undefined || is(which, SQL) ? which : hasValues(table, which);
