import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { isKnown, moment, ofRow, oneOf } from './columns.ts';

/** People who can sign in. `password_hash` is an argon2id string; an `invited` account may only referee. */
export const users = pgTable(
  'users',
  {
    id: serial().primaryKey(),
    email: text().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    password_hash: text().notNull(),
    /** A generated password that was mailed; it becomes the password if it is used in time. */
    mailed_password_hash: text(),
    mailed_password_until: moment(),
    email_verified_at: moment(),
    account_status: oneOf('active', 'invited').notNull(),
    language: oneOf('fr', 'en').notNull().default('fr'),
    created_at: moment().notNull().default(sql`now()`),
    /**
     * When it was deleted by its owner or an administrator; the remaining row only shows that somebody recorded runs.
     */
    deleted_at: moment(),
  },
  (user) => [
    uniqueIndex('users_email').on(sql`lower(${user.email})`),
    isKnown('users_account_status', user.account_status),
    isKnown('users_language', user.language),
  ],
);

/** The full name of an account in a statement. */
export const userName = sql<string>`${users.first_name} || ' ' || ${users.last_name}`;

/** References an account with which the row is deleted. */
export const ofUser = () => ofRow(() => users.id, { onDelete: 'cascade' });

/** References the account that did something. */
export const byUser = () => ofRow(() => users.id);

/**
 * Links that verify an address, valid for 24 hours; a used one stays, so that it may be opened again. A link carries
 * the registration it was mailed for, which becomes the account when it is opened; without one (all null) it verifies
 * the account as it is.
 */
export const emailVerifications = pgTable(
  'email_verifications',
  {
    token_hash: text().primaryKey(),
    user_id: ofUser(),
    expires_at: moment().notNull(),
    password_hash: text(),
    first_name: text(),
    last_name: text(),
    language: oneOf('fr', 'en'),
  },
  (verification) => [
    index('email_verifications_user').on(verification.user_id),
    check(
      'email_verifications_registration',
      sql`num_nulls(${verification.password_hash}, ${verification.first_name}, ${verification.last_name}, ${verification.language}) in (0, 4)`,
    ),
  ],
);

/** Sessions; only a SHA-256 of the cookie's token is stored. */
export const sessions = pgTable(
  'sessions',
  {
    token_hash: text().primaryKey(),
    user_id: ofUser(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
    /** Its last use, to the nearest hour; null within the first hour. */
    used_at: moment(),
    /** Browser and system according to the browser; may be empty. */
    device: text().notNull().default(''),
    /** The network of its last use, without the part that identifies a device. */
    network: text().notNull().default(''),
    /** When its owner last proved their identity, at the sign-in or since (S20). */
    proven_at: moment(),
    /** Whether a second factor must be set up before anything else (S21). */
    must_set_up: boolean().notNull().default(false),
  },
  (session) => [index('sessions_user').on(session.user_id), index('sessions_expiry').on(session.expires_at)],
);

/** Permissions for the whole installation (A2). */
export const globalPermissions = pgTable(
  'global_permissions',
  {
    user_id: ofUser(),
    permission: oneOf('super_admin', 'create_competition', 'manage_users').notNull(),
  },
  (grant) => [
    primaryKey({ columns: [grant.user_id, grant.permission] }),
    isKnown('global_permissions_known', grant.permission),
  ],
);
