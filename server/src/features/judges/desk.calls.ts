import type { DeskCall, DeskCallInput } from '@dossard/contract/judges/desk.schema.ts';
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { type Caller, fullName } from '../../access/account.store.ts';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { insertNew, lockRow, updateRow } from '../../database/one.row.ts';
import { listRows } from '../../database/rows.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { deskCalls } from '../../tables/desk.tables.ts';
import { believedMs } from '../runs/ridden.at.ts';
import { closeZone, lockZone } from '../zones/zone.actions.ts';
import { getZone } from '../zones/zone.store.ts';

/* Calls of referees to the desk (U7). */

/** Maximum number of calls listed. */
const maxListed = 200;

/**
 * Stores a call once per id, with the moment it was made, and closes or opens its zone if it says so (U8); `isNew` is
 * false for a repeated one. Throws `zone_not_found`, and `submission_conflict` for an id with other content.
 */
export async function createDeskCall(
  write: Write,
  { waited_sec = 0, ...input }: DeskCallInput,
  { competition, caller }: { competition: CompetitionRow; caller: Caller },
): Promise<{ call: DeskCall; isNew: boolean }> {
  const { tx, competition_id, now } = write;
  const { zone_id, kind, text } = input;
  // Only home closes its zones: away, the call notifies the desk of this installation.
  const closes = (kind === 'zone_closed' || kind === 'zone_open') && !competition.is_away;
  // Locked before the call refers to it: two calls that share the zone's lock could not both close it.
  if (closes) await lockZone(write, zone_id);
  else await getZone(tx, competition_id, zone_id);
  const waitedMs = waited_sec * 1000;
  const at = waitedMs > believedMs ? now : new Date(now.getTime() - waitedMs);
  const made = { sender_id: caller.id, by: fullName(caller), at: at.toISOString() };
  const stored = await insertNew(tx, deskCalls, { ...input, competition_id, ...made });
  if (!stored) {
    const [same] = await listRows(tx, deskCalls, { ...input, competition_id, sender_id: caller.id });
    if (!same) throw new Refusal('submission_conflict');
    return { call: same, isNew: false };
  }
  // The history names an account by itself, and forgets it with the account.
  const reason = [text, caller.judge && stored.by].filter(Boolean).join(' – ');
  if (closes) await closeZone(write, zone_id, kind === 'zone_closed', { at, reason });
  return { call: stored, isNew: true };
}

/** Lists calls, the unanswered ones first, then the latest; `senderId` limits them to one sender. */
export async function listDeskCalls(
  db: Database,
  competitionId: number,
  senderId: number | undefined,
): Promise<DeskCall[]> {
  const isOwn = senderId === undefined ? undefined : eq(deskCalls.sender_id, senderId);
  return db
    .select()
    .from(deskCalls)
    .where(and(eq(deskCalls.competition_id, competitionId), isOwn))
    .orderBy(desc(isNull(deskCalls.answered_at)), desc(deskCalls.at), asc(deskCalls.call_id))
    .limit(maxListed);
}

/** Answers a call. Throws `call_not_found`. */
export async function answerDeskCall(
  { tx, competition_id, now }: Write,
  callId: string,
  answer: string,
): Promise<DeskCall> {
  const call = await lockRow(tx, deskCalls, { competition_id, call_id: callId }, 'call_not_found');
  if (call.answer === answer) return call;
  return (await updateRow(tx, deskCalls, call, { answer, answered_at: now.toISOString() })) ?? call;
}
