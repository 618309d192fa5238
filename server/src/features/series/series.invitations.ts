import type { Language } from '@dossard/contract/language/language.ts';
import type { Series, SeriesInvitation } from '@dossard/contract/series/series.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, asc, eq, gt } from 'drizzle-orm';
import { type Caller, findUserByEmail, fullName, getCaller, refuseIfGone } from '../../access/account.store.ts';
import { actorOf, type Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { insertNew, putRow } from '../../database/one.row.ts';
import { queueMail } from '../../mail/mail.queue.ts';
import { seriesInvitationMail } from '../../mail/mail.texts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { userName, users } from '../../tables/account.tables.ts';
import { hasValues } from '../../tables/has.values.ts';
import { series, seriesAdmins, seriesInvitations } from '../../tables/series.tables.ts';
import { lockSeries, recordAdmin } from './series.actions.ts';
import { describeSeries, listAdminsOf } from './series.store.ts';

/* Nobody becomes admin of a series without accepting it (T12). */

/** Validity of an invitation, in milliseconds. */
const dayMs = 86_400_000;
const invitationMs = 7 * dayMs;

/**
 * Invites the owner of an address to administer a series, and mails it once a day at most. The answer does not reveal
 * whether the address has an account (T12).
 */
export async function inviteAdmin(
  write: Write,
  id: number,
  email: string,
  mail: { language: Language; publicUrl: string },
): Promise<Series> {
  const { tx, now } = write;
  const before = await lockSeries(tx, id);
  const user = await findUserByEmail(tx, email);
  const isAdmin = (await listAdminsOf(tx, id)).some((admin) => admin.id === user?.id);
  if (isAdmin) return describeSeries(tx, before, now);
  const invitation = {
    invited_by: actorOf(write),
    expires_at: new Date(now.getTime() + invitationMs).toISOString(),
  };
  const isIt = hasValues(seriesInvitations, { series_id: id, email });
  const [known] = await tx.select().from(seriesInvitations).where(isIt);
  await putRow(tx, seriesInvitations, { series_id: id, email, ...invitation });
  const wasMailedToday = Date.parse(known?.expires_at ?? '1970-01-01') > now.getTime() + invitationMs - dayMs;
  if (wasMailedToday) return describeSeries(tx, before, now);
  const by = fullName(await getCaller(tx, invitation.invited_by));
  const named = { series: before.name, by, url: `${mail.publicUrl}/series` };
  await queueMail(tx, email, seriesInvitationMail(user?.language ?? mail.language, named), now);
  return describeSeries(tx, before, now);
}

/** Withdraws an invitation to administer a series. Throws `invitation_not_found`. */
export async function withdrawAdminInvitation(write: Write, id: number, email: string): Promise<Series> {
  const before = await lockSeries(write.tx, id);
  const isIt = hasValues(seriesInvitations, { series_id: id, email });
  const withdrawn = await write.tx.delete(seriesInvitations).where(isIt).returning();
  if (withdrawn.length === 0) throw new Refusal('invitation_not_found');
  return describeSeries(write.tx, before, write.now);
}

/**
 * Accepts or declines an invitation to administer a series, for the owner of a verified address, while the inviter
 * still administers it. Throws `invitation_not_found`.
 */
export async function answerAdminInvitation(write: Write, id: number, caller: Caller, accept: boolean): Promise<void> {
  const { tx, now } = write;
  const invited = await listInvitationsFor(tx, caller, now);
  if (!invited.some(({ series_id }) => series_id === id)) throw new Refusal('invitation_not_found');
  await lockSeries(tx, id);
  const isIt = hasValues(seriesInvitations, { series_id: id, email: caller.email.toLowerCase() });
  const used = await tx.delete(seriesInvitations).where(isIt).returning();
  if (used.length === 0) throw new Refusal('invitation_not_found');
  if (!accept) return;
  const added = await insertNew(tx, seriesAdmins, { series_id: id, user_id: caller.id });
  await refuseIfGone(tx, caller.id);
  if (added) await recordAdmin(write, id, 'create', caller.id);
}

/** Lists the invitations that an account may answer: those of its verified address, whose inviter is still an admin. */
export async function listInvitationsFor(db: Database, caller: Caller, now: Date): Promise<SeriesInvitation[]> {
  if (!caller.email_verified) return [];
  return db
    .select({ series_id: series.id, ...pick(series, 'name', 'season'), invited_by: userName })
    .from(seriesInvitations)
    .innerJoin(series, eq(series.id, seriesInvitations.series_id))
    .innerJoin(users, eq(users.id, seriesInvitations.invited_by))
    .innerJoin(
      seriesAdmins,
      and(eq(seriesAdmins.series_id, series.id), eq(seriesAdmins.user_id, seriesInvitations.invited_by)),
    )
    .where(
      and(eq(seriesInvitations.email, caller.email.toLowerCase()), gt(seriesInvitations.expires_at, now.toISOString())),
    )
    .orderBy(asc(series.name), asc(series.id));
}
