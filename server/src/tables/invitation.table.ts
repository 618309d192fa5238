import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { byUser, users } from './account.tables.ts';
import { isKnown, moment, oneOf } from './columns.ts';
import { ofCompetition } from './competition.table.ts';

/** Invitations of referees: by QR code for all who read it in time, by mail for one account (A6). */
export const invitations = pgTable(
  'invitations',
  {
    competition_id: ofCompetition(),
    token_hash: text().notNull(),
    kind: oneOf('qr', 'mail').notNull(),
    email: text(),
    role: oneOf('admin', 'editor', 'referee').notNull().default('referee'),
    invited_by: byUser(),
    accepted_by: integer().references(() => users.id),
    expires_at: moment().notNull(),
  },
  (invitation) => [
    primaryKey({ columns: [invitation.competition_id, invitation.token_hash] }),
    index('invitations_token').on(invitation.token_hash),
    isKnown('invitations_kind', invitation.kind),
    isKnown('invitations_role', invitation.role),
    check('invitations_email', sql`(${invitation.kind} = 'mail') = (${invitation.email} is not null)`),
  ],
);

/** The link by which a speaker without an account reads the feed of a competition; at most one at a time. */
export const speakerLinks = pgTable(
  'speaker_links',
  {
    competition_id: ofCompetition().primaryKey(),
    token_hash: text().notNull(),
    created_by: byUser(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
  },
  (link) => [index('speaker_links_token').on(link.token_hash)],
);
