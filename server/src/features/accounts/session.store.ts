import { createHash, randomBytes } from 'node:crypto';
import type { GlobalPermission } from '@dossard/contract/members/permissions.ts';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { globalPermissions, sessions, users } from './account.tables.ts';

/** A session lives 30 days from its last renewal (api: PUT /login). */
export const sessionDays = 30;
const dayMs = 86_400_000;

/** Who makes a call. */
export interface Caller {
  id: number;
  email: string;
  email_verified: boolean;
  account_status: 'active' | 'invited';
  first_name: string;
  last_name: string;
  language: 'fr' | 'en';
  global_permissions: GlobalPermission[];
}

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Starts a session, forgets the account's expired ones, and returns the token, known to the browser alone. */
export async function startSession(db: Database, userId: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.delete(sessions).where(and(eq(sessions.user_id, userId), lte(sessions.expires_at, now.toISOString())));
  await db.insert(sessions).values({
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now.toISOString(),
    expires_at: expiry(now),
  });
  return token;
}

/** Finds the caller of a live session, and whether the session was prolonged, which happens once a day. */
export async function findSession(
  db: Database,
  token: string,
  now: Date,
): Promise<{ caller: Caller; prolonged: boolean } | undefined> {
  const permissions = sql<GlobalPermission[]>`array(
    select ${globalPermissions.permission} from ${globalPermissions}
    where ${globalPermissions.user_id} = ${users.id} order by 1)`;
  const [found] = await db
    .select({
      id: users.id,
      email: users.email,
      email_verified: sql<boolean>`${users.email_verified_at} is not null`,
      account_status: users.account_status,
      first_name: users.first_name,
      last_name: users.last_name,
      language: users.language,
      global_permissions: permissions,
      expires_at: sessions.expires_at,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(sessions.token_hash, hashToken(token)), gt(sessions.expires_at, now.toISOString())));
  if (!found) return undefined;
  const { expires_at, ...caller } = found;
  const prolonged = Date.parse(expires_at) - now.getTime() < (sessionDays - 1) * dayMs;
  if (prolonged) {
    await db
      .update(sessions)
      .set({ expires_at: expiry(now) })
      .where(eq(sessions.token_hash, hashToken(token)));
  }
  return { caller, prolonged };
}

export async function endSession(db: Database, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token_hash, hashToken(token)));
}

function expiry(now: Date): string {
  return new Date(now.getTime() + sessionDays * dayMs).toISOString();
}
