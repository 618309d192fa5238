import { runKey } from '@dossard/contract/runs/run.key.ts';
import { and, eq, getTableColumns, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import { anyOf } from '../../database/any.of.ts';
import type { Database } from '../../database/client.ts';
import { updateRow } from '../../database/one.row.ts';
import { lockRows } from '../../database/rows.ts';
import { isRider, isShownRun, judgeOf, riderOfRun, rowOf } from '../../tables/joins.ts';
import { judgeLinks, judges } from '../../tables/judge.tables.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs, submissions } from '../../tables/run.tables.ts';
import { deleteRun } from './run.actions.ts';
import { lockRiders } from './run.moves.ts';
import type { RunRow } from './run.store.ts';

/*
 * Runs that are hidden with their judge's link (U4). The history says that they were removed and came back; meanwhile they
 * go where the runs of their rider go.
 */

/** Lists the hidden runs of riders who are not removed. */
export const listHiddenRuns = (db: Database, competitionId: number): Promise<RunRow[]> =>
  db
    .select(getTableColumns(runs))
    .from(runs)
    .innerJoin(participants, and(riderOfRun, isNull(participants.deleted_at)))
    .where(and(eq(runs.competition_id, competitionId), isNotNull(runs.hidden_at)));

/**
 * Locks runs by their links, after their riders, and all before the first entry of the log: a move, a merge or an undo of
 * one lists the runs of riders that it has locked. A run that was moved meanwhile is found where it is then, so nothing is
 * joined that a move changes.
 */
async function lockRunsOfLinks(write: Write, isIt: SQL | undefined, isOfLink: SQL): Promise<RunRow[]> {
  const { tx, competition_id } = write;
  const ofLinks = tx
    .select({ id: submissions.submission_id })
    .from(submissions)
    .innerJoin(judges, judgeOf(submissions))
    .innerJoin(judgeLinks, rowOf(judgeLinks, judges.competition_id, judges.link_id))
    .where(and(eq(submissions.competition_id, competition_id), isOfLink));
  const isWanted = and(eq(runs.competition_id, competition_id), isIt, inArray(runs.submission_id, ofLinks));
  const found = await tx.selectDistinct({ dossard: runs.dossard }).from(runs).where(isWanted);
  if (found.length === 0) return [];
  await lockRiders(
    write,
    found.map(({ dossard }) => dossard),
  );
  return lockRows(tx, runs, isWanted, runs.dossard, runs.run_number);
}

/** Hides the runs of a link under `reason`. */
export async function hideRuns(write: Write, linkId: number, reason: string): Promise<void> {
  const shown = await lockRunsOfLinks(write, isShownRun(write.competition_id), eq(judgeLinks.id, linkId));
  for (const { dossard, run_number } of shown) await deleteRun(write, dossard, run_number, reason, 'hidden');
}

/** Shows hidden runs again: those whose link is not hidden any more, and whose rider is not removed. */
export async function showRuns(write: Write): Promise<void> {
  const { tx, competition_id } = write;
  const hidden = await lockRunsOfLinks(write, isNotNull(runs.hidden_at), isNull(judgeLinks.hidden_at));
  if (hidden.length === 0) return;
  const isOfThem = isRider({ competition_id, dossard: anyOf(hidden.map(({ dossard }) => dossard)) });
  const riders = await tx.select().from(participants).where(isOfThem);
  const present = new Set(riders.map(({ dossard_number }) => dossard_number));
  for (const run of hidden.filter(({ dossard }) => present.has(dossard))) {
    const after = await updateRow(tx, runs, run, { deleted_at: null, hidden_at: null });
    await recordChange(write, { action: 'restore', subject: 'run', key: runKey(run), after });
  }
  await raiseVersion(write);
}
