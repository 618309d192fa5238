import { judgeName } from '@dossard/contract/calls/account.header.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, type Column, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/client.ts';
import { prepareOnce } from '../database/prepared.ts';
import { listRows } from '../database/rows.ts';
import { isStillAllowed } from '../rights/still.allowed.ts';
import { competitions } from '../tables/competition.table.ts';
import { hasValues } from '../tables/has.values.ts';
import { rowOf } from '../tables/joins.ts';
import { judgeLinks, judges, noToken } from '../tables/judge.tables.ts';
import type { Caller } from './account.store.ts';
import { hashToken } from './token.ts';

/* What a judge with a link may do now (U2, U3). */

/** How long runs are taken after a link or phone was ended by hand, and after the link's own end, in milliseconds. */
const afterRevocationMs = 3_600_000;
export const afterEndMs = 7 * 86_400_000;

/** The link by which a judge makes a call. */
export interface JudgeOfCall
  extends Pick<typeof judges.$inferSelect, 'id' | 'link_id' | 'competition_id'>,
    Pick<typeof judgeLinks.$inferSelect, 'zone_ids' | 'ends_at'> {
  /** `late` judges may only send runs, which are quarantined. */
  state: 'valid' | 'late';
  /** Why its runs are quarantined now; null if they count at once. */
  quarantine: 'ended' | 'revoked' | 'hidden' | null;
}

/** A judge with a link, as the caller of a request. */
export type JudgingCaller = Caller & { judge: JudgeOfCall };

/**
 * Postpones the links that end on a competition's day (`YYYY-MM-DD`) or later when the day moves to a later one, by as many
 * days (U1): the codes that were handed out stay valid.
 */
export async function postponeLinks(tx: Transaction, competition_id: number, from: string, to: string): Promise<void> {
  if (to <= from) return;
  const later = sql`make_interval(days => ${to}::date - ${from}::date)`;
  await tx
    .update(judgeLinks)
    .set({ starts_at: sql`${judgeLinks.starts_at} + ${later}`, ends_at: sql`${judgeLinks.ends_at} + ${later}` })
    .where(and(eq(judgeLinks.competition_id, competition_id), gte(judgeLinks.ends_at, `${from}T00:00:00Z`)));
}

interface Found {
  link: typeof judgeLinks.$inferSelect;
  judge: typeof judges.$inferSelect;
  /** Whether the link's maker may still invite. */
  isTrusted: boolean;
}

const selectJudges = (db: Database) =>
  db
    .select({ link: judgeLinks, judge: judges, isTrusted: isLinkTrusted(db, judgeLinks.competition_id) })
    .from(judges)
    .innerJoin(judgeLinks, rowOf(judgeLinks, judges.competition_id, judges.link_id));

const judgeByToken = prepareOnce((db) =>
  selectJudges(db)
    .innerJoin(competitions, eq(competitions.id, judges.competition_id))
    .where(and(eq(judges.token_hash, sql.placeholder('token_hash')), isNull(competitions.deleted_at)))
    .prepare('judge_by_token'),
);

/** Selects whether the maker of a link may still invite. */
export const isLinkTrusted = (db: Database, competitionId: number | Column) =>
  sql<boolean>`coalesce(${isStillAllowed(db, competitionId, judgeLinks.made_by, 'invite_users')}, false)`;

/**
 * Finds the judge of a cookie, as long as it opens anything. On a phone that was handed over, `name` asks for a judge
 * who opened the same link on it before, so that their waiting runs keep their name.
 */
export async function findJudge(
  db: Database,
  token: string,
  now: Date,
  name?: string,
): Promise<JudgingCaller | undefined> {
  const [found] = await judgeByToken(db).execute({ token_hash: hashToken(token) });
  if (!found) return undefined;
  const holder = callerOf(found, now);
  if (!holder || name === undefined || name === judgeName(found.judge.id)) return holder;
  const onSamePhone = await listRows(db, judges, isOnPhoneOf(found.judge));
  const before = onSamePhone.find(({ id }) => judgeName(id) === name);
  return before && callerOf({ ...found, judge: before }, now);
}

/** Matches the judges who opened the same link on the same phone. */
const isOnPhoneOf = (judge: typeof judges.$inferSelect) =>
  hasValues(judges, pick(judge, 'competition_id', 'link_id', 'phone_id'));

/** Whether a judge's link is valid at this moment. */
export async function isStillJudging(db: Database, { judge }: JudgingCaller, now: Date): Promise<boolean> {
  const isIt = rowOf(judges, judge.competition_id, judge.id);
  const [found] = await selectJudges(db).where(isIt);
  return found !== undefined && callerOf(found, now)?.judge.state === 'valid';
}

/** Describes a judge as a caller; undefined once the link opens nothing any more. */
function callerOf({ judge, link, isTrusted }: Found, now: Date): JudgingCaller | undefined {
  const revokedAt = [link.revoked_at, judge.ended_at].filter((at) => at !== null).sort()[0];
  // Without a time that is known, a suspended link takes runs as long as an ended one.
  const isRevoked = revokedAt !== undefined || !isTrusted;
  const isEnded = link.ends_at <= now.toISOString();
  if (revokedAt !== undefined && now.getTime() - Date.parse(revokedAt) >= afterRevocationMs) return undefined;
  if (now.getTime() - Date.parse(link.ends_at) >= afterEndMs) return undefined;
  const quarantine = isRevoked ? 'revoked' : isEnded ? 'ended' : link.hidden_at !== null ? 'hidden' : null;
  return {
    // Negative, so that nothing of a judge is ever taken for that of an account.
    id: -judge.id,
    email: '',
    email_verified: false,
    account_status: 'active',
    language: 'fr',
    global_permissions: [],
    first_name: judge.name,
    last_name: '',
    judge: {
      id: judge.id,
      link_id: link.id,
      ...pick(link, 'competition_id', 'zone_ids', 'ends_at'),
      quarantine,
      state: isRevoked || isEnded ? 'late' : 'valid',
    },
  };
}

/**
 * Ends judging on the phone with this cookie, for all who judged on it. The phone no longer counts among those that the
 * link allows, and may open the link again.
 */
export async function forgetJudge(db: Database, token: string): Promise<void> {
  const [here] = await listRows(db, judges, { token_hash: hashToken(token) });
  if (!here) return;
  await db.update(judges).set({ token_hash: noToken }).where(isOnPhoneOf(here));
}
