import type { Row, RowKey } from '@dossard/contract/places/exchange.schema.ts';
import type { Comparison } from '@dossard/contract/places/place.schema.ts';
import { bigint, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { isKnown, moment, oneOf } from './columns.ts';
import { ofCompetition } from './competition.table.ts';

const link = () => bigint({ mode: 'number' });

/** Competitions shared with another installation, and how far the two are in sync (Y1–Y8). */
export const places = pgTable(
  'places',
  {
    competition_id: ofCompetition().primaryKey(),
    /** The shared id of the sharing. */
    pair: text().notNull(),
    side: oneOf('a', 'b').notNull(),
    epoch: integer().notNull().default(0),
    heard: integer().notNull().default(0),
    received: link().notNull().default(0),
    handed: link(),
    taken: link(),
    wanted: jsonb().$type<RowKey[]>().notNull().default([]),
    /** How much of this side's log the other has, and how long the other's log is, according to its last message. */
    other_has: link().notNull().default(0),
    other_end: link().notNull().default(0),
    other_wanted: jsonb().$type<RowKey[]>().notNull().default([]),
    other_name: text().notNull(),
    /** Where this installation calls the other one; null if it is called instead. */
    other_url: text(),
    /** PKCS 8 and SPKI in base64: this side's private key and the other side's public key. */
    private_key: text().notNull(),
    other_public_key: text().notNull(),
    /** Number of the last message, so that none is applied twice. */
    sequence: link().notNull().default(0),
    last_contact: moment(),
    /** Milliseconds by which the other side's clock is ahead. */
    clock_ahead_ms: link(),
    comparison: jsonb().$type<Comparison>(),
    /** Why the exchange ended: `here` or `there`, where the sharing was ended; null while it continues. */
    ended: oneOf('here', 'there'),
    /** What blocks the exchange; null while messages get through. */
    trouble: oneOf('version', 'rows', 'suspended'),
    /** Until when the other installation is left alone, because it sent something unreadable or too large (Y10). */
    blocked_until: moment(),
    created_at: moment().notNull(),
    /** Whose right the exchange rests on (X1); null for one that began before makers were stored. */
    made_by: integer(),
  },
  (place) => [isKnown('places_side', place.side)],
);

/** Codes by which another installation may join, or give a competition; each works once. */
export const placeCodes = pgTable('place_codes', {
  id: text().primaryKey(),
  /** Derived from the code, which is not stored. */
  key: text().notNull(),
  /** The competition to share; null if the other installation will give one. */
  shared_competition: integer(),
  user_id: integer().notNull(),
  attempts: integer().notNull().default(0),
  expires_at: moment().notNull(),
});

/** Conflicts: changes made in one installation after home had moved to the other, undecided until decided at home. */
export const placeConflicts = pgTable(
  'place_conflicts',
  {
    competition_id: ofCompetition(),
    id: text().notNull(),
    /** The row as it was changed on the other side. */
    theirs: jsonb().$type<Row>().notNull(),
    made_at: moment().notNull(),
    state: oneOf('waiting', 'kept', 'taken').notNull().default('waiting'),
  },
  (conflict) => [primaryKey({ columns: [conflict.competition_id, conflict.id] })],
);
