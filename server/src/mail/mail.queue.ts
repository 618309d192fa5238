import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { allowPauses, type Database, type Transaction } from '../database/client.ts';
import { updateRow } from '../database/one.row.ts';
import { afterCommit } from '../database/session.ts';
import { mails, type Notice } from '../tables/mail.table.ts';
import { waitAfter } from '../tools/back.off.ts';
import { type PeriodicWork, startPeriodicWork } from '../tools/periodic.work.ts';
import type { MailCarrier } from './mail.carrier.ts';
import type { MailContent, MailText } from './mail.texts.ts';

/*
 * Mails are queued in a table, so that a slow or unreachable mail server never makes a call fail or hang. Any process
 * may send them; each row is locked while it is being sent.
 */

/** The wait after the first failure, in milliseconds. */
const firstWaitMs = 30_000;
/** After this many attempts, about three days, a mail is abandoned. */
const maxAttempts = 80;
/** Time limit of the mail server for one mail, in seconds. */
const carryingSec = 120;
/** Interval at which the table is polled, in milliseconds. */
const restMs = 10_000;

/** How long after a collected mail the next one to the same address is sent, in milliseconds (S24). */
const noticeMs = 3_600_000;

/** Wakes the workers of this process that send mails. */
const wakers = new Set<() => void>();
const wakePostmen = () => {
  for (const wake of wakers) wake();
};

/** Enqueues a mail in the transaction that causes it, to be sent when that commits; one with a topic is collected (S24). */
export async function queueMail(
  tx: Transaction,
  to: string,
  { topic, ...content }: MailText,
  now: Date,
): Promise<void> {
  afterCommit(tx, wakePostmen);
  if (topic) return collectNotice(tx, to, { topic, ...content }, now);
  const moment = now.toISOString();
  await tx.insert(mails).values({ to_address: to, ...content, created_at: moment, next_attempt_at: moment });
}

/** Adds a notice to the next mail of notices to an address, with the last state of each topic; at most one an hour. */
async function collectNotice(tx: Transaction, to: string, notice: Notice, now: Date): Promise<void> {
  const address = to.toLowerCase();
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`notices ${address}`}))`);
  const isNotice = and(eq(sql`lower(${mails.to_address})`, address), isNotNull(mails.notices));
  const [waiting] = await tx
    .select()
    .from(mails)
    .where(and(isNotice, isNotNull(mails.next_attempt_at), eq(mails.attempts, 0)))
    .orderBy(desc(mails.id))
    .limit(1)
    // One that is being sent is not waited for.
    .for('update', { skipLocked: true });
  if (waiting) {
    const notices = [...(waiting.notices ?? []).filter((one) => one.topic !== notice.topic), notice];
    await updateRow(tx, mails, waiting, { notices, ...joinNotices(notices), collected: waiting.collected + 1 });
    return;
  }
  const [last] = await tx
    .select({
      at: sql<string>`coalesce(${mails.sent_at}, ${mails.next_attempt_at}, ${mails.created_at})`.mapWith(
        mails.created_at,
      ),
    })
    .from(mails)
    .where(isNotice)
    .orderBy(desc(mails.id))
    .limit(1);
  const due = Math.max(now.getTime(), last ? Date.parse(last.at) + noticeMs : 0);
  // A held mail counts as waiting only once it is due; otherwise it would raise the alarm about mails.
  const times = { created_at: new Date(due).toISOString(), next_attempt_at: new Date(due).toISOString() };
  const { topic: _, ...content } = notice;
  await tx.insert(mails).values({ to_address: to, ...content, ...times, notices: [notice] });
}

/** Deletes what waits to be sent to an address and `isErased` is true for: a notice with its topic, or a mail without. */
export async function eraseWaiting(
  tx: Transaction,
  to: string,
  isErased: (content: { topic?: string; text: string }) => boolean,
): Promise<void> {
  const isWaiting = and(eq(sql`lower(${mails.to_address})`, to.toLowerCase()), isNotNull(mails.next_attempt_at));
  for (const { id, text, notices } of await tx.select().from(mails).where(isWaiting).for('update')) {
    const left = notices?.filter((notice) => !isErased(notice));
    if (left ? left.length === 0 : isErased({ text })) await tx.delete(mails).where(eq(mails.id, id));
    else if (left && left.length < (notices?.length ?? 0))
      await updateRow(tx, mails, { id }, { notices: left, ...joinNotices(left) });
  }
}

/** Deletes what is left of the mails that were sent to an address, or abandoned: when, and to whom. */
export const forgetSent = (tx: Transaction, to: string) =>
  tx.delete(mails).where(and(eq(sql`lower(${mails.to_address})`, to.toLowerCase()), isNull(mails.next_attempt_at)));

/** Joins notices to one mail: the subject of the last, and all texts. */
const joinNotices = (notices: readonly Notice[]): MailContent => ({
  subject: notices.at(-1)?.subject ?? '',
  text: notices.map(({ text }) => text).join('\n\n'),
  html: notices.map(({ html }) => html).join('\n'),
});

/** What a mail that is sent or abandoned keeps of its content: whether it had notices, and nothing else. */
const noContent = ({ notices }: { notices: Notice[] | null }) => ({ text: '', html: '', notices: notices && [] });

/**
 * Sends the mail that has waited longest, if one is due; returns whether there was one. `delivered` has the ids of
 * mails that were delivered but not stored as sent, because the database failed in between; they are not sent again.
 */
export async function carryNextMail(
  db: Database,
  carry: MailCarrier,
  clock: () => Date,
  delivered: Set<number> = new Set(),
): Promise<boolean> {
  const mailId = await db.transaction(async (tx) => {
    const [mail] = await tx
      .select()
      .from(mails)
      .where(sql`${mails.next_attempt_at} <= ${clock().toISOString()}`)
      .orderBy(mails.next_attempt_at, mails.id)
      .limit(1)
      .for('update', { skipLocked: true });
    if (!mail) return undefined;
    await allowPauses(tx, carryingSec);
    const attempts = mail.attempts + 1;
    try {
      if (!delivered.has(mail.id))
        await carry({ to: mail.to_address, subject: mail.subject, text: mail.text, html: mail.html });
    } catch (error) {
      const last_error = error instanceof Error ? error.message : String(error);
      const next =
        attempts < maxAttempts
          ? { next_attempt_at: new Date(clock().getTime() + waitAfter(attempts, firstWaitMs)).toISOString() }
          : { next_attempt_at: null, ...noContent(mail) };
      await updateRow(tx, mails, mail, { ...next, attempts, last_error });
      return mail.id;
    }
    delivered.add(mail.id);
    // The text of a sent mail may contain a password, so it is deleted.
    const sent = { sent_at: clock().toISOString(), next_attempt_at: null, ...noContent(mail), last_error: null };
    await updateRow(tx, mails, mail, { ...sent, attempts });
    return mail.id;
  });
  if (mailId === undefined) return false;
  delivered.delete(mailId);
  return true;
}

/**
 * Sends queued mails, one at a time, until it is stopped. `onTrouble` is called with the error of the database or the
 * mail server that delays mails; again only when the error is different, or mails were sent in between.
 */
export function startPostman(
  db: Database,
  carry: MailCarrier,
  clock: () => Date,
  onTrouble: (error: Error) => void,
): Pick<PeriodicWork, 'stop'> {
  const delivered = new Set<number>();
  let lastReported = '';

  function report(error: Error): void {
    if (error.message !== lastReported) onTrouble(error);
    lastReported = error.message;
  }

  const carryAndReport: MailCarrier = async (mail) => {
    try {
      await carry(mail);
      lastReported = '';
    } catch (error) {
      report(error as Error);
      throw error;
    }
  };

  async function work(): Promise<void> {
    if (await carryNextMail(db, carryAndReport, clock, delivered)) wake();
  }

  const rounds = startPeriodicWork({ work, everyMs: restMs, onTrouble: report });
  // A run under way may have looked before the mail was queued.
  const wake = () => void rounds.runNow().then(rounds.runNow);
  wakers.add(wake);
  return {
    stop() {
      wakers.delete(wake);
      return rounds.stop();
    },
  };
}
