import type { Merge, Swap } from '@dossard/contract/participants/wrong.bib.schema.ts';
import { and, isNull } from 'drizzle-orm';
import { fullName } from '../../access/account.store.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import { ofRiders } from '../../database/any.of.ts';
import { lockRows } from '../../database/rows.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { riderOf } from '../../tables/joins.ts';
import { participants, removedAt } from '../../tables/participant.table.ts';
import { complaints } from '../../tables/result.tables.ts';
import { type Bound, rebindRiders, splitBindings } from '../identity/rebound.riders.ts';
import { placeComplaints, recordComplaints } from '../identity/rider.complaints.ts';
import { refuseWithoutReason } from '../runs/run.actions.ts';
import {
  checkZones,
  isShown,
  keepRequests,
  lockRiders,
  lockRunsOf,
  type MovedRun,
  moveQuarantined,
  placeRuns,
  planMoves,
  submissionsOf,
} from '../runs/run.moves.ts';
import type { RunRow } from '../runs/run.store.ts';

/* Riders who have a wrong bib: two who must change theirs, and one who has two (J10). */

type RiderRow = typeof participants.$inferSelect;

/** What an undo of a merge needs beside the rows. */
interface MergedRider extends RiderRow {
  bound: Bound & {
    complaints: { id: number; run_number: number | null }[];
    /** Submissions of runs in quarantine; absent in entries of earlier versions. */
    quarantined?: string[];
    /** Hidden runs, which the entry does not list as moved, with their numbers; absent in entries of earlier versions. */
    hidden?: Pick<RunRow, 'submission_id' | 'run_number'>[];
  };
}

const isRow = (competitionId: number, dossard: number) => riderOf({ competition_id: competitionId, dossard });

/** Exchanges the bibs of two riders (B6). Throws `participant_not_found`, `reason_required`, `edit_conflict`. */
export async function swapParticipants(write: Write, { dossards, reason, seen }: Swap): Promise<void> {
  await refuseOfficial(write, dossards, reason);
  const riders = await swapRiders(write, dossards, { action: 'swap', reason: reason || null });
  const named = new Map(riders.map(({ dossard_number, ...rider }) => [dossard_number, fullName(rider)]));
  if (seen?.some((rider, index) => fullName(rider) !== named.get(dossards[index] ?? 0)))
    throw new Refusal('edit_conflict', { says: 'changed_meanwhile' });
  await raiseVersion(write, riders);
}

async function refuseOfficial(write: Write, dossards: readonly number[], reason: string | undefined): Promise<void> {
  for (const dossard of dossards) await refuseWithoutReason(write, dossard, reason);
}

/**
 * Exchanges two riders with what hangs on a person, logs it, and returns them. Runs, with their numbers and complaints,
 * stay with the bib. Throws `participant_not_found`.
 */
export async function swapRiders(
  write: Write,
  dossards: readonly number[],
  logged: { action: 'swap' | 'restore'; reason?: string | null },
): Promise<RiderRow[]> {
  const { tx, competition_id } = write;
  const [a = 0, b = 0] = dossards;
  // Locked before the riders, as when a complaint is decided.
  const isOfPerson = and(ofRiders(complaints, competition_id, [a, b]), isNull(complaints.run_number));
  const ofPersons = await lockRows(tx, complaints, isOfPerson, complaints.id);
  const before = await lockBoth(write, [a, b]);
  const after = before.map((rider, index) => {
    const { dossard_number, last_run_number } = rider;
    return { ...(before[1 - index] as RiderRow), dossard_number, last_run_number };
  });
  for (const { competition_id: _, dossard_number, ...person } of after)
    await tx.update(participants).set(person).where(isRow(competition_id, dossard_number));
  await rebindRiders(
    write,
    new Map([
      [a, b],
      [b, a],
    ]),
  );
  const placed = await placeComplaints(write, ofPersons, ({ dossard }) => ({
    dossard: dossard === a ? b : a,
    run_number: null,
  }));
  await recordChange(write, { subject: 'participant', key: `${a}/${b}`, before, after, ...logged });
  await recordComplaints(write, placed);
  return before;
}

/** Locks two riders. Throws `participant_not_found`. */
async function lockBoth(write: Write, dossards: readonly number[]): Promise<RiderRow[]> {
  const riders = await lockRiders(write, dossards);
  if (riders.length < 2) throw new Refusal('participant_not_found');
  return riders;
}

/**
 * Removes a rider who was entered twice: runs and what hangs on the person go to the kept bib (B7). Throws
 * `participant_not_found`, `no_matching_graduation`, `reason_required`.
 */
export async function mergeParticipants(write: Write, { keep, remove, reason }: Merge): Promise<void> {
  const { tx, competition_id, now } = write;
  await refuseOfficial(write, [keep, remove], reason);
  await keepRequests(write, submissionsOf(write, [remove]));
  const ofRemoved = await lockRows(tx, complaints, { competition_id, dossard: remove }, complaints.id);
  const riders = await lockBoth(write, [keep, remove]);
  const [kept, removed] = [keep, remove].map((one) => riders.find(({ dossard_number }) => dossard_number === one));
  if (!kept || !removed) throw new Refusal('participant_not_found');
  const ofOther = await lockRunsOf(write, [remove]);
  await checkZones(write, ofOther, kept);
  const moved = await planMoves(write, ofOther, { bibOf: () => keep, riders: [kept] });
  await placeRuns(write, moved);
  await tx.update(participants).set(removedAt(now)).where(isRow(competition_id, remove));
  const bound: MergedRider['bound'] = {
    ...(await rebindRiders(write, new Map([[remove, keep]]), true)),
    complaints: ofRemoved.map(({ id, run_number }) => ({ id, run_number })),
    quarantined: await moveQuarantined(write, new Map([[remove, keep]])),
    hidden: ofOther
      .filter((run) => !isShown(run))
      .map(({ submission_id, run_number }) => ({ submission_id, run_number })),
  };
  const placed = await placeComplaints(write, ofRemoved, ({ run_number }) => ({
    dossard: keep,
    run_number: numberAfter(moved, run_number),
  }));
  const shown = moved.filter(({ before }) => isShown(before));
  await recordChange(write, {
    action: 'merge',
    subject: 'participant',
    key: `${keep}/${remove}`,
    before: [{ ...removed, runs: shown.map((one) => one.before), bound }, kept],
    after: [{ ...kept, runs: shown.map((one) => one.after) }],
    reason: reason || null,
  });
  await recordComplaints(write, placed);
  await raiseVersion(write, riders);
}

/** Returns the number that a run has after a merge; null for a complaint about no run, or a run that is gone. */
const numberAfter = (moved: readonly MovedRun[], runNumber: number | null): number | null =>
  moved.find(({ before }) => before.run_number === runNumber)?.after.run_number ?? null;

/** Gives a merged rider back what hung on the person; the rows are restored like those of any entry. */
export async function splitMerged(write: Write, keep: number, merged: Record<string, unknown>): Promise<void> {
  const { dossard_number: remove, bound } = merged as unknown as MergedRider;
  await splitBindings(write, { keep, remove }, bound);
  await moveQuarantined(write, new Map([[keep, remove]]), bound.quarantined ?? []);
  await splitHidden(write, { keep, remove }, bound.hidden ?? []);
  const numbers = new Map(bound.complaints.map(({ id, run_number }) => [id, run_number]));
  const { tx, competition_id } = write;
  const found = await lockRows(tx, complaints, { competition_id, id: [...numbers.keys()] }, complaints.id);
  const placed = await placeComplaints(write, found, ({ id }) => ({
    dossard: remove,
    run_number: numbers.get(id) ?? null,
  }));
  await recordComplaints(write, placed);
}

/** Gives a merged rider back the runs that were hidden then; those that are shown by now are logged as moved. */
async function splitHidden(
  write: Write,
  { keep, remove }: { keep: number; remove: number },
  hidden: readonly Pick<RunRow, 'submission_id' | 'run_number'>[],
): Promise<void> {
  const numbers = new Map(hidden.map(({ submission_id, run_number }) => [submission_id, run_number]));
  const moved = (await lockRunsOf(write, [keep])).flatMap((before) => {
    const run_number = numbers.get(before.submission_id);
    return run_number ? [{ before, after: { ...before, dossard: remove, run_number } }] : [];
  });
  await placeRuns(write, moved);
  const shown = moved.filter(({ before }) => isShown(before));
  if (shown.length === 0) return;
  const [before, after] = [shown.map((one) => one.before), shown.map((one) => one.after)];
  await recordChange(write, { action: 'move', subject: 'run', key: remove, before, after });
}
