import type { ChainHead } from '@dossard/contract/chain/chain.schema.ts';
import { type DoorPoints, doorNames } from '@dossard/contract/runs/doors.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import type { RecordedRun, RunSubmission } from '@dossard/contract/runs/run.schema.ts';
import type { UnresolvedSubmission } from '@dossard/contract/runs/unresolved.run.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, isNull, sql } from 'drizzle-orm';
import { accountOf, type Caller, fullName } from '../../access/account.store.ts';
import type { CompetitionAccess } from '../../access/competition.access.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import { actorOf, type Write, writeTo } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { insertRow, prepareOnce } from '../../database/prepared.ts';
import { commitWith, together } from '../../database/round.trips.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { isRider, submissionOf } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs, submissions } from '../../tables/run.tables.ts';
import { aheadOfServer, riddenAt } from './ridden.at.ts';
import { getRun, type RunRow, scoreRun } from './run.store.ts';
import { findEarlierRun, hashContent, isContentOf } from './submission.store.ts';
import { getGraduation, type LockedZone, shareLockZone } from './zone.lock.ts';

/* Records the runs that referees submit, each once. */

/** The referee of a run; `id` is null where no account is known. */
export interface Referee {
  id: number | null;
  name: string;
  /** Who may verify the submission: the number of an account or, negative, of a judge with a link. */
  sender?: number;
}

type RiderRow = typeof participants.$inferSelect;

/** The columns of what a referee sent, whether it is a run or waits for its rider. */
export const recordedColumns = (submission: RunSubmission | UnresolvedSubmission, referee: Referee, now: Date) => ({
  ...pick(submission, 'submission_id', 'zone_id', 'dossard', ...doorNames, 'penality', 'chrono_sec'),
  referee_id: referee.id,
  referee_name: referee.name,
  phone_id: submission.phone_id ?? null,
  recorded_at: submission.recorded_at ?? null,
  received_at: now.toISOString(),
});

/** The sender, competition and time of a submission; `referee` is set if the sender is not the referee. */
export interface SubmissionContext {
  competition: CompetitionAccess;
  caller: Caller;
  now: Date;
  referee?: Referee;
}

/** Throws `invalid_request` for a run, or a file of runs, of another competition. */
export function refuseOtherCompetition(given: { competition_id: number }, competition: { id: number }): void {
  if (given.competition_id === competition.id) return;
  throw new Refusal('invalid_request', { problems: [{ path: 'competition_id', code: 'other_competition' }] });
}

/** Returns the referee of a submission. */
export const refereeOf = ({ caller, referee }: SubmissionContext): Referee =>
  referee ?? { id: accountOf(caller), name: fullName(caller), sender: caller.id };

/** Runs `work` as a write of the sender of a run. */
export const writeAsSender = <Result>(
  db: Database,
  { competition, caller, now }: SubmissionContext,
  work: (write: Write) => Promise<Result>,
): Promise<Result> => writeTo(db, { competition_id: competition.id, actor_id: accountOf(caller), now }, work);

/**
 * Stores a submission once (O1). A repeated one gets the answer of what is stored, whatever would refuse it now; `find`
 * throws `submission_conflict` for other content.
 */
export async function storeOnce<Stored>(
  store: () => Promise<Stored>,
  find: () => Promise<Stored | undefined>,
): Promise<{ run: Stored; isNew: boolean }> {
  try {
    return { run: await store(), isNew: true };
  } catch (error) {
    // Looked up only after an error, because resends are rare.
    const earlier = await find();
    if (!earlier) throw error;
    return { run: earlier, isNew: false };
  }
}

/**
 * Records a run. A resend returns what is stored with `isNew: false`, even if it was edited or removed since, or does not
 * count. Throws `submission_conflict` for other content, `participant_not_found`, `zone_not_found`,
 * `no_matching_graduation`.
 */
export function createRun(
  db: Database,
  submission: RunSubmission,
  by: SubmissionContext,
): Promise<{ run: RecordedRun; isNew: boolean }> {
  const counting = by.competition.ranking_rule.runs;
  const store = async () => {
    const { row, head, ride } = await writeAsSender(db, by, async (write) => {
      const referee = refereeOf(by);
      const reserved = await reserveRunNumber(write, submission, referee);
      // Raising the versions of following rounds takes statements that depend on earlier results.
      const isLast = by.competition.followed_by.length === 0;
      return { ride: reserved, ...(await storeRun(write, submission, referee, reserved, { isLast })) };
    });
    const run =
      counting === 'all'
        ? { ...scoreRun(row, ride.zone.name, ride.graduation), counted: true, checked: false }
        : await getRun(db, row, counting);
    return { ...run, head };
  };
  return storeOnce(store, () => findEarlierRun(db, submission, counting));
}

/**
 * Makes a waiting submission a run under the rider's next run number, and returns this number. Throws like `createRun`,
 * and `overloaded` if the submission went to another rider meanwhile.
 */
export async function insertRun(
  write: Write,
  submission: RunSubmission,
  referee: Referee,
  waiting: WaitingSubmission,
): Promise<number> {
  const reserved = await reserveRunNumber(write, submission, referee);
  const { row } = await storeRun(write, submission, referee, reserved, { isLast: false, waiting });
  return row.run_number;
}

/** A submission that waited for its rider, and when it arrived. */
type WaitingSubmission = Pick<typeof submissions.$inferSelect, 'dossard' | 'content_hash'> & { received_at: string };

const riderWithNextNumber = prepareOnce((db) =>
  db
    .update(participants)
    .set({
      // Like `nextRunNumber`: the next number, or if the competition is shared, the next of this side's parity (Y4).
      last_run_number: sql`${participants.last_run_number} + 1
        + coalesce((${participants.last_run_number} + 1 + (
          select ${competitions.run_numbers} from ${competitions}
          where ${competitions.id} = ${sql.placeholder('competition_id')}
        )) % 2, 0)`,
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
  /** By how many seconds the clock of the run's phone is ahead, if it is known. */
  aheadSec: number | undefined;
}

/** Takes the rider's next run number and locks the zone, so that local edits of it wait. Throws like `createRun`. */
async function reserveRunNumber(
  write: Write,
  { competition_id, zone_id, dossard, phone_id }: RunSubmission,
  referee: Referee,
): Promise<ReservedRun> {
  // The rider is locked before the zone, as everywhere, to prevent deadlocks.
  const [[rider], zone, [clock]] = await together([
    riderWithNextNumber(write.tx).execute({ competition_id, dossard }),
    shareLockZone(write, zone_id),
    aheadOfServer(write.tx).execute({
      competition_id,
      phone_id: phone_id ?? '',
      user_id: referee.sender ?? referee.id ?? 0,
    }),
  ]);
  if (!rider) throw new Refusal('participant_not_found');
  if (!zone) throw new Refusal('zone_not_found');
  return { rider, zone, graduation: await getGraduation(write, zone, rider), aheadSec: clock?.aheadSec };
}

/**
 * Stores a run under its reserved number with its submission, its log entry and the new version, in one round trip, which
 * also commits if these are the last statements.
 */
async function storeRun(
  write: Write,
  submission: RunSubmission,
  referee: Referee,
  { rider, aheadSec }: ReservedRun,
  { isLast, waiting }: { isLast: boolean; waiting?: WaitingSubmission },
): Promise<{ row: RunRow; head: ChainHead }> {
  const { last_run_number: run_number, category, gender } = rider;
  const { tx, competition_id, now } = write;
  const { submission_id, dossard, recorded_at } = submission;
  const recorded = recordedColumns(submission, referee, now);
  const received_at = waiting?.received_at ?? recorded.received_at;
  const after = {
    competition_id,
    run_number,
    ...recorded,
    ridden_at: riddenAt({ recorded_at, received_at }, aheadSec),
    // Another bib than the sent one is a correction, or the phone would not take the run for its own (O5).
    ...(waiting && !isContentOf(waiting, submission) && { version: 2 }),
  };
  const content_hash = hashContent(submission);
  const user_id = referee.sender ?? referee.id ?? actorOf(write);
  const sent = [
    insertRow(tx, runs, after),
    waiting
      ? putSubmission(write, after, waiting)
      : insertRow(tx, submissions, { competition_id, submission_id, content_hash, user_id, dossard, run_number }),
    recordChange(write, { action: 'create', subject: 'run', key: runKey(after), after }),
    raiseVersion(write, [{ category, gender }]),
  ] as const;
  const [row, , head] = await (isLast ? commitWith(tx, sent) : together(sent));
  return { row, head };
}

/** Names the run of a waiting submission. The locked rider still has it, or it has gone to another one. */
async function putSubmission(
  { tx }: Write,
  {
    dossard,
    run_number,
    ...run
  }: { competition_id: number; submission_id: string; dossard: number; run_number: number },
  waiting: WaitingSubmission,
): Promise<void> {
  const isWaiting = and(
    isNull(submissions.run_number),
    sql`${submissions.dossard} is not distinct from ${waiting.dossard}`,
  );
  const put = await tx
    .update(submissions)
    .set({ dossard, run_number })
    .where(and(submissionOf(submissions, run), isWaiting))
    .returning();
  if (put.length === 0) throw new Refusal('overloaded', { retryAfter: 1 });
}
