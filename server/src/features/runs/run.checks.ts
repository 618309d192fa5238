import { compareGroups, groupKey } from '@dossard/contract/categories/group.ts';
import { doorsOf } from '@dossard/contract/runs/doors.ts';
import { findRunOfLine, isSameOnPaper, isSameTime } from '@dossard/contract/runs/run.check.rules.ts';
import {
  type CheckDecision,
  type CheckedLine,
  maxDifferences,
  type RunChecks,
  type SheetLine,
} from '@dossard/contract/runs/run.check.schema.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { type Run, runSchema } from '@dossard/contract/runs/run.schema.ts';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { CompetitionRow } from '../../access/competition.access.ts';
import { actorOf, type Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { lockRow, putRow, updateRow } from '../../database/one.row.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { userName, users } from '../../tables/account.tables.ts';
import { checkOfRun, isRider, isShownRun, riderOfRun } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { runChecks, runs } from '../../tables/run.tables.ts';
import { getZone } from '../zones/zone.store.ts';
import { refuseOutdated, updateRun } from './run.actions.ts';
import { findRuns, getRun } from './run.store.ts';

/* Compares recorded runs with the judges' sheets, line by line as they are typed (P5). */

type CountingRule = CompetitionRow['ranking_rule']['runs'];

/** Compares a line of a sheet with the runs of its rider. Throws `participant_not_found`, `zone_not_found`. */
export async function createRunCheck(write: Write, line: SheetLine, counting: CountingRule): Promise<CheckedLine> {
  const { tx, competition_id } = write;
  const { dossard, zone_id } = line;
  // Serialises two people who type the same sheet.
  const [rider] = await tx.select().from(participants).where(isRider({ competition_id, dossard })).for('update');
  if (!rider) throw new Refusal('participant_not_found');
  await getZone(tx, competition_id, zone_id);
  const ridden = await tx
    .select({ run: runs, check: runChecks })
    .from(runs)
    .leftJoin(runChecks, checkOfRun)
    .where(and(isShownRun(competition_id), eq(runs.dossard, dossard), eq(runs.zone_id, zone_id)))
    .orderBy(asc(runs.ridden_at), asc(runs.run_number));
  const found = findRunOfLine(
    ridden.map(({ run, check }) => ({ ...run, check })),
    line,
  );
  if (!found) return { outcome: 'missing', run: null };
  const isSame = found.check ? found.check.state !== 'differs' : isSameOnPaper(found, line);
  const outcome = isSame ? 'same' : 'differs';
  if (!found.check) await storeCheck(write, found, line, outcome);
  const run = z.parse(runSchema, await getRun(tx, found, counting));
  return { outcome, run };
}

/** Stores the comparison of a run with its sheet, replacing a check of an earlier version. */
async function storeCheck(
  write: Write,
  { dossard, run_number, version }: { dossard: number; run_number: number; version: number },
  line: SheetLine,
  state: 'same' | 'differs',
): Promise<void> {
  const { tx, competition_id, now } = write;
  const checked = {
    run_version: version,
    ...doorsOf(line),
    penality: line.penality,
    chrono_sec: line.chrono_sec,
    state,
    checked_by: actorOf(write),
    checked_at: now.toISOString(),
  };
  await putRow(tx, runChecks, { competition_id, dossard, run_number, ...checked });
}

/**
 * Decides whether the recorded run or the paper is right; the paper corrects the run, but not a time that it has only
 * in whole seconds. Throws `run_not_found` for a run without a difference, `edit_conflict` for one that was corrected
 * since.
 */
export async function settleRunCheck(
  write: Write,
  { dossard, run_number, keep }: CheckDecision,
  counting: CountingRule,
): Promise<Run> {
  const { tx, competition_id, now } = write;
  const check = await lockRow(tx, runChecks, { competition_id, dossard, run_number }, 'run_not_found');
  if (check.state !== 'differs') throw new Refusal('run_not_found');
  const { deleted, submission_id: _, ...run } = await getRun(tx, check, counting);
  if (deleted) throw new Refusal('run_not_found');
  await refuseOutdated(tx, run, check.run_version, counting);
  const chrono_sec = isSameTime(run.chrono_sec, check.chrono_sec) ? run.chrono_sec : check.chrono_sec;
  const corrected =
    keep === 'paper'
      ? await updateRun(write, { ...run, ...doorsOf(check), penality: check.penality, chrono_sec }, counting)
      : z.parse(runSchema, run);
  const checked = { checked_by: actorOf(write), checked_at: now.toISOString() };
  await updateRow(tx, runChecks, check, { state: keep, run_version: corrected.version, ...checked });
  return corrected;
}

/** Counts the runs of each group that agree with a judge's sheet or were decided, by `groupKey`. */
export async function countCheckedRuns(db: Database, competitionId: number): Promise<Map<string, number>> {
  const byGroup = Map.groupBy(await countChecksOfGroups(db, competitionId), groupKey);
  return new Map([...byGroup].map(([key, zones]) => [key, zones.reduce((sum, { checked }) => sum + checked, 0)]));
}

/** Counts the runs of each group in each zone, and those of them that are checked; groups in their order. */
async function countChecksOfGroups(db: Database, competitionId: number) {
  const { gender } = participants;
  const counted = await db
    .select({
      zone_id: runs.zone_id,
      category: sql<string>`min(${participants.category})`,
      gender,
      runs: count(),
      checked: sql<number>`(count(*) filter (where ${runChecks.state} <> 'differs'))::int`,
    })
    .from(runs)
    .innerJoin(participants, riderOfRun)
    .leftJoin(runChecks, checkOfRun)
    .where(isShownRun(competitionId))
    .groupBy(runs.zone_id, sql`lower(${participants.category})`, gender);
  return counted.sort(compareGroups);
}

/** Counts the runs of each zone that were compared with the paper, and lists the differences. */
export async function listRunChecks(db: Database, { id, ranking_rule }: CompetitionRow): Promise<RunChecks> {
  const isListed = isShownRun(id);
  const [groups, counted, checkers, differing] = await Promise.all([
    countChecksOfGroups(db, id),
    db
      .select({
        zone_id: runs.zone_id,
        runs: count(),
        checked: sql<number>`(count(*) filter (where ${runChecks.state} <> 'differs'))::int`,
        differ: sql<number>`(count(*) filter (where ${runChecks.state} = 'differs'))::int`,
        unchecked: sql<
          number[]
        >`coalesce(array_agg(distinct ${runs.dossard}) filter (where ${runChecks.state} is null), '{}')`,
      })
      .from(runs)
      .leftJoin(runChecks, checkOfRun)
      .where(isListed)
      .groupBy(runs.zone_id)
      .orderBy(runs.zone_id),
    db
      .select({ zone_id: runs.zone_id, user: users.id, name: userName, runs: count() })
      .from(runs)
      .innerJoin(runChecks, checkOfRun)
      .innerJoin(users, eq(users.id, runChecks.checked_by))
      .where(isListed)
      .groupBy(runs.zone_id, users.id, users.first_name, users.last_name)
      .orderBy(runs.zone_id, users.id),
    db
      .select({ check: runChecks, checked_by: userName, rider: participants })
      .from(runs)
      .innerJoin(runChecks, checkOfRun)
      .innerJoin(participants, riderOfRun)
      .innerJoin(users, eq(users.id, runChecks.checked_by))
      .where(and(isListed, eq(runChecks.state, 'differs')))
      .orderBy(asc(runChecks.checked_at), asc(runChecks.dossard), asc(runChecks.run_number))
      .limit(maxDifferences),
  ]);
  const keys = differing.map(({ check }) => check);
  const found = await findRuns(db, { id, ranking_rule }, keys);
  return {
    zones: counted.map((zone) => ({
      ...zone,
      checked_by: checkers.filter(({ zone_id }) => zone_id === zone.zone_id),
      groups: groups.filter(({ zone_id }) => zone_id === zone.zone_id),
    })),
    differences: differing.flatMap(({ check, checked_by, rider }) => {
      const run = found.get(runKey(check));
      // The run may have been removed since.
      return run ? [{ ...rider, run, paper: check, checked_by, checked_at: check.checked_at }] : [];
    }),
  };
}
