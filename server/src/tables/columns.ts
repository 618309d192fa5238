import { bigint, customType, text } from 'drizzle-orm/pg-core';

/**
 * A moment, read and written as ISO 8601 in UTC; the only type that is represented differently in the database and on
 * the wire.
 */
export const moment = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

/** Columns of the head of a chain of log entries (H1): the number of entries, and the hash of the last one, in hex. */
export const chainColumns = () => ({
  chain_length: bigint({ mode: 'number' }).notNull().default(0),
  chain_head: text().notNull().default(''),
});
