import { type Notice, noticeOpenMs, type PhoneNotice } from '@dossard/contract/notices/notice.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, desc, eq, gt, inArray, isNull, notExists, or } from 'drizzle-orm';
import { fullName } from '../../access/account.store.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { users } from '../../tables/account.tables.ts';
import { hasValues } from '../../tables/has.values.ts';
import { judgeOf, rowOf } from '../../tables/joins.ts';
import { judges } from '../../tables/judge.tables.ts';
import { noticeReceipts, notices } from '../../tables/notice.tables.ts';
import { zones } from '../../tables/zone.tables.ts';

/** The referee whose phone reports now: an account or, negative, a judge with a link. */
export interface Reporter {
  competition_id: number;
  user_id: number;
  now: Date;
}

/** Maximum number of notices listed. */
const maxListed = 50;

const isOpen = (competitionId: number, now: Date) =>
  and(
    eq(notices.competition_id, competitionId),
    gt(notices.sent_at, new Date(now.getTime() - noticeOpenMs).toISOString()),
  );

/** Lists the open notices for the organiser, the latest first, each with the referees who confirmed it (N3). */
export async function listNoticesOf(db: Database | Transaction, competitionId: number, now: Date): Promise<Notice[]> {
  const { id, text, zone_id, sent_by, sent_at } = notices;
  const [open, receipts] = await Promise.all([
    db
      .select({ id, text, zone_id, zone_name: zones.name, sent_by, sent_at })
      .from(notices)
      .leftJoin(zones, rowOf(zones, notices.competition_id, notices.zone_id))
      .where(isOpen(competitionId, now))
      .orderBy(desc(notices.sent_at), desc(notices.id))
      .limit(maxListed),
    db
      .select({
        ...pick(noticeReceipts, 'notice_id', 'confirmed_at'),
        ...pick(users, 'first_name', 'last_name'),
        judge: judges.name,
      })
      .from(noticeReceipts)
      .leftJoin(users, eq(users.id, noticeReceipts.user_id))
      .leftJoin(judges, judgeOf(noticeReceipts))
      .where(eq(noticeReceipts.competition_id, competitionId))
      .orderBy(desc(noticeReceipts.confirmed_at)),
  ]);
  return open.map((notice) => ({
    ...notice,
    confirmed_by: receipts
      .filter(({ notice_id }) => notice_id === notice.id)
      .map(({ confirmed_at, judge, ...account }) => ({ name: judge ?? fullName(account), confirmed_at })),
  }));
}

/** Lists the open notices of a zone that this referee has not confirmed, the earliest first (N2). */
export async function listNoticesFor(
  db: Database,
  { competition_id, user_id, now }: Reporter,
  zone_id: number | null,
): Promise<PhoneNotice[]> {
  const confirmed = db
    .select({ id: noticeReceipts.notice_id })
    .from(noticeReceipts)
    .where(hasValues(noticeReceipts, { competition_id, notice_id: notices.id, user_id }));
  return db
    .select({ id: notices.id, text: notices.text, zone_id: notices.zone_id, sent_at: notices.sent_at })
    .from(notices)
    .where(
      and(
        isOpen(competition_id, now),
        or(isNull(notices.zone_id), zone_id === null ? undefined : eq(notices.zone_id, zone_id)),
        notExists(confirmed),
      ),
    )
    .orderBy(notices.sent_at, notices.id)
    .limit(maxListed);
}

/** Stores that a referee confirmed these notices. Withdrawn notices are ignored; idempotent (N3). */
export async function confirmNotices(db: Database, ids: readonly number[], by: Reporter): Promise<void> {
  if (ids.length === 0) return;
  const { competition_id, user_id, now } = by;
  await db.transaction(async (tx) => {
    const known = await tx
      .select({ id: notices.id })
      .from(notices)
      .where(and(eq(notices.competition_id, competition_id), inArray(notices.id, [...ids])))
      .for('key share');
    if (known.length === 0) return;
    await tx
      .insert(noticeReceipts)
      .values(known.map(({ id }) => ({ competition_id, notice_id: id, user_id, confirmed_at: now.toISOString() })))
      .onConflictDoNothing();
  });
}
