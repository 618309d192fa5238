import type { RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import type { RecordedRun } from '@dossard/contract/runs/run.schema.ts';
import type { UnresolvedRun, UnresolvedSubmission } from '@dossard/contract/runs/unresolved.run.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import { actorOf, type Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { updateRow } from '../../database/one.row.ts';
import { insertRow } from '../../database/prepared.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { submissionOf } from '../../tables/joins.ts';
import { submissions, unresolvedRuns } from '../../tables/run.tables.ts';
import { refuseRiddenLate } from './ridden.at.ts';
import { lockRiders } from './run.moves.ts';
import { getRun } from './run.store.ts';
import {
  insertRun,
  type Referee,
  recordedColumns,
  refereeOf,
  refuseOtherCompetition,
  type SubmissionContext,
  storeOnce,
  writeAsSender,
} from './submission.actions.ts';
import { findSubmission, hashContent, runOfSubmission } from './submission.store.ts';
import { findUnresolved, type UnresolvedRow, type Waiting, waitsFor } from './unresolved.store.ts';
import { shareLockZone } from './zone.lock.ts';

/**
 * Stores the run of an unknown bib; `isNew` is false for a resend, whatever its state now. Throws `zone_not_found`,
 * `submission_conflict` for other content.
 */
export function createUnresolvedRun(
  db: Database,
  submission: UnresolvedSubmission,
  by: SubmissionContext,
): Promise<{ run: UnresolvedRun; isNew: boolean }> {
  refuseOtherCompetition(submission, by.competition);
  const work = async (write: Write) => {
    if (!(await shareLockZone(write, submission.zone_id))) throw new Refusal('zone_not_found');
    await refuseRiddenLate(write.tx, submission, by);
    await storeUnresolved(write, submission, refereeOf(by), null);
  };
  return storeWaiting(db, by, work, () => findEarlierUnresolved(db, submission));
}

/** Stores a submission that waits for an organiser, once, and answers it as `find` then finds it. */
export const storeWaiting = <Stored>(
  db: Database,
  by: SubmissionContext,
  work: (write: Write) => Promise<void>,
  find: () => Promise<Stored | undefined>,
): Promise<{ run: Stored; isNew: boolean }> =>
  storeOnce(async () => {
    await writeAsSender(db, by, work);
    const stored = await find();
    if (!stored) throw new Error('A submission that was stored is gone from the database.');
    return stored;
  }, find);

/** Finds an unresolved run that was sent before; a recorded run is one that is resolved already. */
async function findEarlierUnresolved(
  db: Database,
  submission: UnresolvedSubmission,
): Promise<UnresolvedRun | undefined> {
  const earlier = await findSubmission(db, submission);
  if (!earlier) return undefined;
  const unresolved = await findUnresolved(db, submission);
  const place = runOfSubmission(earlier);
  if (unresolved || !place) return unresolved;
  const { zone_name, points, referee_name, recorded_at, received_at } = await getRun(db, place, 'all');
  return { ...submission, zone_name, points, referee_name, recorded_at, received_at, state: 'resolved' };
}

/** Stores a run that waits for an organiser; a quarantined one follows its rider. Fails for a stored submission id. */
export async function storeUnresolved(
  write: Write,
  submission: UnresolvedSubmission,
  referee: Referee,
  judge_id: number | null,
): Promise<void> {
  const { submission_id, competition_id, dossard } = submission;
  const content_hash = hashContent(submission);
  const rider = judge_id === null ? null : dossard;
  const user_id = referee.sender ?? referee.id ?? actorOf(write);
  await write.tx.insert(submissions).values({ competition_id, submission_id, content_hash, user_id, dossard: rider });
  const stored = await insertRow(write.tx, unresolvedRuns, {
    ...recordedColumns(submission, referee, write.now),
    ...pick(submission, 'competition_id', 'category', 'gender'),
    content_hash,
    judge_id,
  });
  await recordUnresolved(write, 'create', undefined, stored);
}

/**
 * Assigns an unresolved run to a rider. Idempotent. Throws `run_not_found`, the errors of recording a run, and
 * `submission_conflict` when it was assigned to another rider.
 */
export async function resolveUnresolvedRun(
  write: Write,
  submissionId: string,
  dossard: number,
  counting: RankingRule['runs'],
): Promise<RecordedRun> {
  const found = await lockUnresolved(write, submissionId, 'unknown_bib');
  return resolveTo(write, found, dossard, counting);
}

/** Makes an unresolved run one of a rider; of the one whom it follows without a bib. */
async function resolveTo(
  write: Write,
  found: UnresolvedRow,
  bib: number | undefined,
  counting: RankingRule['runs'],
): Promise<RecordedRun> {
  const { tx, competition_id } = write;
  const [stored] = await tx.select().from(submissions).where(submissionOf(submissions, found));
  const sent = stored ?? (await insertSubmission(write, found));
  const known = runOfSubmission(sent);
  const dossard = bib ?? sent.dossard ?? found.dossard;
  if (known && known.dossard !== dossard) throw new Refusal('submission_conflict');
  if (!known && found.state !== 'waiting') throw new Refusal('run_not_found');
  const referee = { id: found.referee_id, name: found.referee_name, sender: sent.user_id };
  const run_number =
    known?.run_number ??
    (await insertRun(write, { ...found, dossard }, referee, { ...sent, received_at: found.received_at }));
  if (found.state === 'waiting') await setState(write, found, 'resolved');
  return getRun(tx, { competition_id, dossard, run_number }, counting);
}

/** Stores the submission of a run that a process of an earlier version took during an upgrade, which stored none. */
function insertSubmission(
  { tx }: Write,
  { competition_id, submission_id, content_hash, referee_id, judge_id, dossard }: UnresolvedRow,
) {
  const sender = judge_id === null ? { user_id: referee_id ?? 0 } : { user_id: -judge_id, dossard };
  return insertRow(tx, submissions, { competition_id, submission_id, content_hash, ...sender });
}

/** Discards an unresolved run; it stays in the database and in the history. Throws `run_not_found`. */
export async function deleteUnresolvedRun(write: Write, submissionId: string): Promise<void> {
  const found = await lockUnresolved(write, submissionId, 'unknown_bib');
  if (found.state !== 'waiting') throw new Refusal('run_not_found');
  await setState(write, found, 'discarded');
}

/**
 * Lets a quarantined run count, or discards it. Idempotent. Throws `run_not_found`, the errors of recording a run, and
 * `submission_conflict` when it was decided otherwise.
 */
export async function settleQuarantinedRun(
  write: Write,
  submissionId: string,
  accept: boolean,
  counting: RankingRule['runs'],
): Promise<void> {
  const { competition_id } = write;
  const isIt = submissionOf(submissions, { competition_id, submission_id: submissionId });
  const [sent] = await write.tx.select().from(submissions).where(isIt);
  // Moves and renamings lock the rider, then the waiting runs. The same order here prevents a deadlock.
  if (sent?.dossard) await lockRiders(write, [sent.dossard]);
  const found = await lockUnresolved(write, submissionId, 'quarantined');
  if (found.state === (accept ? 'discarded' : 'resolved')) throw new Refusal('submission_conflict');
  if (accept) await resolveTo(write, found, undefined, counting);
  else if (found.state === 'waiting') await setState(write, found, 'discarded');
}

async function lockUnresolved(
  { tx, competition_id }: Write,
  submission_id: string,
  why: Waiting,
): Promise<UnresolvedRow> {
  const isIt = and(submissionOf(unresolvedRuns, { competition_id, submission_id }), waitsFor(why));
  const [found] = await tx.select().from(unresolvedRuns).where(isIt).for('update');
  if (!found) throw new Refusal('run_not_found');
  return found;
}

async function setState(write: Write, before: UnresolvedRow, state: 'resolved' | 'discarded'): Promise<void> {
  await updateRow(write.tx, unresolvedRuns, before, { state });
  await recordUnresolved(write, state === 'resolved' ? 'update' : 'delete', before, { ...before, state });
}

const recordUnresolved = (
  write: Write,
  action: 'create' | 'update' | 'delete',
  before: UnresolvedRow | undefined,
  after: UnresolvedRow,
) => recordChange(write, { action, subject: 'unresolved_run', key: after.submission_id, before, after });
