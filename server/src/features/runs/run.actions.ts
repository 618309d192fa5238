import { createHash } from 'node:crypto';
import {
  type Doors,
  doorNames,
  type RecordedRun,
  type Run,
  type RunSubmission,
  type RunUpdate,
  runSchema,
} from '@dossard/contract/runs/run.schema.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Caller } from '../../access/account.store.ts';
import type { CompetitionAccess } from '../../access/competition.access.ts';
import { recordChanges } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { members } from '../../tables/member.table.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs, submissions } from '../../tables/run.tables.ts';
import { graduations, zones } from '../../tables/zone.tables.ts';
import { sayGroup } from '../competitions/group.words.ts';
import { getRun, isRider, type RiderKey } from './run.store.ts';

/** Who writes about the runs of which competition, and when. */
export interface Recording {
  competition: CompetitionAccess;
  caller: Caller;
  now: Date;
  /** Who saw the run, where it is not the caller; `id` is null where no account is known. */
  referee?: { id: number | null; name: string };
}

/** Hashes what makes a submission the same run; the phone and its clock are not part of it, so that a resend matches. */
export function hashContent(submission: RunSubmission): string {
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

/**
 * Records a run once for its submission id, whatever was edited or removed since; `isNew` is false when it was there
 * already. Throws `submission_conflict` for other content, `participant_not_found`, `zone_not_found`,
 * `no_matching_graduation`.
 */
export async function recordRun(
  db: Database,
  submission: RunSubmission,
  by: Recording,
): Promise<{ run: RecordedRun; isNew: boolean }> {
  let run_number: number;
  try {
    run_number = await db.transaction((tx) => insertRun(tx, submission, by));
  } catch (error) {
    // Looked for only now, whatever was wrong: nearly every submission is new.
    const earlier = await findSubmission(db, submission, by);
    if (!earlier) throw error;
    return { run: earlier, isNew: false };
  }
  return { run: await getRun(db, submission, run_number, by.competition.ranking_rule.runs), isNew: true };
}

async function findSubmission(
  db: Database,
  submission: RunSubmission,
  by: Recording,
): Promise<RecordedRun | undefined> {
  const [earlier] = await db
    .select()
    .from(submissions)
    .where(
      and(
        eq(submissions.competition_id, submission.competition_id),
        eq(submissions.submission_id, submission.submission_id),
      ),
    );
  if (!earlier) return undefined;
  if (earlier.content_hash !== hashContent(submission)) throw new Refusal('submission_conflict');
  return getRun(db, earlier, earlier.run_number, by.competition.ranking_rule.runs);
}

export async function insertRun(tx: Transaction, submission: RunSubmission, by: Recording): Promise<number> {
  const { caller, now, referee = { id: caller.id, name: `${caller.first_name} ${caller.last_name}` } } = by;
  const { submission_id, competition_id, zone_id, dossard, penality, chrono_sec, recorded_at, phone_id } = submission;
  const [rider] = await tx
    .update(participants)
    .set({ last_run_number: sql`${participants.last_run_number} + 1` })
    .where(isRider({ competition_id, dossard }))
    .returning();
  if (!rider) throw new Refusal('participant_not_found');
  await refuseWithoutGraduation(tx, { competition_id, zone_id }, rider);
  const run_number = rider.last_run_number;
  const run = {
    competition_id,
    dossard,
    run_number,
    zone_id,
    submission_id,
    ...doorsOf(submission),
    penality,
    chrono_sec,
    referee_id: referee.id,
    referee_name: referee.name,
    phone_id: phone_id ?? null,
    recorded_at: recorded_at ?? null,
    received_at: now.toISOString(),
  };
  await tx.insert(runs).values(run);
  await tx.insert(submissions).values({
    competition_id,
    submission_id,
    content_hash: hashContent(submission),
    user_id: referee.id ?? caller.id,
    dossard,
    run_number,
  });
  await recordChanges(tx, [
    {
      competition_id,
      actor_id: caller.id,
      action: 'create',
      subject: 'run',
      subject_key: `${dossard}/${run_number}`,
      after: run,
    },
  ]);
  await raiseVersion(tx, competition_id, [rider]);
  return run_number;
}

export function doorsOf({ door1, door2, door3, door4, door5, door6 }: Doors): Doors {
  return { door1, door2, door3, door4, door5, door6 };
}

/** Holds the zone until the commit, so that its graduations stay, and refuses when none is for this rider (spec §4). */
async function refuseWithoutGraduation(
  tx: Transaction,
  zone: { competition_id: number; zone_id: number },
  rider: { category: string; gender: 'H' | 'F' },
): Promise<void> {
  const [held] = await tx
    .select({ id: zones.id })
    .from(zones)
    .where(and(eq(zones.competition_id, zone.competition_id), eq(zones.id, zone.zone_id), isNull(zones.deleted_at)))
    .for('key share');
  if (!held) throw new Refusal('zone_not_found');
  const offered = await tx
    .select({ category: graduations.category, gender: graduations.gender })
    .from(graduations)
    .where(and(eq(graduations.competition_id, zone.competition_id), eq(graduations.zone_id, zone.zone_id)));
  if (graduationFor(offered, rider)) return;
  throw new Refusal('no_matching_graduation', {
    values: { graduation: await sayGroup(tx, zone.competition_id, rider) },
  });
}

/** Locks a run for the transaction. Throws `run_not_found`. */
async function lockRun(tx: Transaction, rider: RiderKey, runNumber: number) {
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(isRun(rider, runNumber), isNull(runs.deleted_at)))
    .for('update');
  if (!run) throw new Refusal('run_not_found');
  return run;
}

const isRun = (rider: RiderKey, runNumber: number) =>
  and(eq(runs.competition_id, rider.competition_id), eq(runs.dossard, rider.dossard), eq(runs.run_number, runNumber));

/** Corrects a run. Throws `run_not_found`, and `edit_conflict` with the current run when `version` is an old one. */
export async function correctRun(tx: Transaction, update: RunUpdate, by: Recording): Promise<Run> {
  const counting = by.competition.ranking_rule.runs;
  const before = await lockRun(tx, update, update.run_number);
  if (update.version !== undefined && update.version !== before.version) {
    const run = z.parse(runSchema, await getRun(tx, update, update.run_number, counting));
    throw new Refusal('edit_conflict', { extra: { run } });
  }
  const [rider] = await tx.select().from(participants).where(isRider(update));
  if (!rider) throw new Refusal('run_not_found');
  if (update.zone_id !== before.zone_id) await refuseWithoutGraduation(tx, update, rider);
  const { zone_id, penality, chrono_sec } = update;
  const said = { zone_id, penality, chrono_sec, ...doorsOf(update) };
  // What stays as it was is no change.
  const isChange = Object.entries(said).some(([name, value]) => before[name as keyof typeof said] !== value);
  if (!isChange) return getRun(tx, update, update.run_number, counting);
  const changes = { ...said, version: before.version + 1 };
  await tx.update(runs).set(changes).where(isRun(update, update.run_number));
  await recordChanges(tx, [
    {
      competition_id: update.competition_id,
      actor_id: by.caller.id,
      action: 'update',
      subject: 'run',
      subject_key: `${update.dossard}/${update.run_number}`,
      before,
      after: { ...before, ...changes },
    },
  ]);
  const corrected = await getRun(tx, update, update.run_number, counting);
  await raiseVersion(tx, update.competition_id, [rider]);
  return corrected;
}

/** Hides a run; its number stays taken. Throws `run_not_found`. */
export async function removeRun(tx: Transaction, rider: RiderKey, runNumber: number, by: Recording): Promise<void> {
  const before = await lockRun(tx, rider, runNumber);
  await tx.update(runs).set({ deleted_at: by.now.toISOString() }).where(isRun(rider, runNumber));
  await recordChanges(tx, [
    {
      competition_id: rider.competition_id,
      actor_id: by.caller.id,
      action: 'delete',
      subject: 'run',
      subject_key: `${rider.dossard}/${runNumber}`,
      before,
    },
  ]);
  await raiseVersion(tx, rider.competition_id);
}

/**
 * Finds the run that a submission became, as it is now, among those that the caller sent or whose competition they may
 * edit; undefined when there is none.
 */
export async function findSubmittedRun(
  db: Database,
  submissionId: string,
  caller: Caller,
): Promise<RecordedRun | undefined> {
  const seesAll = caller.global_permissions.includes('super_admin');
  const [found] = await db
    .select({
      competition_id: submissions.competition_id,
      dossard: submissions.dossard,
      run_number: submissions.run_number,
      ranking_rule: competitions.ranking_rule,
    })
    .from(submissions)
    .innerJoin(competitions, eq(competitions.id, submissions.competition_id))
    .leftJoin(members, and(eq(members.competition_id, submissions.competition_id), eq(members.user_id, caller.id)))
    .where(
      and(
        eq(submissions.submission_id, submissionId),
        seesAll
          ? undefined
          : or(eq(submissions.user_id, caller.id), eq(members.role, 'admin'), eq(members.role, 'editor')),
      ),
    )
    .limit(1);
  return found && getRun(db, found, found.run_number, found.ranking_rule.runs);
}
