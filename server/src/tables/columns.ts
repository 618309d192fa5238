import { customType } from 'drizzle-orm/pg-core';

/** A moment, read and written as ISO 8601 in UTC: the one field whose form differs between database and wire. */
export const moment = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});
