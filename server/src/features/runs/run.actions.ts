import type { RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import { doorsOf } from '@dossard/contract/runs/doors.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { type Run, type RunUpdate, runSchema } from '@dossard/contract/runs/run.schema.ts';
import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { updateRow } from '../../database/one.row.ts';
import { lockRows } from '../../database/rows.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { isRider, isShownRun, runOf } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs } from '../../tables/run.tables.ts';
import { isOfficial } from '../declarations/declared.results.ts';
import { getRun, type RunKey } from './run.store.ts';
import { lockZoneFor } from './zone.lock.ts';

/** Locks a run for the transaction. Throws `run_not_found`. */
async function lockRun(write: Write, dossard: number, runNumber: number) {
  const isRun = runOf({ competition_id: write.competition_id, dossard, run_number: runNumber });
  const [run] = await lockRows(write.tx, runs, and(isRun, isNull(runs.deleted_at)));
  if (!run) throw new Refusal('run_not_found');
  return run;
}

/** Throws `edit_conflict` with the current run unless `version` is that of the run. */
export async function refuseOutdated(
  db: Database,
  run: RunKey & { version: number },
  version: number,
  counting: RankingRule['runs'],
): Promise<void> {
  if (run.version === version) return;
  const current = z.parse(runSchema, await getRun(db, run, counting));
  throw new Refusal('edit_conflict', { extra: { run: current } });
}

/**
 * Corrects a run, and returns it with whether it counts under `counting`. Throws `run_not_found`, and `edit_conflict`
 * with the current run when `version` is outdated.
 */
export async function updateRun(write: Write, update: RunUpdate, counting: RankingRule['runs']): Promise<Run> {
  const { tx } = write;
  const { dossard, run_number, zone_id, penality, chrono_sec } = update;
  const before = await lockRun(write, dossard, run_number);
  if (update.version !== undefined) await refuseOutdated(tx, before, update.version, counting);
  const [rider] = await tx.select().from(participants).where(isRider(update));
  if (!rider) throw new Refusal('run_not_found');
  if (zone_id !== before.zone_id) await lockZoneFor(write, zone_id, rider);
  const wanted = { zone_id, penality, chrono_sec, ...doorsOf(update) };
  const isChange = Object.entries(wanted).some(([name, value]) => before[name as keyof typeof wanted] !== value);
  if (!isChange) return getRun(tx, update, counting);
  const reason = update.reason || null;
  const changes = { ...wanted, version: before.version + 1 };
  await updateRow(tx, runs, before, changes);
  const after = { ...before, ...changes };
  await recordChange(write, { action: 'update', subject: 'run', key: runKey(before), before, after, reason });
  const updated = await getRun(tx, update, counting);
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

/** Removes a run, or hides it with its link (U4); its number stays taken. Throws `run_not_found`. */
export async function deleteRun(
  write: Write,
  dossard: number,
  runNumber: number,
  reason?: string,
  how: 'removed' | 'hidden' = 'removed',
): Promise<void> {
  const before = await lockRun(write, dossard, runNumber);
  const deleted_at = write.now.toISOString();
  await updateRow(write.tx, runs, before, { deleted_at, hidden_at: how === 'hidden' ? deleted_at : null });
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
    .where(and(isShownRun(competition_id), eq(runs.dossard, dossard)))
    .returning();
}
