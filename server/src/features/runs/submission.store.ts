import { createHash } from 'node:crypto';
import { rolesWith } from '@dossard/contract/access/permissions.ts';
import type { RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import { type Doors, doorNames } from '@dossard/contract/runs/doors.ts';
import type { RecordedRun, RunSubmission } from '@dossard/contract/runs/run.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, eq, inArray, or } from 'drizzle-orm';
import type { Caller } from '../../access/account.store.ts';
import { getChainHead } from '../../audit/audit.log.ts';
import type { Database } from '../../database/client.ts';
import { listRows } from '../../database/rows.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { isRider, submissionOf } from '../../tables/joins.ts';
import { members } from '../../tables/member.table.ts';
import { participants } from '../../tables/participant.table.ts';
import { submissions } from '../../tables/run.tables.ts';
import { aheadOfServer, riddenAt } from './ridden.at.ts';
import { getRun, type RunKey } from './run.store.ts';
import { findUnresolved } from './unresolved.store.ts';

/** Hashes the content that identifies a submission; the phone and its clock are excluded, so that a resend matches. */
export function hashContent(
  submission: Doors & Pick<RunSubmission, 'zone_id' | 'dossard' | 'penality' | 'chrono_sec'>,
): string {
  const { zone_id, dossard, penality, chrono_sec } = submission;
  const facts = [
    zone_id,
    dossard,
    ...doorNames.map((door) => submission[door]),
    penality,
    Math.round(chrono_sec * 100),
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}

type SubmissionRow = typeof submissions.$inferSelect;

/** Finds a submission that was sent before. Throws `submission_conflict` for other content. */
export async function findSubmission(db: Database, submission: RunSubmission): Promise<SubmissionRow | undefined> {
  const [earlier] = await listRows(db, submissions, submissionOf(submissions, submission));
  if (earlier && !isContentOf(earlier, submission)) throw new Refusal('submission_conflict');
  return earlier;
}

/** Returns where the run of a submission is; undefined while it waits for an organiser, or if it was discarded. */
export const runOfSubmission = ({
  competition_id,
  dossard,
  run_number,
}: Omit<SubmissionRow, 'submission_id' | 'content_hash' | 'user_id'>) =>
  dossard === null || run_number === null ? undefined : { competition_id, dossard, run_number };

/**
 * Finds the answer to a submission that was sent before: its current run, or the one that does not count. Throws
 * `submission_conflict` for other content.
 */
export async function findEarlierRun(
  db: Database,
  submission: RunSubmission,
  counting: RankingRule['runs'],
): Promise<RecordedRun | undefined> {
  const earlier = await findSubmission(db, submission);
  const run = earlier && runOfSubmission(earlier);
  if (run) return getRunWithHead(db, run, counting);
  return earlier && describeWaiting(db, submission, earlier);
}

/** Describes a run that does not count, as it would be recorded now; `deleted` once it was discarded (U3). */
async function describeWaiting(
  db: Database,
  submission: RunSubmission,
  { dossard, user_id }: SubmissionRow,
): Promise<RecordedRun | undefined> {
  const { competition_id, phone_id } = submission;
  const [waiting, [rider], [clock]] = await Promise.all([
    findUnresolved(db, submission),
    listRows(db, participants, isRider({ competition_id, dossard: dossard ?? submission.dossard })),
    aheadOfServer(db).execute({ competition_id, phone_id: phone_id ?? '', user_id }),
  ]);
  if (!waiting) return undefined;
  const { zone_name, referee_name, recorded_at, received_at, points, graded, state } = waiting;
  return {
    ...submission,
    ...{ zone_name, referee_name, recorded_at, received_at, points, graded },
    run_number: (rider?.last_run_number ?? 0) + 1,
    ...{ counted: false, checked: false, version: 1, quarantined: true },
    ridden_at: riddenAt(waiting, clock?.aheadSec),
    ...(state === 'discarded' && { deleted: true }),
  };
}

/**
 * Whether the content matches the earlier submission. Always true for an empty hash: the original content of a run that
 * was corrected in the other installation is unknown.
 */
export const isContentOf = (
  { content_hash }: { content_hash: string },
  submission: Parameters<typeof hashContent>[0],
): boolean => content_hash === '' || content_hash === hashContent(submission);

/** Reads the run of a submission, with the chain's head, which the phone keeps as a receipt (H4). */
async function getRunWithHead(db: Database, stored: RunKey, counting: RankingRule['runs']): Promise<RecordedRun> {
  // The head is read after the run, so that the chain contains the run's entry.
  const run = await getRun(db, stored, counting);
  return { ...run, head: await getChainHead(db, stored.competition_id) };
}

/**
 * Finds the current run of a submission, if the caller is its referee, may edit runs there, or is a super administrator.
 */
export async function findSubmittedRun(
  db: Database,
  submissionId: string,
  caller: Caller,
): Promise<RecordedRun | undefined> {
  const seesAll = caller.global_permissions.includes('super_admin');
  const [found] = await db
    .select({
      ...pick(submissions, 'competition_id', 'dossard', 'run_number'),
      ranking_rule: competitions.ranking_rule,
    })
    .from(submissions)
    .innerJoin(competitions, eq(competitions.id, submissions.competition_id))
    .leftJoin(members, and(eq(members.competition_id, submissions.competition_id), eq(members.user_id, caller.id)))
    .where(
      and(
        eq(submissions.submission_id, submissionId),
        seesAll ? undefined : or(eq(submissions.user_id, caller.id), inArray(members.role, rolesWith('edit_runs'))),
      ),
    )
    .limit(1);
  const run = found && runOfSubmission(found);
  return run && getRunWithHead(db, run, found.ranking_rule.runs);
}
