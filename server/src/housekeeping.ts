import { securityLogDays } from '@dossard/contract/administration/security.log.schema.ts';
import { and, desc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Database, Transaction } from './database/client.ts';
import { linkLateEntries } from './database/earlier.entries.ts';
import { eraseLateTraces } from './features/accounts/account.traces.ts';
import { restorableSince } from './features/competitions/competition.store.ts';
import { eraseOldEntries } from './features/entries/entry.erasure.ts';
import { followedSince } from './features/followers/follower.store.ts';
import { removeFromSeries } from './features/identity/decision.store.ts';
import { deleteMailFiles } from './mail/mail.carrier.ts';
import { emailVerifications, sessions } from './tables/account.tables.ts';
import { competitions } from './tables/competition.table.ts';
import { usedChallenges } from './tables/factor.tables.ts';
import { riderFollowers } from './tables/follower.table.ts';
import { idempotencyKeys } from './tables/idempotency.table.ts';
import { invitations, speakerLinks } from './tables/invitation.table.ts';
import { rateLimits } from './tables/limits.table.ts';
import { mails } from './tables/mail.table.ts';
import { refereePhones } from './tables/phone.table.ts';
import { placeCodes } from './tables/place.tables.ts';
import { competitionColumns } from './tables/schema.ts';
import { securityEvents } from './tables/security.table.ts';
import { seriesInvitations } from './tables/series.tables.ts';
import { type PeriodicWork, startPeriodicWork } from './tools/periodic.work.ts';

/* Erases expired rows every hour, and links log entries that an older process wrote. */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How long answers of repeated writes are kept (S7), and mails that were sent or abandoned, in milliseconds. */
const answersMs = dayMs;
const mailsMs = 7 * dayMs;
/** How long an expired invitation still accepts a retry of its account, in milliseconds. */
const invitationsMs = 30 * dayMs;
/** How long a phone without reports is kept, in milliseconds. */
const phonesMs = 30 * dayMs;

/** An abandoned mail was never sent; it was created a few days before. */
const leftAt = sql`coalesce(${mails.sent_at}, ${mails.created_at})`;

/** Erases expired data: sessions and links, old answers and mails, competitions deleted long ago. */
export async function eraseExpired(db: Database, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await db.delete(sessions).where(lte(sessions.expires_at, ago(0)));
  await db.delete(usedChallenges).where(lte(usedChallenges.expires_at, ago(0)));
  await db.delete(emailVerifications).where(lte(emailVerifications.expires_at, ago(0)));
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, ago(answersMs)));
  await db.delete(invitations).where(lt(invitations.expires_at, ago(invitationsMs)));
  await eraseSecurityEvents(db, ago(securityLogDays * dayMs));
  await db.delete(seriesInvitations).where(lte(seriesInvitations.expires_at, ago(0)));
  await db.delete(speakerLinks).where(lte(speakerLinks.expires_at, ago(0)));
  await db.delete(placeCodes).where(lte(placeCodes.expires_at, ago(0)));
  await db.delete(mails).where(and(isNull(mails.next_attempt_at), lt(leftAt, ago(mailsMs))));
  await db.delete(refereePhones).where(lt(refereePhones.last_contact, ago(phonesMs)));
  await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()));
  await eraseOldEntries(db, now);
  await eraseFollowers(db, now);
  const gone = await db
    .select({ id: competitions.id })
    .from(competitions)
    .where(lte(competitions.deleted_at, restorableSince(now)));
  for (const { id } of gone) await db.transaction((tx) => eraseCompetition(tx, id));
}

/** Erases the browsers that followed riders of events that are over, competition by competition. */
async function eraseFollowers(db: Database, now: Date): Promise<void> {
  const over = await db
    .selectDistinct({ id: competitions.id })
    .from(riderFollowers)
    .innerJoin(competitions, eq(competitions.id, riderFollowers.competition_id))
    .where(lt(competitions.date, followedSince(now)));
  for (const { id } of over) await db.delete(riderFollowers).where(eq(riderFollowers.competition_id, id));
}

/** Maximum number of refusals kept, however long a flood lasts. */
const maxRefusals = 200_000;

/** Erases old entries of the security log, and the oldest refusals when there are too many. */
async function eraseSecurityEvents(db: Database, before: string): Promise<void> {
  await db.delete(securityEvents).where(lt(securityEvents.at, before));
  const isRefusal = inArray(securityEvents.kind, ['sign_in_refused', 'access_refused']);
  const [newestLost] = await db
    .select({ at: securityEvents.at })
    .from(securityEvents)
    .where(isRefusal)
    .orderBy(desc(securityEvents.at))
    .offset(maxRefusals)
    .limit(1);
  if (newestLost) await db.delete(securityEvents).where(and(isRefusal, lte(securityEvents.at, newestLost.at)));
}

async function eraseCompetition(tx: Transaction, id: number): Promise<void> {
  await removeFromSeries(tx, id);
  for (const column of competitionColumns) await tx.delete(column.table).where(eq(column, id));
}

interface Housekeeping {
  db: Database;
  clock: () => Date;
  /** Where mails are written without a mail server. */
  mailFolder: string;
  /** Called when a round fails; the next round starts an hour later. */
  onTrouble: (error: Error) => void;
}

/** Erases expired data every hour, and links late log entries, until it is stopped. */
export function startHousekeeping({ db, clock, mailFolder, onTrouble }: Housekeeping): PeriodicWork {
  const keepHouse = async () => {
    const now = clock();
    await eraseExpired(db, now);
    await linkLateEntries(db);
    await eraseLateTraces(db, now);
    await deleteMailFiles(mailFolder, new Date(now.getTime() - mailsMs));
  };
  return startPeriodicWork({ work: keepHouse, everyMs: hourMs, onTrouble });
}
