import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** Active and past alarms, kept for 180 days (Q6). */
export const alarms = pgTable(
  'alarms',
  {
    /** Its kind, source, competition and time. */
    key: text().primaryKey(),
    kind: text().notNull(),
    /** The server process that measures it; `all` for a value that every process measures alike. */
    source: text().notNull(),
    /** Null if it concerns the installation. */
    competition_id: integer(),
    value: doublePrecision().notNull(),
    raised_at: moment().notNull(),
    said_at: moment().notNull(),
    /** When a process last measured it. */
    reported_at: moment().notNull(),
    cleared_at: moment(),
  },
  (alarm) => [
    index('alarms_raised_at').on(alarm.raised_at),
    // Only one of several processes raises a shared alarm.
    uniqueIndex('alarms_standing')
      .on(alarm.kind, alarm.source, sql`coalesce(${alarm.competition_id}, 0)`)
      .where(sql`cleared_at is null`),
  ],
);
