import { noStatus } from '@dossard/contract/participants/status.fields.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { groupColumns, isKnown, moment, oneOf, personColumns } from './columns.ts';
import { ofCompetition } from './competition.table.ts';

/** Values of the columns that are set during the event; a new rider on a bib starts with them. */
export const initialEventValues = { start_position: null, came: false, ticked_at: null };

/** Values of a rider's row that is removed at a moment. */
export const removedAt = (now: Date) => ({ ...noStatus, ...initialEventValues, deleted_at: now.toISOString() });

/**
 * Riders. A removed rider's row stays, hidden; a new rider on the same dossard reuses the row, and the history keeps
 * the former rider. So run numbers continue, and none is assigned twice.
 */
export const participants = pgTable(
  'participants',
  {
    competition_id: ofCompetition(),
    dossard_number: integer().notNull(),
    ...groupColumns(),
    ...personColumns(),
    status: oneOf('dns', 'dnf', 'dsq', 'nc'),
    status_reason: text(),
    /** Position in the start order of the group, from 1; null without one. */
    start_position: integer(),
    /** Whether they came for their bib, and when that was last set (B4). */
    came: boolean().notNull().default(false),
    ticked_at: moment(),
    last_run_number: integer().notNull().default(0),
    deleted_at: moment(),
  },
  (participant) => [
    primaryKey({ columns: [participant.competition_id, participant.dossard_number] }),
    check('participants_dossard', sql`${participant.dossard_number} >= 1`),
    isKnown('participants_gender', participant.gender),
    check('participants_start_position', sql`${participant.start_position} >= 1`),
    isKnown('participants_status', participant.status),
  ],
);
