import type { ChainHead } from '@dossard/contract/chain/chain.schema.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { doorsOf, type RecordedRun, type RunSubmission } from '@dossard/contract/runs/run.schema.ts';
import type { DoorPoints } from '@dossard/contract/zones/zone.schema.ts';
import { sql } from 'drizzle-orm';
import type { Caller } from '../../access/account.store.ts';
import type { CompetitionAccess } from '../../access/competition.access.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import { actorOf, type Write, writeTo } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { insertRow, prepareOnce } from '../../database/prepared.ts';
import { commitWith } from '../../database/round.trips.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs, submissions } from '../../tables/run.tables.ts';
import { getRun, isRider, type RunRow, scoreRun } from './run.store.ts';
import { findSubmission, hashContent } from './submission.store.ts';
import { getGraduation, type LockedZone, shareLockZone } from './zone.lock.ts';

/* Records the runs that referees submit, each once. */

/** The referee of a run; `id` is null where no account is known. */
export interface Referee {
  id: number | null;
  name: string;
}

type RiderRow = typeof participants.$inferSelect;

/** The sender, competition and time of a submission; `referee` is set if the sender is not the referee. */
export interface SubmissionContext {
  competition: CompetitionAccess;
  caller: Caller;
  now: Date;
  referee?: Referee;
}

/** Returns the referee of a submission. */
export const refereeOf = ({ caller, referee }: SubmissionContext): Referee =>
  referee ?? { id: caller.id, name: `${caller.first_name} ${caller.last_name}` };

/** Runs `work` as a write of the sender of a run. */
export const writeAsSender = <Result>(
  db: Database,
  { competition, caller, now }: SubmissionContext,
  work: (write: Write) => Promise<Result>,
): Promise<Result> => {
  const { id: competition_id, run_numbers } = competition;
  return writeTo(db, { competition_id, actor_id: caller.id, now, run_numbers }, work);
};

/**
 * Records a run. A resend returns the stored run with `isNew: false`, even if it was edited or removed since. Throws
 * `submission_conflict` for other content, `participant_not_found`, `zone_not_found`, `no_matching_graduation`.
 */
export async function createRun(
  db: Database,
  submission: RunSubmission,
  by: SubmissionContext,
): Promise<{ run: RecordedRun; isNew: boolean }> {
  const counting = by.competition.ranking_rule.runs;
  try {
    return await writeAsSender(db, by, async (write) => {
      const ride = await reserveRunNumber(write, submission);
      const { head, stored, others } = storeRun(write, submission, refereeOf(by), ride);
      const read =
        counting === 'all'
          ? stored.then((row) => ({ ...scoreRun(row, ride.zone.name, ride.graduation), counted: true }))
          : getRun(write.tx, submission, ride.rider.last_run_number, counting);
      const statements = [read, head, stored, ...others] as const;
      // The versions of following rounds need statements that depend on earlier results, so the commit waits for them.
      const isFollowed = by.competition.followed_by.length > 0;
      const [run, chainHead] = await (isFollowed ? Promise.all(statements) : commitWith(write.tx, statements));
      return { run: { ...run, head: chainHead }, isNew: true };
    });
  } catch (error) {
    // Looked up only after an error, because resends are rare.
    const earlier = await findSubmission(db, submission, counting);
    if (!earlier) throw error;
    return { run: earlier, isNew: false };
  }
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
interface ReservedRun {
  rider: RiderRow;
  zone: LockedZone;
  graduation: DoorPoints;
}

/** Takes the rider's next run number and locks the zone, so that local edits of it wait. Throws like `createRun`. */
async function reserveRunNumber(
  write: Write,
  { competition_id, zone_id, dossard }: RunSubmission,
): Promise<ReservedRun> {
  // The rider is locked before the zone, as everywhere, to prevent deadlocks.
  const [[rider], zone] = await Promise.all([
    riderWithNextNumber(write.tx).execute({ competition_id, dossard, numbers: write.run_numbers ?? null }),
    shareLockZone(write, zone_id),
  ]);
  if (!rider) throw new Refusal('participant_not_found');
  if (!zone) throw new Refusal('zone_not_found');
  return { rider, zone, graduation: await getGraduation(write, zone, rider) };
}

/**
 * The statements that store a run: `head` returns the chain's new head, `stored` the run's row; `others` write the
 * submission and the new version.
 */
interface StoreResult {
  head: Promise<ChainHead>;
  stored: Promise<RunRow>;
  others: Promise<unknown>[];
}

/** Sends the statements that store a run under the reserved number. */
function storeRun(write: Write, submission: RunSubmission, referee: Referee, { rider }: ReservedRun): StoreResult {
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
