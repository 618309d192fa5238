import { createHash } from 'node:crypto';
import { rolesWith } from '@dossard/contract/access/permissions.ts';
import type { Group } from '@dossard/contract/categories/category.schema.ts';
import type { ChainHead } from '@dossard/contract/chain/chain.schema.ts';
import type { RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
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
import type { DoorPoints } from '@dossard/contract/zones/zone.schema.ts';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Caller } from '../../access/account.store.ts';
import type { CompetitionAccess } from '../../access/competition.access.ts';
import { getChainHead, recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import { actorOf, type Write, writeTo } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { insertRow, prepareOnce } from '../../database/prepared.ts';
import { commitWith } from '../../database/round.trips.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { members } from '../../tables/member.table.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs, submissions } from '../../tables/run.tables.ts';
import { graduations, zones } from '../../tables/zone.tables.ts';
import { formatGroup } from '../competitions/group.words.ts';
import { isOfficial } from '../declarations/declared.results.ts';
import { getRun, isRider, type RiderKey, type RunRow, scoreRun } from './run.store.ts';

/** The referee of a run; `id` is null where no account is known. */
export interface Referee {
  id: number | null;
  name: string;
}

type RiderRow = typeof participants.$inferSelect;

/** The caller, the competition and the time of a submission; `referee` if the caller is not the referee. */
export interface Sending {
  competition: CompetitionAccess;
  caller: Caller;
  now: Date;
  referee?: Referee;
}

/** Returns the referee of a submission. */
export const refereeOf = ({ caller, referee }: Sending): Referee =>
  referee ?? { id: caller.id, name: `${caller.first_name} ${caller.last_name}` };

/** Runs `work` as a write of the sender of a run. */
export const writeFor = <Result>(
  db: Database,
  { competition, caller, now }: Sending,
  work: (write: Write) => Promise<Result>,
): Promise<Result> => {
  const { id: competition_id, run_numbers } = competition;
  return writeTo(db, { competition_id, actor_id: caller.id, now, run_numbers }, work);
};

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

/**
 * Records a run once per submission id, also if it was edited or removed since; `isNew` is false for a resend. Throws
 * `submission_conflict` for other content, `participant_not_found`, `zone_not_found`, `no_matching_graduation`.
 */
export async function createRun(
  db: Database,
  submission: RunSubmission,
  by: Sending,
): Promise<{ run: RecordedRun; isNew: boolean }> {
  const counting = by.competition.ranking_rule.runs;
  try {
    return await writeFor(db, by, async (write) => {
      const ride = await reserveRunNumber(write, submission);
      const { head, stored, others } = storeRun(write, submission, refereeOf(by), ride);
      const read =
        counting === 'all'
          ? stored.then((row) => ({ ...scoreRun(row, ride.zone.name, ride.graduation), counted: true }))
          : getRun(write.tx, submission, ride.rider.last_run_number, counting);
      const last = [read, head, stored, ...others] as const;
      // Raising the versions of following rounds takes further statements, so the commit cannot be sent along.
      const isFollowed = by.competition.followed_by.length > 0;
      const [run, known] = await (isFollowed ? Promise.all(last) : commitWith(write.tx, last));
      return { run: { ...run, head: known }, isNew: true };
    });
  } catch (error) {
    // Searched only after an error, because nearly every submission is new.
    const earlier = await findSubmission(db, submission, by);
    if (!earlier) throw error;
    return { run: earlier, isNew: false };
  }
}

async function findSubmission(db: Database, submission: RunSubmission, by: Sending): Promise<RecordedRun | undefined> {
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
  if (!isContentOf(earlier, submission)) throw new Refusal('submission_conflict');
  return getRunWithHead(db, earlier, by.competition.ranking_rule.runs);
}

/**
 * Whether a submission has the content of an earlier one; unknown, and assumed, for a run that came corrected from
 * another installation.
 */
const isContentOf = ({ content_hash }: { content_hash: string }, submission: RunSubmission): boolean =>
  content_hash === '' || content_hash === hashContent(submission);

/** Reads the run of a submission, with the chain's head, which the phone keeps as a receipt (H4). */
async function getRunWithHead(
  db: Database,
  stored: RiderKey & { run_number: number },
  counting: RankingRule['runs'],
): Promise<RecordedRun> {
  // The head is read after the run, so that the chain contains the run's entry.
  const run = await getRun(db, stored, stored.run_number, counting);
  return { ...run, head: await getChainHead(db, stored.competition_id) };
}

/** Inserts a new run under the rider's next run number and returns this number. Throws like `createRun`. */
export async function insertRun(write: Write, submission: RunSubmission, referee: Referee): Promise<number> {
  const ride = await reserveRunNumber(write, submission);
  const { head, stored, others } = storeRun(write, submission, referee, ride);
  await Promise.all([head, stored, ...others]);
  return ride.rider.last_run_number;
}

const riderWithNextNumber = prepareOnce((db) =>
  db
    .update(participants)
    .set({
      // Like `nextRunNumber`: the next number, or if the competition is shared, the next of this side's parity (Y4).
      last_run_number: sql`${participants.last_run_number} + 1
        + coalesce((${participants.last_run_number} + 1 + ${sql.placeholder('numbers')}::integer) % 2, 0)`,
    })
    .where(isRider({ competition_id: sql.placeholder('competition_id'), dossard: sql.placeholder('dossard') }))
    .returning()
    .prepare('rider_with_next_number'),
);

/** A rider with their reserved run number, and the zone and graduation that score the run. */
interface Ride {
  rider: RiderRow;
  zone: LockedZone;
  graduation: DoorPoints;
}

/** Takes the rider's next run number and locks the zone, so that its graduations stay. Throws like `createRun`. */
async function reserveRunNumber(write: Write, { competition_id, zone_id, dossard }: RunSubmission): Promise<Ride> {
  // The rider is locked before the zone, as everywhere, to prevent deadlocks.
  const [[rider], zone] = await Promise.all([
    riderWithNextNumber(write.tx).execute({ competition_id, dossard, numbers: write.run_numbers ?? null }),
    lockZone(write, zone_id),
  ]);
  if (!rider) throw new Refusal('participant_not_found');
  if (!zone) throw new Refusal('zone_not_found');
  return { rider, zone, graduation: await getGraduation(write, zone, rider) };
}

/** The statements that store a run: `head` returns the chain's new head, `stored` the run's row. */
interface Storing {
  head: Promise<ChainHead>;
  stored: Promise<RunRow>;
  others: Promise<unknown>[];
}

/** Sends the statements that store a run under the reserved number. */
function storeRun(write: Write, submission: RunSubmission, referee: Referee, { rider }: Ride): Storing {
  const { last_run_number: run_number, category, gender } = rider;
  const { tx, competition_id, now } = write;
  const { submission_id, zone_id, dossard, penality, chrono_sec, recorded_at, phone_id } = submission;
  const after = {
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
  const stored = insertRow(tx, runs, after);
  const submitted = insertRow(tx, submissions, {
    competition_id,
    submission_id,
    content_hash: hashContent(submission),
    user_id: referee.id ?? actorOf(write),
    dossard,
    run_number,
  });
  const head = recordChange(write, { action: 'create', subject: 'run', key: runKey(after), after });
  return { head, stored, others: [submitted, raiseVersion(write, [{ category, gender }])] };
}

export function doorsOf({ door1, door2, door3, door4, door5, door6 }: Doors): Doors {
  return { door1, door2, door3, door4, door5, door6 };
}

const zoneToLock = prepareOnce((db) =>
  db
    .select({ name: zones.name })
    .from(zones)
    .where(
      and(
        eq(zones.competition_id, sql.placeholder('competition_id')),
        eq(zones.id, sql.placeholder('zone_id')),
        isNull(zones.deleted_at),
      ),
    )
    .for('key share')
    .prepare('zone_to_lock'),
);

const graduationsOfZone = prepareOnce((db) =>
  db
    .select()
    .from(graduations)
    .where(
      and(
        eq(graduations.competition_id, sql.placeholder('competition_id')),
        eq(graduations.zone_id, sql.placeholder('zone_id')),
      ),
    )
    .prepare('graduations_of_zone'),
);

interface LockedZone {
  name: string;
  graduations: (Group & DoorPoints)[];
}

/** Locks a zone so that its graduations stay, and returns its name and graduations; undefined for a missing zone. */
async function lockZone({ tx, competition_id }: Write, zoneId: number): Promise<LockedZone | undefined> {
  const [[zone], offered] = await Promise.all([
    zoneToLock(tx).execute({ competition_id, zone_id: zoneId }),
    graduationsOfZone(tx).execute({ competition_id, zone_id: zoneId }),
  ]);
  return zone && { ...zone, graduations: offered };
}

/** Gets the graduation of a zone for a rider. Throws `no_matching_graduation`. */
async function getGraduation({ tx, competition_id }: Write, zone: LockedZone, rider: Group): Promise<DoorPoints> {
  const graduation = graduationFor(zone.graduations, rider);
  if (graduation) return graduation;
  throw new Refusal('no_matching_graduation', { values: { graduation: await formatGroup(tx, competition_id, rider) } });
}

/** Locks a run for the transaction. Throws `run_not_found`. */
async function lockRun(write: Write, dossard: number, runNumber: number) {
  const [run] = await write.tx
    .select()
    .from(runs)
    .where(and(isRun(write, dossard, runNumber), isNull(runs.deleted_at)))
    .for('update');
  if (!run) throw new Refusal('run_not_found');
  return run;
}

const isRun = ({ competition_id }: Write, dossard: number, runNumber: number) =>
  and(eq(runs.competition_id, competition_id), eq(runs.dossard, dossard), eq(runs.run_number, runNumber));

/**
 * Corrects a run, and returns it with whether it counts under `counting`. Throws `run_not_found`, and `edit_conflict`
 * with the current run when `version` is outdated.
 */
export async function updateRun(write: Write, update: RunUpdate, counting: RankingRule['runs']): Promise<Run> {
  const { tx } = write;
  const { dossard, run_number, zone_id, penality, chrono_sec } = update;
  const before = await lockRun(write, dossard, run_number);
  if (update.version !== undefined && update.version !== before.version) {
    const run = z.parse(runSchema, await getRun(tx, update, run_number, counting));
    throw new Refusal('edit_conflict', { extra: { run } });
  }
  const [rider] = await tx.select().from(participants).where(isRider(update));
  if (!rider) throw new Refusal('run_not_found');
  if (zone_id !== before.zone_id) {
    const zone = await lockZone(write, zone_id);
    if (!zone) throw new Refusal('zone_not_found');
    await getGraduation(write, zone, rider);
  }
  const wanted = { zone_id, penality, chrono_sec, ...doorsOf(update) };
  const isChange = Object.entries(wanted).some(([name, value]) => before[name as keyof typeof wanted] !== value);
  if (!isChange) return getRun(tx, update, run_number, counting);
  const reason = update.reason || null;
  const changes = { ...wanted, version: before.version + 1 };
  await tx
    .update(runs)
    .set(changes)
    .where(isRun(write, dossard, run_number));
  const after = { ...before, ...changes };
  await recordChange(write, { action: 'update', subject: 'run', key: runKey(before), before, after, reason });
  const updated = await getRun(tx, update, run_number, counting);
  await raiseVersion(write, [rider]);
  return updated;
}

/** Refuses to correct a run of an official group without a reason (E6). Throws `reason_required`. */
export async function refuseWithoutReason(write: Write, dossard: number, reason: string | undefined): Promise<void> {
  if (reason) return;
  const rider = { competition_id: write.competition_id, dossard };
  const [group] = await write.tx.select().from(participants).where(isRider(rider));
  if (group && (await isOfficial(write.tx, write.competition_id, group))) throw new Refusal('reason_required');
}

/** Hides a run; its number stays taken. Throws `run_not_found`. */
export async function deleteRun(write: Write, dossard: number, runNumber: number, reason?: string): Promise<void> {
  const before = await lockRun(write, dossard, runNumber);
  const deleted_at = write.now.toISOString();
  await write.tx
    .update(runs)
    .set({ deleted_at })
    .where(isRun(write, dossard, runNumber));
  await recordChange(write, { action: 'delete', subject: 'run', key: runKey(before), before, reason: reason || null });
  await raiseVersion(write);
}

/**
 * Deletes all runs of a rider who is being deleted, without log entries of their own, and returns them as they were.
 */
export async function deleteRunsOfRider({ tx, competition_id, now }: Write, dossard: number) {
  return tx
    .update(runs)
    .set({ deleted_at: now.toISOString() })
    .where(and(eq(runs.competition_id, competition_id), eq(runs.dossard, dossard), isNull(runs.deleted_at)))
    .returning();
}

/** Finds the current run of a submission, if the caller sent it or may edit its competition; undefined otherwise. */
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
        seesAll ? undefined : or(eq(submissions.user_id, caller.id), inArray(members.role, rolesWith('edit_runs'))),
      ),
    )
    .limit(1);
  return found && getRunWithHead(db, found, found.ranking_rule.runs);
}
