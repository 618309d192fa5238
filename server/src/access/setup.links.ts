import { timingSafeEqual } from 'node:crypto';
import { desc, gt, lte } from 'drizzle-orm';
import type { Database, Transaction } from '../database/client.ts';
import { Refusal } from '../refusals/refusal.ts';
import { setupLinks } from '../tables/setup.table.ts';
import { hashToken, newToken } from './token.ts';

/*
 * Set-up links. They are in the database and not in a process, because any process of an installation may be asked;
 * none is left once there is a super administrator.
 */

/** Validity of a link, in ms. */
const linkMs = 3_600_000;

const isValid = (now: Date) => gt(setupLinks.expires_at, now.toISOString());

/** Adds a link for this start and returns its token; links of other processes stay valid. */
export async function addSetupLink(tx: Transaction, now: Date): Promise<string> {
  const token = newToken();
  await tx.delete(setupLinks).where(lte(setupLinks.expires_at, now.toISOString()));
  const expires_at = new Date(now.getTime() + linkMs).toISOString();
  await tx.insert(setupLinks).values({ token_hash: hashToken(token), expires_at });
  return token;
}

/** Invalidates all links. */
export const deleteSetupLinks = (tx: Transaction) => tx.delete(setupLinks);

/** Finds the time until which somebody with a link can set up; undefined once it is done. */
export async function findSetupEnd(db: Database): Promise<string | undefined> {
  const [last] = await db.select().from(setupLinks).orderBy(desc(setupLinks.expires_at)).limit(1);
  return last?.expires_at;
}

/** Rejects a token that belongs to no valid link. Throws `invalid_token`. */
export async function checkSetupToken(db: Database | Transaction, token: string, now: Date): Promise<void> {
  const given = Buffer.from(hashToken(token));
  const links = await db.select().from(setupLinks).where(isValid(now));
  if (!links.some(({ token_hash }) => timingSafeEqual(Buffer.from(token_hash), given)))
    throw new Refusal('invalid_token', { says: 'setup_link_not_valid' });
}
