import { and, eq, gt, lte, ne, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/client.ts';
import { prepareOnce } from '../database/prepared.ts';
import { sessions, users } from '../tables/account.tables.ts';
import { type Caller, callerColumns } from './account.store.ts';
import { hashToken, newToken } from './token.ts';

/** A session lives 30 days from its last renewal (S1). */
export const sessionDays = 30;
const dayMs = 86_400_000;

/** Starts a session, forgets the account's expired ones, and returns the token, known to the browser alone. */
export async function startSession(db: Database, userId: number, now: Date): Promise<string> {
  const token = newToken();
  await db.delete(sessions).where(and(eq(sessions.user_id, userId), lte(sessions.expires_at, now.toISOString())));
  await db.insert(sessions).values({
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now.toISOString(),
    expires_at: expiry(now),
  });
  return token;
}

const sessionByToken = prepareOnce((db) =>
  db
    .select({ ...callerColumns, expires_at: sessions.expires_at })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(sessions.token_hash, sql.placeholder('token_hash')), gt(sessions.expires_at, sql.placeholder('now'))))
    .prepare('session_by_token'),
);

/** Finds the caller of a live session, and whether the session was prolonged, which happens once a day. */
export async function findSession(
  db: Database,
  token: string,
  now: Date,
): Promise<{ caller: Caller; prolonged: boolean } | undefined> {
  const token_hash = hashToken(token);
  const [found] = await sessionByToken(db).execute({ token_hash, now: now.toISOString() });
  if (!found) return undefined;
  const { expires_at, ...caller } = found;
  const prolonged = Date.parse(expires_at) - now.getTime() < (sessionDays - 1) * dayMs;
  if (prolonged) {
    await db
      .update(sessions)
      .set({ expires_at: expiry(now) })
      .where(eq(sessions.token_hash, token_hash));
  }
  return { caller, prolonged };
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
