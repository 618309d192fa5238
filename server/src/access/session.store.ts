import { createHash } from 'node:crypto';
import type { OwnSession } from '@dossard/contract/accounts/security.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/client.ts';
import { updateRow } from '../database/one.row.ts';
import { prepareOnce } from '../database/prepared.ts';
import { sessions, users } from '../tables/account.tables.ts';
import { type Caller, callerColumns, refuseIfGone } from './account.store.ts';
import { hasFactor } from './factor.store.ts';
import { hashToken, newToken } from './token.ts';

/** A session lasts 30 days from its last extension (S1). */
export const sessionDays = 30;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Where a session is used: browser, system, and network without the part that identifies a device. */
export type SessionPlace = Pick<typeof sessions.$inferSelect, 'device' | 'network'>;

/** What a session is allowed to do, beyond identifying its account. */
export interface SessionRights {
  has_factor: boolean;
  /** When the caller last proved their identity; null in sessions from before this was recorded. */
  proven_at: string | null;
  /** Whether a second factor must be set up before anything else. */
  must_set_up: boolean;
}

/**
 * Starts a session and returns its token, which is not stored. Throws `not_authenticated` when the account was deleted,
 * or no longer has the password with the hash `checkedHash`: somebody else may have become its owner meanwhile (S23).
 */
export async function startSession(
  tx: Transaction,
  userId: number,
  now: Date,
  { must_set_up = false, checkedHash, ...place }: SessionPlace & { must_set_up?: boolean; checkedHash?: string },
): Promise<string> {
  const token = newToken();
  await tx.insert(sessions).values({
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now.toISOString(),
    expires_at: expiry(now),
    proven_at: now.toISOString(),
    must_set_up,
    ...place,
  });
  await refuseIfGone(tx, userId, checkedHash);
  return token;
}

const sessionByToken = prepareOnce((db) =>
  db
    .select({
      ...callerColumns,
      ...pick(sessions, 'expires_at', 'used_at', 'created_at', 'proven_at', 'must_set_up'),
      has_factor: hasFactor,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(sessions.token_hash, sql.placeholder('token_hash')), gt(sessions.expires_at, sql.placeholder('now'))))
    .prepare('session_by_token'),
);

/**
 * Finds the caller of a valid session, and whether the session was extended, which happens once a day; its last use is
 * stored once an hour.
 */
export async function findSession(
  db: Database,
  token: string,
  now: Date,
  place: () => SessionPlace,
): Promise<{ caller: Caller; rights: SessionRights; prolonged: boolean } | undefined> {
  const token_hash = hashToken(token);
  const [found] = await sessionByToken(db).execute({ token_hash, now: now.toISOString() });
  if (!found) return undefined;
  const { expires_at, used_at, created_at, has_factor, proven_at, must_set_up, ...caller } = found;
  const prolonged = Date.parse(expires_at) - now.getTime() < (sessionDays - 1) * dayMs;
  const lastUse = Date.parse(used_at ?? created_at);
  if (prolonged || now.getTime() - lastUse >= hourMs) {
    const { network } = place();
    const used = { used_at: now.toISOString(), network, ...(prolonged && { expires_at: expiry(now) }) };
    await updateRow(db, sessions, { token_hash }, used);
  }
  return { caller, rights: { has_factor, proven_at, must_set_up }, prolonged };
}

/**
 * Returns the number by which the owner of a session ends it: positive, the same as long as the session lasts, and
 * useless for guessing the token.
 */
const numberOf = (token_hash: string): number =>
  createHash('sha256').update(token_hash).digest().readUInt32BE() >>> 1 || 1;

/** Lists the valid sessions of an account, those used last first; `token` is the current session. */
export async function listSessionsOf(db: Database, userId: number, token: string, now: Date): Promise<OwnSession[]> {
  const usedAt = sql<string>`coalesce(${sessions.used_at}, ${sessions.created_at})`.mapWith(sessions.created_at);
  const { token_hash, created_at, device, network } = sessions;
  const rows = await db
    .select({ token_hash, created_at, used_at: usedAt, device, network })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), gt(sessions.expires_at, now.toISOString())))
    .orderBy(desc(usedAt), desc(created_at), desc(token_hash));
  const own = hashToken(token);
  return rows.map(({ token_hash, ...session }) => ({
    id: numberOf(token_hash),
    ...session,
    current: token_hash === own,
  }));
}

/** Whether an account is signed in anywhere. */
export async function hasSession(db: Database, userId: number, now: Date): Promise<boolean> {
  const isLive = and(eq(sessions.user_id, userId), gt(sessions.expires_at, now.toISOString()));
  return (await db.select({ user_id: sessions.user_id }).from(sessions).where(isLive).limit(1)).length > 0;
}

/** Ends one session of an account; returns false when it has none with this number. */
export async function endSessionOf(tx: Transaction, userId: number, number: number): Promise<boolean> {
  const held = await tx.select({ token_hash: sessions.token_hash }).from(sessions).where(eq(sessions.user_id, userId));
  const found = held.find(({ token_hash }) => numberOf(token_hash) === number);
  if (found) await tx.delete(sessions).where(eq(sessions.token_hash, found.token_hash));
  return found !== undefined;
}

/** Records that the caller of a session has proved their identity again. */
export async function recordProof(db: Database | Transaction, token: string, now: Date): Promise<void> {
  await updateRow(db, sessions, { token_hash: hashToken(token) }, { proven_at: now.toISOString() });
}

/** Lifts the restriction of an account's sessions once it has a second factor. */
export async function endSetup(tx: Transaction, userId: number): Promise<void> {
  await tx.update(sessions).set({ must_set_up: false }).where(eq(sessions.user_id, userId));
}

export async function endSession(db: Database, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token_hash, hashToken(token)));
}

/** Ends all sessions of an account, except the one of `keptToken`. */
export async function endSessionsOf(tx: Transaction, userId: number, keptToken?: string): Promise<void> {
  const others = keptToken === undefined ? undefined : ne(sessions.token_hash, hashToken(keptToken));
  await tx.delete(sessions).where(and(eq(sessions.user_id, userId), others));
}

function expiry(now: Date): string {
  return new Date(now.getTime() + sessionDays * dayMs).toISOString();
}
