import type { RunRequest } from '@dossard/contract/judges/desk.schema.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment, oneOf, referTo } from './columns.ts';
import { ofCompetition } from './competition.table.ts';
import { zones } from './zone.tables.ts';

/** Corrections of runs that referees asked for (U6). */
export const runRequests = pgTable(
  'run_requests',
  {
    competition_id: ofCompetition(),
    request_id: text().notNull(),
    content_hash: text().notNull(),
    /** The run, wherever it was moved since. */
    submission_id: text().notNull(),
    dossard: integer().notNull(),
    version: integer().notNull(),
    run: jsonb().$type<Run>().notNull(),
    wanted: jsonb().$type<RunRequest['wanted']>().notNull(),
    reason: text().notNull(),
    /** The number of an account or, negative, of a judge with a link. */
    sender_id: integer().notNull(),
    asked_by: text().notNull(),
    asked_at: moment().notNull(),
    state: oneOf('open', 'accepted', 'declined').notNull().default('open'),
    word: text(),
    decided_at: moment(),
  },
  (request) => [primaryKey({ columns: [request.competition_id, request.request_id] })],
);

/** Calls of referees to the desk (U7). */
export const deskCalls = pgTable(
  'desk_calls',
  {
    competition_id: integer().notNull(),
    call_id: text().notNull(),
    zone_id: integer().notNull(),
    kind: oneOf('question', 'incident', 'medical', 'zone_closed', 'zone_open').notNull(),
    text: text().notNull(),
    /** The number of an account or, negative, of a judge with a link. */
    sender_id: integer().notNull(),
    by: text().notNull(),
    /** When it was made; it may have waited for network since. */
    at: moment().notNull(),
    answer: text(),
    answered_at: moment(),
  },
  (call) => [
    primaryKey({ columns: [call.competition_id, call.call_id] }),
    referTo(zones, 'desk_calls_zone', call, call.zone_id),
  ],
);
