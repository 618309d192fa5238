import { getTableColumns, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  customType,
  foreignKey,
  integer,
  type PgColumn,
  text,
} from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';

/**
 * A moment, read and written as ISO 8601 in UTC; the only type that is represented differently in the database and on
 * the wire.
 */
export const moment = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

/**
 * JSON that fits a schema whenever it is read: PostgreSQL does not check its content, and one row that does not fit must
 * not make a list fail. `instead` is read in its place, and recognised by its identity.
 */
export const fittingJson = <Value>(schema: z.ZodMiniType<Value>, instead: Value) =>
  customType<{ data: Value; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => (schema.safeParse(value).success ? (value as Value) : instead),
  })();

/** A text that is one of some words; `isKnown` makes the database check it. */
export const oneOf = <const Words extends [string, ...string[]]>(...words: Words) => text({ enum: words });

/** Checks that a column of `oneOf` has one of its words. */
export function isKnown(name: string, column: PgColumn) {
  const words = getTableColumns(column.table)[column.name]?.enumValues ?? [];
  return check(name, sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`);
}

/** Columns of the head of a chain of log entries (H1): the number of entries, and the hash of the last one, in hex. */
export const chainColumns = () => ({
  chain_length: bigint({ mode: 'number' }).notNull().default(0),
  chain_head: text().notNull().default(''),
});

/** A number that refers to a row of another table, with which this row may be deleted. */
export const ofRow = (parent: () => AnyPgColumn, actions?: { onDelete: 'cascade' }) =>
  integer().notNull().references(parent, actions);

/** Columns of a group, with its category as it is spelled. */
export const groupColumns = () => ({ category: text().notNull(), gender: oneOf('H', 'F').notNull() });

/** Columns of what is known of a rider. */
export const personColumns = () => ({
  first_name: text().notNull(),
  last_name: text().notNull(),
  club: text(),
  licence: text(),
});

interface Row {
  competition_id: AnyPgColumn;
}

/** References a row of the same competition by its id. */
export const referTo = (parent: Row & { id: AnyPgColumn }, name: string, row: Row, id: AnyPgColumn) =>
  foreignKey({ name, columns: [row.competition_id, id], foreignColumns: [parent.competition_id, parent.id] });
