import { nextRunNumber } from '@dossard/contract/places/home.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import type { MovedRuns, RunMove } from '@dossard/contract/runs/run.move.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import { anyOf, ofRiders } from '../../database/any.of.ts';
import { insertRows } from '../../database/insert.rows.ts';
import { lockRows } from '../../database/rows.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { runRequests } from '../../tables/desk.tables.ts';
import { isKeptRun, isRider } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { runChecks, runs, settledPairs, submissions } from '../../tables/run.tables.ts';
import { skipMovedRuns } from '../identity/followed.runs.ts';
import { lockComplaintsAboutRuns, moveComplaintsAboutRuns, recordComplaints } from '../identity/rider.complaints.ts';
import { refuseWithoutReason } from './run.actions.ts';
import type { RunRow } from './run.store.ts';
import { lockZoneFor } from './zone.lock.ts';

/* Runs that were recorded under a wrong bib. A moved run is the same submission, so that a late resend finds it. */

type RiderRow = typeof participants.$inferSelect;

/** A run before and after it is moved. */
export interface MovedRun {
  before: RunRow;
  after: RunRow;
}

/**
 * Moves runs to the rider they belong to (B8); a dry run only plans it. Throws `participant_not_found`, `run_not_found`,
 * `no_matching_graduation`, and `reason_required` if a group of these riders is official.
 */
export async function moveRuns(write: Write, { runs: named, to, reason, dry_run }: RunMove): Promise<MovedRuns> {
  const keys = named.filter(({ dossard }) => dossard !== to);
  const from = keys.map(({ dossard }) => dossard);
  const complaints = await lockComplaintsAboutRuns(write, from);
  const riders = await lockRiders(write, [to, ...from]);
  const rider = riders.find(({ dossard_number }) => dossard_number === to);
  if (!rider) throw new Refusal('participant_not_found');
  const wanted = new Set(keys.map(runKey));
  const ofRiders = await lockRunsOf(write, from);
  const found = ofRiders.filter((run) => wanted.has(runKey(run)) && isShown(run));
  if (found.length !== wanted.size) throw new Refusal('run_not_found');
  await checkZones(write, found, rider);
  const moved = await planMoves(write, found, { bibOf: () => to, riders: [rider] });
  if (!dry_run && moved.length > 0) {
    for (const { dossard_number } of riders) await refuseWithoutReason(write, dossard_number, reason);
    await placeRuns(write, moved);
    const placed = await moveComplaintsAboutRuns(write, complaints, moved);
    const [before, after] = [moved.map((one) => one.before), moved.map((one) => one.after)];
    await recordChange(write, { action: 'move', subject: 'run', key: to, before, after, reason: reason || null });
    await recordComplaints(write, placed);
    await raiseVersion(write, riders);
  }
  return {
    moved: moved.map(({ before, after }) => ({ ...before, new_run_number: after.run_number })),
  };
}

/** Whether a run is shown, and the log knows it; hidden ones it knows as removed (U4). */
export const isShown = ({ deleted_at }: Pick<RunRow, 'deleted_at'>): boolean => deleted_at === null;

/** Locks the riders of these bibs in their order, which also blocks the recording of their runs. */
export function lockRiders({ tx, competition_id }: Write, dossards: readonly number[]): Promise<RiderRow[]> {
  return lockRows(tx, participants, isRider({ competition_id, dossard: anyOf(dossards) }), participants.dossard_number);
}

/** Selects the submissions of the runs of riders. */
export const submissionsOf = ({ tx, competition_id }: Write, dossards: readonly number[]) =>
  tx
    .select({ submission_id: runs.submission_id })
    .from(runs)
    .where(ofRiders(runs, competition_id, dossards));

/**
 * Keeps requests to correct runs valid for the next version, which the runs get because their rider changes. Requests and
 * complaints are locked before the riders, as by decisions about them.
 */
export async function keepRequests({ tx, competition_id }: Write, ofRuns: string[] | SQLWrapper): Promise<void> {
  await tx
    .update(runRequests)
    .set({ version: sql`${runRequests.version} + 1` })
    .where(and(eq(runRequests.competition_id, competition_id), inArray(runRequests.submission_id, ofRuns)));
}

/** Locks the runs of riders, also hidden ones, by bib and number. */
export function lockRunsOf({ tx, competition_id }: Write, dossards: readonly number[]): Promise<RunRow[]> {
  return lockRows(
    tx,
    runs,
    and(isKeptRun(competition_id), eq(runs.dossard, anyOf(dossards))),
    runs.dossard,
    runs.run_number,
  );
}

/** Throws `zone_not_found` or `no_matching_graduation` unless a rider may have runs in the zones of these (G2). */
export async function checkZones(write: Write, moving: readonly RunRow[], rider: RiderRow): Promise<void> {
  for (const zoneId of [...new Set(moving.map(({ zone_id }) => zone_id))].sort((a, b) => a - b))
    await lockZoneFor(write, zoneId, rider);
}

interface Destination {
  bibOf: (run: RunRow) => number;
  /** The locked riders that get the runs. */
  riders: readonly Pick<RiderRow, 'dossard_number' | 'last_run_number'>[];
  /** The numbers that an undo gives back, by submission. */
  former?: ReadonlyMap<string, number> | undefined;
}

/**
 * Plans runs under other bibs, with the next numbers there in the order of their arrival. Each gets a new version, by
 * which the phone that sent it recognises it under another bib (O5).
 */
export async function planMoves(
  write: Write,
  moving: readonly RunRow[],
  { bibOf, riders, former }: Destination,
): Promise<MovedRun[]> {
  const isIt = eq(competitions.id, write.competition_id);
  const [shared] = await write.tx.select({ numbers: competitions.run_numbers }).from(competitions).where(isIt);
  const last = new Map(riders.map(({ dossard_number, last_run_number }) => [dossard_number, last_run_number]));
  const next = (dossard: number) => {
    const number = nextRunNumber(last.get(dossard) ?? 0, shared?.numbers ?? null);
    last.set(dossard, number);
    return number;
  };
  const inOrder = [...moving].sort((a, b) => a.received_at.localeCompare(b.received_at) || a.run_number - b.run_number);
  return inOrder.map((before) => {
    const dossard = bibOf(before);
    const run_number = former?.get(before.submission_id) ?? next(dossard);
    return { before, after: { ...before, dossard, run_number, version: before.version + 1 } };
  });
}

/** A run's place before and after a move. */
interface Placed {
  before: Pick<RunRow, 'dossard' | 'run_number'>;
  after: Pick<RunRow, 'dossard' | 'run_number' | 'submission_id' | 'version'>;
}

/**
 * Gives runs other bibs and numbers, under which their submissions find them; both numbers stay taken, and followers are
 * not notified. Checks against paper go with the runs, and so do decisions about two runs if both go to one bib. Checks of
 * runs that move `withRiders` stay valid for the new version.
 */
export async function placeRuns(
  { tx, competition_id }: Pick<Write, 'tx' | 'competition_id'>,
  moved: readonly Placed[],
  { withRiders = false } = {},
): Promise<void> {
  if (moved.length === 0) return;
  const places = new Map(moved.map(({ before, after }) => [runKey(before), after]));
  const rows = JSON.stringify(
    moved.map(({ before, after }) => ({
      ...pick(after, 'submission_id', 'version', 'dossard', 'run_number'),
      old_dossard: before.dossard,
      old_number: before.run_number,
    })),
  );
  const recordset = sql`jsonb_to_recordset(${rows}::jsonb)
    as m(submission_id text, version int, dossard int, run_number int, old_dossard int, old_number int)`;
  const isMoved = (dossard: AnyPgColumn, ...numbers: AnyPgColumn[]) =>
    sql`exists (select from ${recordset} where m.old_dossard = ${dossard} and m.old_number in (${sql.join(numbers, sql`, `)}))`;
  const checks = await tx
    .delete(runChecks)
    .where(and(eq(runChecks.competition_id, competition_id), isMoved(runChecks.dossard, runChecks.run_number)))
    .returning();
  const pairs = await tx
    .delete(settledPairs)
    .where(
      and(
        eq(settledPairs.competition_id, competition_id),
        isMoved(settledPairs.dossard, settledPairs.first_run, settledPairs.second_run),
      ),
    )
    .returning();
  await skipMovedRuns({ tx, competition_id }, recordset);
  await tx.execute(sql`
    update ${runs} r set dossard = m.dossard, run_number = m.run_number, version = m.version from ${recordset}
    where r.competition_id = ${competition_id} and r.submission_id = m.submission_id`);
  await tx.execute(sql`
    update ${submissions} s set dossard = m.dossard, run_number = m.run_number from ${recordset}
    where s.competition_id = ${competition_id} and s.submission_id = m.submission_id`);
  await tx.execute(sql`
    update ${participants} p set last_run_number = greatest(p.last_run_number, l.last)
    from (select dossard, max(run_number) as last from ${recordset} group by dossard) l
    where p.competition_id = ${competition_id} and p.dossard_number = l.dossard`);
  const placeOf = (run: Pick<RunRow, 'dossard' | 'run_number'>) => {
    const place = places.get(runKey(run));
    return place && pick(place, 'dossard', 'run_number');
  };
  await insertRows(
    tx,
    runChecks,
    checks.map((check) => ({ ...check, ...placeOf(check), run_version: check.run_version + Number(withRiders) })),
  );
  const together = pairs.flatMap((pair) => {
    const [first, second] = [pair.first_run, pair.second_run].map((run_number) => placeOf({ ...pair, run_number }));
    if (!first || first.dossard !== second?.dossard) return [];
    const [first_run, second_run] = [first.run_number, second.run_number].sort((a, b) => a - b);
    return [{ ...pair, dossard: first.dossard, first_run, second_run }];
  });
  await insertRows(tx, settledPairs, together);
}

/** Lets runs in quarantine go with the runs of their riders, from a map of bibs; returns their submissions. */
export async function moveQuarantined(
  write: Write,
  newBibs: ReadonlyMap<number, number>,
  only?: readonly string[],
): Promise<string[]> {
  const { tx, competition_id } = write;
  const bibs = JSON.stringify([...newBibs].map(([dossard, to]) => ({ dossard, bib: to })));
  const { rows } = await tx.execute<{ submission_id: string; bib: number }>(sql`
    update ${submissions} s set dossard = m.bib from jsonb_to_recordset(${bibs}::jsonb) as m(dossard int, bib int)
    where s.competition_id = ${competition_id} and s.dossard = m.dossard and s.run_number is null
      and ${only ? sql`${JSON.stringify(only)}::jsonb ? s.submission_id` : sql`true`}
    returning s.submission_id, s.dossard as bib`);
  for (const { submission_id: key, bib } of rows)
    await recordChange(write, { action: 'update', subject: 'unresolved_run', key, after: { bib } });
  return rows.map(({ submission_id }) => submission_id);
}
