import type { RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import { doorsOf } from '@dossard/contract/runs/doors.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import type { RecordedRun, RunSubmission } from '@dossard/contract/runs/run.schema.ts';
import {
  maxUnresolvedListed,
  type UnresolvedRun,
  type UnresolvedSubmission,
} from '@dossard/contract/runs/unresolved.run.schema.ts';
import { and, asc, count, eq, getTableColumns, isNotNull, isNull } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import { recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { isCategory, rowOf, submissionOf } from '../../tables/joins.ts';
import { submissions, unresolvedRuns } from '../../tables/run.tables.ts';
import { graduations, zones } from '../../tables/zone.tables.ts';
import { riddenInTime } from './ridden.at.ts';
import { getRun } from './run.store.ts';
import {
  insertRun,
  type Referee,
  refereeOf,
  refuseOtherCompetition,
  type SubmissionContext,
  writeAsSender,
} from './submission.actions.ts';
import { hashContent } from './submission.store.ts';

type UnresolvedRow = typeof unresolvedRuns.$inferSelect;

/**
 * Stores the run of an unknown bib once per submission id; `isNew` is false for a resend, whatever its state now.
 * Throws `zone_not_found`, `submission_conflict` for other content.
 */
export async function createUnresolvedRun(
  db: Database,
  submission: UnresolvedSubmission,
  by: SubmissionContext,
): Promise<{ run: UnresolvedRun; isNew: boolean }> {
  refuseOtherCompetition(submission, by.competition);
  const { competition_id, zone_id } = submission;
  const isNew = await writeAsSender(db, by, async (write) => {
    const { tx } = write;
    const isZone = and(rowOf(zones, competition_id, zone_id), isNull(zones.deleted_at));
    const [zone] = await tx.select({ id: zones.id }).from(zones).where(isZone).for('key share');
    if (!zone) throw new Refusal('zone_not_found');
    if (by.caller.judge) await riddenInTime(tx, submission, by);
    return storeUnresolved(write, submission, refereeOf(by), null);
  });
  return { run: await getUnresolved(db, submission), isNew };
}

/** Stores a run that waits for an organiser, once per submission id; returns false for a resend. */
export async function storeUnresolved(
  write: Write,
  submission: UnresolvedSubmission,
  referee: Referee,
  judge_id: number | null,
): Promise<boolean> {
  const { submission_id, competition_id, zone_id, dossard, category, gender, penality, chrono_sec } = submission;
  const [stored] = await write.tx
    .insert(unresolvedRuns)
    .values({
      competition_id,
      submission_id,
      zone_id,
      dossard,
      category,
      gender,
      content_hash: hashContent(submission),
      ...doorsOf(submission),
      penality,
      chrono_sec,
      referee_id: referee.id,
      referee_name: referee.name,
      phone_id: submission.phone_id ?? null,
      recorded_at: submission.recorded_at ?? null,
      received_at: write.now.toISOString(),
      judge_id,
    })
    .onConflictDoNothing()
    .returning();
  if (stored) await recordUnresolved(write, 'create', undefined, stored);
  return stored !== undefined;
}

/** Gets the waiting run of a submission. Throws `submission_conflict` for other content. */
export async function getUnresolved(db: Database, submission: RunSubmission): Promise<UnresolvedRun> {
  const [found] = await selectUnresolved(db).where(submissionOf(unresolvedRuns, submission));
  if (!found) throw new Error(`Unresolved run ${submission.submission_id} is gone from the database.`);
  if (found.run.content_hash !== hashContent(submission)) throw new Refusal('submission_conflict');
  return shapeUnresolved(found);
}

/** Lists the bibs under which unresolved runs wait: a rider who got one now would be taken for theirs. */
export async function listUnresolvedBibs(db: Database, competitionId: number): Promise<number[]> {
  const { competition_id, state, dossard } = unresolvedRuns;
  const rows = await db
    .selectDistinct({ dossard })
    .from(unresolvedRuns)
    .where(and(eq(competition_id, competitionId), eq(state, 'waiting')));
  return rows.map((row) => row.dossard);
}

/** `unknown_bib` runs wait for their rider, `quarantined` ones for a decision whether they count (U3). */
export type Waiting = 'unknown_bib' | 'quarantined';

const waitsFor = (why: Waiting) =>
  why === 'quarantined' ? isNotNull(unresolvedRuns.judge_id) : isNull(unresolvedRuns.judge_id);

/** Lists the runs that wait, oldest first, and counts all of them. */
export async function listUnresolvedRuns(
  db: Database,
  competition: CompetitionRow,
  why: Waiting,
): Promise<{ runs: UnresolvedRun[]; total: number }> {
  const isWaiting = and(
    eq(unresolvedRuns.competition_id, competition.id),
    eq(unresolvedRuns.state, 'waiting'),
    waitsFor(why),
  );
  const rows = await selectUnresolved(db)
    .where(isWaiting)
    .orderBy(asc(unresolvedRuns.received_at), asc(unresolvedRuns.submission_id))
    .limit(maxUnresolvedListed);
  const [counted] = await db.select({ total: count() }).from(unresolvedRuns).where(isWaiting);
  return { runs: rows.map(shapeUnresolved), total: counted?.total ?? 0 };
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

async function resolveTo(
  write: Write,
  found: UnresolvedRow,
  dossard: number,
  counting: RankingRule['runs'],
): Promise<RecordedRun> {
  const { tx, competition_id } = write;
  const [known] = await tx.select().from(submissions).where(submissionOf(submissions, found));
  if (known && known.dossard !== dossard) throw new Refusal('submission_conflict');
  if (!known && found.state !== 'waiting') throw new Refusal('run_not_found');
  const sender = found.judge_id === null ? {} : { sender: -found.judge_id };
  const referee = { id: found.referee_id, name: found.referee_name, ...sender };
  const run_number = known?.run_number ?? (await insertRun(write, { ...found, dossard }, referee));
  if (found.state === 'waiting') await setState(write, found, 'resolved');
  return getRun(tx, { competition_id, dossard }, run_number, counting);
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
  const found = await lockUnresolved(write, submissionId, 'quarantined');
  if (found.state === (accept ? 'discarded' : 'resolved')) throw new Refusal('submission_conflict');
  if (accept) await resolveTo(write, found, found.dossard, counting);
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
  await write.tx.update(unresolvedRuns).set({ state }).where(submissionOf(unresolvedRuns, before));
  await recordUnresolved(write, state === 'resolved' ? 'update' : 'delete', before, { ...before, state });
}

const recordUnresolved = (
  write: Write,
  action: 'create' | 'update' | 'delete',
  before: UnresolvedRow | undefined,
  after: UnresolvedRow,
) => recordChange(write, { action, subject: 'unresolved_run', key: after.submission_id, before, after });

const selectUnresolved = (db: Database) =>
  db
    .select({ run: getTableColumns(unresolvedRuns), zone_name: zones.name, graduation: graduations })
    .from(unresolvedRuns)
    .innerJoin(zones, rowOf(zones, unresolvedRuns.competition_id, unresolvedRuns.zone_id))
    .leftJoin(
      graduations,
      and(
        eq(graduations.competition_id, unresolvedRuns.competition_id),
        eq(graduations.zone_id, unresolvedRuns.zone_id),
        isCategory(graduations.category, unresolvedRuns.category),
        eq(graduations.gender, unresolvedRuns.gender),
      ),
    );

type Selected = Awaited<ReturnType<typeof selectUnresolved>>[number];

function shapeUnresolved({ run, zone_name, graduation }: Selected): UnresolvedRun {
  return { ...run, zone_name, points: pointsOfRun(run, graduation ?? undefined) };
}
