import type {
  JudgeLinkInput,
  JudgeLinkUpdate,
  JudgeOpening,
  JudgeSession,
} from '@dossard/contract/judges/judge.schema.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { hashToken, newToken } from '../../access/token.ts';
import { logSecurityAction } from '../../audit/security.log.ts';
import { actorOf, type Write } from '../../audit/write.ts';
import { lockRow, updateRow } from '../../database/one.row.ts';
import { insertRow } from '../../database/prepared.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { hasValues } from '../../tables/has.values.ts';
import { judgeLinks, judges, noToken } from '../../tables/judge.tables.ts';
import { hideRuns, showRuns } from '../runs/hidden.runs.ts';
import { describeJudge, findOpenLink, type JudgeLinkRow, listZonesOfLink } from './judge.store.ts';

/* Links by which judges record runs without an account (U1 to U4). */

/** Returns the end of a day (`YYYY-MM-DD`) in the installation's time zone, or of today if it is over, or of tomorrow. */
function eveningOf(date: string, now: Date): string {
  const evening = new Date(`${date}T23:59:00`);
  if (evening <= now) evening.setFullYear(now.getFullYear(), now.getMonth(), now.getDate());
  if (evening <= now) evening.setDate(evening.getDate() + 1);
  return evening.toISOString();
}

function refusePastEnd(ends_at: string | null | undefined, now: Date): void {
  if (ends_at && ends_at <= now.toISOString())
    throw new Refusal('invalid_request', { problems: [{ path: 'ends_at', code: 'in_past' }] });
}

/**
 * Makes a link; its token is stored only as a hash. Throws `zone_not_found`, `invalid_request` for an end in the past or
 * before the start.
 */
export async function createJudgeLink(
  write: Write,
  { zone_ids, label, starts_at, ends_at, phones }: JudgeLinkInput,
  date: string,
): Promise<JudgeLinkRow & { token: string }> {
  const { tx, competition_id, now } = write;
  refusePastEnd(ends_at, now);
  const given = zone_ids && [...new Set(zone_ids)];
  const found = await listZonesOfLink(tx, { competition_id, zone_ids: given });
  if (given && found.length < given.length) throw new Refusal('zone_not_found');
  const end = ends_at ?? eveningOf(date, now);
  if (starts_at && starts_at >= end)
    throw new Refusal('invalid_request', { problems: [{ path: 'starts_at', code: 'end_before_start' }] });
  const token = newToken();
  const link = await insertRow(tx, judgeLinks, {
    competition_id,
    token_hash: hashToken(token),
    zone_ids: given,
    label: label || null,
    starts_at: starts_at ?? null,
    ends_at: end,
    phones,
    made_by: actorOf(write),
  });
  return { ...link, token };
}

const lockLink = ({ tx, competition_id }: Write, id: number): Promise<JudgeLinkRow> =>
  lockRow(tx, judgeLinks, { competition_id, id }, 'judge_link_not_found');

/**
 * Changes a link, and makes the caller its maker (U1). Hiding removes all its runs together, under `reason`; showing
 * brings back those that it removed (U4). Throws `judge_link_not_found`, `invalid_request` for a new end in the past or
 * before the start.
 */
export async function updateJudgeLink(
  write: Write,
  linkId: number,
  { hidden, ends_at, phones }: JudgeLinkUpdate,
  reason: string,
): Promise<void> {
  const link = await lockLink(write, linkId);
  // The form of a link that has ended sends its end again.
  if (ends_at !== link.ends_at) refusePastEnd(ends_at, write.now);
  if (ends_at && link.starts_at && ends_at <= link.starts_at)
    throw new Refusal('invalid_request', { problems: [{ path: 'ends_at', code: 'end_before_start' }] });
  const made_by = actorOf(write);
  const set = (values: Partial<JudgeLinkRow>) => updateRow(write.tx, judgeLinks, link, values);
  await set({ made_by, ends_at: ends_at ?? link.ends_at, phones: phones ?? link.phones });
  if (hidden === true && link.hidden_at === null) {
    await set({ hidden_at: write.now.toISOString() });
    await hideRuns(write, linkId, reason);
  }
  if (hidden === false && link.hidden_at !== null) {
    await set({ hidden_at: null });
    await showRuns(write);
  }
}

/** Revokes a link with all its phones. Idempotent. Throws `judge_link_not_found`. */
export async function deleteJudgeLink(write: Write, linkId: number): Promise<void> {
  const link = await lockLink(write, linkId);
  if (link.revoked_at === null) await updateRow(write.tx, judgeLinks, link, { revoked_at: write.now.toISOString() });
}

/** Ends a phone, under all names that were given on it. Idempotent. Throws `judge_link_not_found`. */
export async function endJudgePhone(write: Write, linkId: number, phoneId: string): Promise<void> {
  await lockLink(write, linkId);
  const { tx, competition_id, now } = write;
  const isOfPhone = hasValues(judges, { competition_id, link_id: linkId, phone_id: phoneId });
  const known = await tx.select({ id: judges.id }).from(judges).where(isOfPhone);
  if (known.length === 0) throw new Refusal('judge_link_not_found');
  await tx
    .update(judges)
    .set({ ended_at: now.toISOString() })
    .where(and(isOfPhone, isNull(judges.ended_at)));
}

/**
 * Lets a judge begin on a phone, and returns who they are, with the token of their cookie, which replaces that of an
 * earlier opening. Both are of one transaction: of two openings at once, the later one's cookie is answered last. Throws
 * `judge_link_not_valid`, also for a phone that was ended, and `too_many_phones`.
 */
export async function openJudgeLink(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  { token, name, phone_id }: JudgeOpening,
): Promise<{ token: string; judge: JudgeSession }> {
  const found = await findOpenLink(tx, token, now);
  if (!found) throw new Refusal('judge_link_not_valid');
  const { competition_id } = found.link;
  // Locked, so that two phones cannot both be the last one.
  const link = await lockLink({ tx, competition_id, actor_id: null, now }, found.link.id);
  const isOfLink = and(eq(judges.competition_id, competition_id), eq(judges.link_id, link.id));
  const opened = await tx.select().from(judges).where(isOfLink);
  const onThisPhone = opened.filter((judge) => judge.phone_id === phone_id);
  if (link.revoked_at !== null || onThisPhone.some(({ ended_at }) => ended_at !== null))
    throw new Refusal('judge_link_not_valid');
  const judging = opened.filter(({ ended_at, token_hash }) => ended_at === null && token_hash !== noToken);
  const others = new Set(judging.map((judge) => judge.phone_id));
  const zoneCount = Math.max(1, (await listZonesOfLink(tx, link)).length);
  if (!others.has(phone_id) && others.size >= link.phones * zoneCount) throw new Refusal('too_many_phones');
  const ofCookie = newToken();
  const [judge] = await tx
    .insert(judges)
    .values({
      competition_id,
      link_id: link.id,
      phone_id,
      name,
      token_hash: hashToken(ofCookie),
      opened_at: now.toISOString(),
    })
    .onConflictDoUpdate({
      target: [judges.competition_id, judges.link_id, judges.phone_id, judges.name],
      set: { token_hash: hashToken(ofCookie) },
    })
    .returning({ id: judges.id });
  if (onThisPhone.length === 0) {
    const detail = `judge_link ${link.id}`;
    await logSecurityAction(tx, { actor_id: null, now }, 'invitation_used', { competition_id, detail });
  }
  const { zone_ids, ends_at } = link;
  return {
    token: ofCookie,
    judge: await describeJudge(tx, {
      judge: { id: Number(judge?.id), competition_id, zone_ids, ends_at },
      first_name: name,
    }),
  };
}
