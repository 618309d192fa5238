import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import { ofUser } from './account.tables.ts';
import { isKnown, moment, oneOf } from './columns.ts';

/** Secrets of authenticators, encrypted with a key that is in no backup (decision 034). */
export const codeFactors = pgTable('code_factors', {
  user_id: ofUser().primaryKey(),
  /** Null until a first code was right. */
  secret: text(),
  confirmed_at: moment(),
  /** A secret that was shown and is not confirmed yet; once confirmed, it replaces the other one. */
  pending_secret: text(),
  /** The time step of the last accepted code, so that no code is accepted twice. */
  last_step: bigint({ mode: 'number' }).notNull().default(0),
});

/** Passkeys: public keys of authenticators, by the id that the authenticator assigned. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serial().primaryKey(),
    credential_id: text().notNull(),
    user_id: ofUser(),
    /** COSE, in base64url. */
    public_key: text().notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    created_at: moment().notNull(),
    used_at: moment(),
  },
  (passkey) => [
    unique('passkeys_credential_id_unique').on(passkey.credential_id),
    index('passkeys_user').on(passkey.user_id),
  ],
);

/** Recovery codes by number, as argon2id hashes; used ones are deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user_id: ofUser(),
    number: integer().notNull(),
    code_hash: text().notNull(),
  },
  (code) => [primaryKey({ columns: [code.user_id, code.number] })],
);

/** Answered challenges of passkeys, kept until they would have expired, so that no answer is accepted twice. */
export const usedChallenges = pgTable('used_challenges', {
  challenge: text().primaryKey(),
  expires_at: moment().notNull(),
});

/** Settings of the whole installation, made by super administrators. */
export const installationSettings = pgTable(
  'installation_settings',
  {
    is_only: boolean().primaryKey().default(true),
    /** Which accounts need a second factor (S21). */
    factors_of: oneOf('nobody', 'super_admins', 'admins').notNull().default('nobody'),
  },
  (settings) => [
    check('installation_settings_only', sql`${settings.is_only}`),
    isKnown('installation_settings_factors', settings.factors_of),
  ],
);
