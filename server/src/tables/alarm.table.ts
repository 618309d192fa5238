import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** Alarms, those that stand and those that are over, for 180 days (Q6). */
export const alarms = pgTable(
  'alarms',
  {
    /** What it is about, who measures it, and when it was raised. */
    key: text().primaryKey(),
    kind: text().notNull(),
    /** The server process that measures it; `all` where each process measures the same. */
    source: text().notNull(),
    /** Null where it concerns the installation. */
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
    // Of processes that measure the same, one raises it.
    uniqueIndex('alarms_standing')
      .on(alarm.kind, alarm.source, sql`coalesce(${alarm.competition_id}, 0)`)
      .where(sql`cleared_at is null`),
  ],
);
