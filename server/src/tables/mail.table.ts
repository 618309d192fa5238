import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** A notice in a mail; a later one about the same topic replaces it. */
export interface Notice {
  topic: string;
  subject: string;
  text: string;
  html: string;
}

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
    /** What a mail of collected notices consists of, by topic; null for other mails (S24). */
    notices: jsonb().$type<Notice[]>(),
    /** How many notices were added to the mail after the first. */
    collected: integer().notNull().default(0),
  },
  (mail) => [index('mails_due').on(mail.next_attempt_at).where(sql`${mail.next_attempt_at} is not null`)],
);
