import { and, eq, getTableColumns, isNull, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Matches the rows of a table that have all these values, by column; null matches none, and a column its own value. */
export function hasValues<Table extends PgTable, Name extends keyof Table['$inferSelect'] & string>(
  table: Table,
  values: { [Of in Name]: Table['$inferSelect'][Of] | SQLWrapper },
): SQL | undefined {
  const columns = getTableColumns(table) as Record<string, SQLWrapper>;
  return and(
    ...Object.entries<unknown>(values).map(([name, value]) => {
      const column = columns[name] as SQLWrapper;
      return value === null ? isNull(column) : eq(column, value);
    }),
  );
}
