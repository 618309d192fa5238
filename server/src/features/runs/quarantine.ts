import type { RecordedRun, RunSubmission } from '@dossard/contract/runs/run.schema.ts';
import type { JudgeOfCall } from '../../access/judge.access.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { together } from '../../database/round.trips.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { isRider } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { refuseRiddenLate } from './ridden.at.ts';
import { refereeOf, type SubmissionContext } from './submission.actions.ts';
import { findEarlierRun } from './submission.store.ts';
import { storeUnresolved, storeWaiting } from './unresolved.runs.ts';
import { getGraduation, shareLockZone } from './zone.lock.ts';

/**
 * Stores the run of a judge whose link has ended or is hidden, for an editor to decide about (U3), and answers it as it
 * would be recorded now. `isNew` is false for a resend. Throws like `createRun`, and `judge_link_ended` for a run that
 * was ridden after the end by the server's clock.
 */
export function quarantineRun(
  db: Database,
  submission: RunSubmission,
  by: SubmissionContext,
  judge: JudgeOfCall,
): Promise<{ run: RecordedRun; isNew: boolean }> {
  const work = async (write: Write) => {
    const [[rider], zone] = await together([
      // The run goes with its rider, so a rider who is being moved or removed waits.
      write.tx.select().from(participants).where(isRider(submission)).for('key share'),
      shareLockZone(write, submission.zone_id),
      refuseRiddenLate(write.tx, submission, by),
    ]);
    if (!rider) throw new Refusal('participant_not_found');
    if (!zone) throw new Refusal('zone_not_found');
    await getGraduation(write, zone, rider);
    const { category, gender } = rider;
    await storeUnresolved(write, { ...submission, category, gender }, refereeOf(by), judge.id);
  };
  return storeWaiting(db, by, work, () => findEarlierRun(db, submission, by.competition.ranking_rule.runs));
}
