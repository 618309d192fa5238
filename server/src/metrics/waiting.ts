import { and, gt, isNotNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { mails } from '../tables/mail.table.ts';
import { refereePhones } from '../tables/phone.table.ts';

/** A phone silent for longer counts as no longer at an event, in milliseconds. */
const silentMs = 24 * 3_600_000;

/** Counts the unsent runs on phones seen within a day and these phones, and returns the age of the oldest run. */
export async function getWaitingRuns(db: Database, now: Date) {
  const [found] = await db
    .select({
      runs: sql<number>`coalesce(sum(${refereePhones.unsent}), 0)::float8`,
      phones: sql<number>`count(*)::float8`,
      // The run has waited longer since the phone's report.
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

/**
 * Counts the waiting mails, and those with failed attempts, and returns the age of the oldest; notices that are held
 * back (S24) wait only once they are due. Also counts the notices that were added to a mail in the last week.
 */
export async function getWaitingMails(db: Database, now: Date) {
  const isWaiting = and(isNotNull(mails.next_attempt_at), lte(mails.created_at, now.toISOString()));
  const [found] = await db
    .select({
      mails: sql<number>`(count(*) filter (where ${isWaiting}))::float8`,
      failing: sql<number>`(count(*) filter (where ${isWaiting} and ${mails.attempts} > 0))::float8`,
      oldestSeconds: sql<number>`coalesce(max(
        extract(epoch from ${now.toISOString()}::timestamptz - ${mails.created_at})) filter (where ${isWaiting}), 0)::float8`,
      collected: sql<number>`coalesce(sum(${mails.collected}), 0)::float8`,
    })
    .from(mails);
  return found ?? { mails: 0, failing: 0, oldestSeconds: 0, collected: 0 };
}
