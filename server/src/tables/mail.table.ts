import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** Queued and sent mails, inserted in the transaction that causes them. */
export const mails = pgTable(
  'mails',
  {
    id: serial().primaryKey(),
    to_address: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    created_at: moment().notNull(),
    /** When to try next; null once it was sent or abandoned. */
    next_attempt_at: moment(),
    attempts: integer().notNull().default(0),
    sent_at: moment(),
    last_error: text(),
  },
  (mail) => [index('mails_due').on(mail.next_attempt_at).where(sql`${mail.next_attempt_at} is not null`)],
);
