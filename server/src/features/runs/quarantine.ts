import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import type { RecordedRun, RunSubmission } from '@dossard/contract/runs/run.schema.ts';
import type { JudgeOfCall } from '../../access/judge.access.ts';
import type { Database } from '../../database/client.ts';
import { together } from '../../database/round.trips.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { isRider } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { riddenInTime } from './ridden.at.ts';
import { refereeOf, type SubmissionContext, writeAsSender } from './submission.actions.ts';
import { findSubmission } from './submission.store.ts';
import { getUnresolved, storeUnresolved } from './unresolved.runs.ts';
import { getGraduation, shareLockZone } from './zone.lock.ts';

/**
 * Stores the run of a judge whose link has ended or is hidden, for an editor to decide about (U3), and answers it as it
 * would be recorded now. `isNew` is false for a resend. Throws like `createRun`, and `judge_link_ended` for a run that
 * was ridden after the end by the server's clock.
 */
export async function quarantineRun(
  db: Database,
  submission: RunSubmission,
  by: SubmissionContext,
  judge: JudgeOfCall,
): Promise<{ run: RecordedRun; isNew: boolean }> {
  const earlier = await findSubmission(db, submission, by.competition.ranking_rule.runs);
  if (earlier) return { run: earlier, isNew: false };
  const { zone_id, dossard } = submission;
  const { isNew, ...ride } = await writeAsSender(db, by, async (write) => {
    const [[rider], zone, ridden_at] = await together([
      write.tx.select().from(participants).where(isRider(submission)),
      shareLockZone(write, zone_id),
      riddenInTime(write.tx, submission, by),
    ]);
    if (!rider) throw new Refusal('participant_not_found');
    if (!zone) throw new Refusal('zone_not_found');
    const graduation = await getGraduation(write, zone, rider);
    const { category, gender } = rider;
    const isNew = await storeUnresolved(write, { ...submission, category, gender }, refereeOf(by), judge.id);
    return { isNew, rider, graduation, ridden_at };
  });
  const { submission_id, zone_name, referee_name, recorded_at, received_at } = await getUnresolved(db, submission);
  const run = {
    ...submission,
    submission_id,
    zone_name,
    referee_name,
    recorded_at,
    received_at,
    dossard,
    run_number: ride.rider.last_run_number + 1,
    points: pointsOfRun(submission, ride.graduation),
    graded: true,
    counted: false,
    checked: false,
    version: 1,
    ridden_at: ride.ridden_at,
    quarantined: true as const,
  };
  return { run, isNew };
}
