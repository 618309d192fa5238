import { runKey } from '@dossard/contract/runs/run.key.ts';
import { and, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { riderOfRun, rowOf, runOf, submissionOf } from '../../tables/joins.ts';
import { judgeLinks, judges } from '../../tables/judge.tables.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs, submissions } from '../../tables/run.tables.ts';
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

/** Shows hidden runs again: those whose link is not hidden any more, and whose rider is not removed. */
export async function showRuns(write: Write): Promise<void> {
  const { tx, competition_id } = write;
  const back = await tx
    .select({ dossard: runs.dossard, run_number: runs.run_number })
    .from(runs)
    .innerJoin(participants, and(riderOfRun, isNull(participants.deleted_at)))
    .innerJoin(submissions, submissionOf(submissions, runs))
    .innerJoin(judges, rowOf(judges, runs.competition_id, sql`-${submissions.user_id}`))
    .innerJoin(judgeLinks, rowOf(judgeLinks, judges.competition_id, judges.link_id))
    .where(and(eq(runs.competition_id, competition_id), isNotNull(runs.hidden_at), isNull(judgeLinks.hidden_at)))
    .orderBy(runs.dossard, runs.run_number);
  for (const { dossard, run_number } of back) {
    const isIt = runOf({ competition_id, dossard, run_number });
    const [after] = await tx.update(runs).set({ deleted_at: null, hidden_at: null }).where(isIt).returning();
    await recordChange(write, { action: 'restore', subject: 'run', key: runKey({ dossard, run_number }), after });
  }
  if (back.length > 0) await raiseVersion(write);
}
