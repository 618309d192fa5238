import { and, gt, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { mails } from '../tables/mail.table.ts';
import { refereePhones } from '../tables/phone.table.ts';

/** A phone that was silent for longer is no longer at an event, in milliseconds. */
const silentMs = 24 * 3_600_000;

/** How many runs wait on phones that were heard of within a day, on how many, and how long the oldest has waited. */
export async function readWaitingRuns(db: Database, now: Date) {
  const [found] = await db
    .select({
      runs: sql<number>`coalesce(sum(${refereePhones.unsent}), 0)::float8`,
      phones: sql<number>`count(*)::float8`,
      // It went on waiting since the phone said so.
      oldestSeconds: sql<number>`coalesce(max(coalesce(${refereePhones.oldest_unsent_sec}, 0)
        + extract(epoch from ${now.toISOString()}::timestamptz - ${refereePhones.last_contact})), 0)::float8`,
    })
    .from(refereePhones)
    .where(
      and(
        gt(refereePhones.unsent, 0),
        gt(refereePhones.last_contact, new Date(now.getTime() - silentMs).toISOString()),
      ),
    );
  return found ?? { runs: 0, phones: 0, oldestSeconds: 0 };
}

/** How many mails wait, how many of them in vain, and how long the oldest has waited. */
export async function readWaitingMails(db: Database, now: Date) {
  const [found] = await db
    .select({
      mails: sql<number>`count(*)::float8`,
      failing: sql<number>`(count(*) filter (where ${mails.attempts} > 0))::float8`,
      oldestSeconds: sql<number>`coalesce(max(
        extract(epoch from ${now.toISOString()}::timestamptz - ${mails.created_at})), 0)::float8`,
    })
    .from(mails)
    .where(isNotNull(mails.next_attempt_at));
  return found ?? { mails: 0, failing: 0, oldestSeconds: 0 };
}
