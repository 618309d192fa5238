import { bigint, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { moment, oneOf } from './columns.ts';

/** The last report of each referee's phone. Transient: neither backed up nor logged. */
export const refereePhones = pgTable(
  'referee_phones',
  {
    competition_id: integer().notNull(),
    user_id: integer().notNull(),
    /** Empty for phones that send no id. */
    phone_id: text().notNull(),
    zone_id: integer(),
    /** The bib of the rider whose run is being recorded; null between two runs. */
    riding: integer(),
    unsent: integer().notNull(),
    oldest_unsent_sec: integer(),
    app_version: text().notNull(),
    /** By how much the phone's clock is ahead of the server's. */
    clock_difference_sec: bigint({ mode: 'number' }).notNull(),
    battery: smallint(),
    /** Whether the browser guarantees to keep its storage. */
    storage: oneOf('safe', 'clearable'),
    last_contact: moment().notNull(),
  },
  (phone) => [
    primaryKey({ columns: [phone.competition_id, phone.user_id, phone.phone_id] }),
    index('referee_phones_contact').on(phone.last_contact),
  ],
);
