import type { GroupLimit } from '@dossard/contract/entries/entry.schema.ts';
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import { groupColumns, isKnown, moment, oneOf, personColumns, referTo } from './columns.ts';
import { ofCompetition } from './competition.table.ts';

/** Settings of the entry pages of competitions (J1); absent until they are first changed. */
export const entryPages = pgTable('entry_pages', {
  competition_id: ofCompetition().primaryKey(),
  is_open: boolean().notNull().default(false),
  closes_on: date(),
  limit_in_all: integer(),
  limits_of_groups: jsonb().$type<GroupLimit[]>().notNull().default([]),
  text: text().notNull().default(''),
  link: text().notNull().default(''),
  keep_days: integer().notNull().default(30),
});

/** Entry forms as sent, with their contact, and whether the address was confirmed (J2). */
export const entryForms = pgTable(
  'entry_forms',
  {
    competition_id: ofCompetition(),
    id: serial(),
    form_key: text().notNull(),
    email: text().notNull(),
    contact_name: text().notNull(),
    phone: text(),
    language: oneOf('fr', 'en').notNull(),
    sent_at: moment().notNull(),
    confirmed_at: moment(),
  },
  (form) => [
    primaryKey({ columns: [form.competition_id, form.id] }),
    unique('entry_forms_key').on(form.competition_id, form.form_key),
    isKnown('entry_forms_language', form.language),
  ],
);

/** Links to a form, one for each mail about it; only the hash of the token is stored. */
export const entryLinks = pgTable(
  'entry_links',
  {
    competition_id: integer().notNull(),
    token_hash: text().notNull(),
    form_id: integer().notNull(),
  },
  (link) => [
    primaryKey({ columns: [link.competition_id, link.token_hash] }),
    referTo(entryForms, 'entry_links_form', link, link.form_id).onDelete('cascade'),
    index('entry_links_token').on(link.token_hash),
  ],
);

/** Riders of entry forms. */
export const entries = pgTable(
  'entries',
  {
    competition_id: integer().notNull(),
    id: serial(),
    form_id: integer().notNull(),
    key: text().notNull(),
    ...groupColumns(),
    ...personColumns(),
    state: oneOf('pending', 'waiting', 'accepted', 'refused', 'withdrawn', 'double').notNull(),
    /** Since when the entry counts, which defines the order of entry; null while unconfirmed. */
    entered_at: moment(),
    /** The bib under which it is on the list of riders. */
    dossard: integer(),
  },
  (entry) => [
    primaryKey({ columns: [entry.competition_id, entry.id] }),
    referTo(entryForms, 'entries_form', entry, entry.form_id).onDelete('cascade'),
    unique('entries_key').on(entry.competition_id, entry.form_id, entry.key),
    isKnown('entries_gender', entry.gender),
    isKnown('entries_state', entry.state),
  ],
);

/** Hashes of the addresses that entered riders: a club is offered its own riders again next time (J7). */
export const entryOrigins = pgTable(
  'entry_origins',
  {
    competition_id: ofCompetition(),
    dossard: integer().notNull(),
    email_hash: text().notNull(),
  },
  (origin) => [
    primaryKey({ columns: [origin.competition_id, origin.dossard] }),
    index('entry_origins_email').on(origin.email_hash),
  ],
);
