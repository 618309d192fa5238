import type { Row, RowKey, Side } from '@dossard/contract/places/exchange.schema.ts';
import type { Comparison } from '@dossard/contract/places/place.schema.ts';
import { sql } from 'drizzle-orm';
import { bigint, check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { competitions } from './competition.table.ts';

const link = () => bigint({ mode: 'number' });

/** Competitions that are shared with another installation, and how far each of the two has told the other (Y1–Y8). */
export const places = pgTable(
  'places',
  {
    competition_id: integer()
      .primaryKey()
      .references(() => competitions.id),
    /** What both installations call what they share. */
    pair: text().notNull(),
    side: text().$type<Side>().notNull(),
    epoch: integer().notNull().default(0),
    heard: integer().notNull().default(0),
    received: link().notNull().default(0),
    handed: link(),
    taken: link(),
    wanted: jsonb().$type<RowKey[]>().notNull().default([]),
    /** What the other side has of the log here, and how much of its log there is, as it said last. */
    other_has: link().notNull().default(0),
    other_end: link().notNull().default(0),
    other_wanted: jsonb().$type<RowKey[]>().notNull().default([]),
    other_name: text().notNull(),
    /** Where this installation calls the other one; null where it is called. */
    other_url: text(),
    /** PKCS 8 and SPKI in base64: this side signs by the one, and knows the other side by the other. */
    private_key: text().notNull(),
    other_public_key: text().notNull(),
    /** Number of the last message, which is never taken twice. */
    sequence: link().notNull().default(0),
    last_contact: moment(),
    /** Milliseconds by which the other side's clock is ahead. */
    clock_ahead_ms: link(),
    comparison: jsonb().$type<Comparison>(),
    /** Why nothing is exchanged any more: `here` or `there`, where the sharing was ended; null while it goes on. */
    ended: text({ enum: ['here', 'there'] }),
    /** What keeps both from exchanging anything; null while messages come through. */
    trouble: text({ enum: ['version', 'rows'] }),
    created_at: moment().notNull(),
  },
  (place) => [check('places_side', sql`${place.side} in ('a', 'b')`)],
);

/** Codes by which another installation may join, or give a competition; each is used once. */
export const placeCodes = pgTable('place_codes', {
  id: text().primaryKey(),
  /** Derived from the code, which is not kept. */
  key: text().notNull(),
  /** The competition to share; null for one that is to come from the other installation. */
  shared_competition: integer(),
  user_id: integer().notNull(),
  attempts: integer().notNull().default(0),
  expires_at: moment().notNull(),
});

/** What was changed in one installation after home had moved to the other unnoticed, until it is decided at home. */
export const placeConflicts = pgTable(
  'place_conflicts',
  {
    competition_id: integer()
      .notNull()
      .references(() => competitions.id),
    id: text().notNull(),
    /** The row as it stood where it was changed. */
    theirs: jsonb().$type<Row>().notNull(),
    made_at: moment().notNull(),
    state: text({ enum: ['waiting', 'kept', 'taken'] })
      .notNull()
      .default('waiting'),
  },
  (conflict) => [primaryKey({ columns: [conflict.competition_id, conflict.id] })],
);
