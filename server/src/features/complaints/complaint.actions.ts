import type { Complaint, ComplaintDecision, ComplaintInput } from '@dossard/contract/complaints/complaint.schema.ts';
import type { RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import type { Names } from '@dossard/contract/text/text.schema.ts';
import { and, isNull } from 'drizzle-orm';
import { fullName } from '../../access/account.store.ts';
import { recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import { lockRow, updateRow } from '../../database/one.row.ts';
import { insertRow } from '../../database/prepared.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { runOf } from '../../tables/joins.ts';
import { complaints } from '../../tables/result.tables.ts';
import { runs } from '../../tables/run.tables.ts';
import { complaintFacts } from '../identity/rider.complaints.ts';
import { getParticipant } from '../participants/participant.store.ts';
import { updateRun } from '../runs/run.actions.ts';
import { getComplaint } from './complaint.store.ts';

/** Creates a complaint of a rider (E9). Throws `participant_not_found`, `run_not_found`. */
export async function createComplaint(write: Write, input: ComplaintInput, by: Names): Promise<Complaint> {
  const { tx, competition_id, now } = write;
  const { dossard, run_number } = input;
  await getParticipant(tx, competition_id, dossard);
  if (run_number !== null) await refuseUnknownRun(write, dossard, run_number);
  const made = { made_by: fullName(by), made_at: now.toISOString() };
  const row = await insertRow(tx, complaints, { competition_id, ...input, ...made });
  await recordChange(write, { action: 'create', subject: 'complaint', key: row.id, after: complaintFacts(row) });
  return getComplaint(tx, competition_id, row.id);
}

/**
 * Decides a complaint (E9), and corrects the run in the same transaction if the jury grants it. Throws
 * `complaint_not_found`, `complaint_decided` with the decision, and the errors of correcting a run.
 */
export async function decideComplaint(
  write: Write,
  id: number,
  { outcome, jury, reason, correction }: ComplaintDecision,
  counting: RankingRule['runs'],
): Promise<Complaint> {
  const { tx, competition_id, now } = write;
  const before = await lockRow(tx, complaints, { competition_id, id }, 'complaint_not_found');
  if (before.state !== 'open') {
    throw new Refusal('complaint_decided', { extra: { current: await getComplaint(tx, competition_id, id) } });
  }
  const { dossard, run_number } = before;
  if (correction) {
    if (outcome !== 'granted' || run_number === null) {
      throw new Refusal('invalid_request', { problems: [{ path: 'correction', code: 'invalid_choice' }] });
    }
    await updateRun(write, { ...correction, competition_id, dossard, run_number, reason }, counting);
  }
  const decided = { state: outcome, jury, reason: reason || null, decided_at: now.toISOString() };
  const after = await updateRow(tx, complaints, before, decided);
  await recordChange(write, {
    action: 'update',
    subject: 'complaint',
    key: id,
    before: complaintFacts(before),
    after: { ...complaintFacts(after ?? before), jury },
    reason: decided.reason,
  });
  return getComplaint(tx, competition_id, id);
}

async function refuseUnknownRun({ tx, competition_id }: Write, dossard: number, run_number: number): Promise<void> {
  const isIt = and(runOf({ competition_id, dossard, run_number }), isNull(runs.deleted_at));
  if ((await tx.$count(runs, isIt)) === 0) throw new Refusal('run_not_found');
}
