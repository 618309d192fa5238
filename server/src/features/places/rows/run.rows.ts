import type { Row, RowOf } from '@dossard/contract/places/exchange.schema.ts';
import { doorNames } from '@dossard/contract/runs/doors.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { recordChange } from '../../../audit/audit.log.ts';
import { putRow } from '../../../database/one.row.ts';
import { riderOf, riderOfRun, submissionOf } from '../../../tables/joins.ts';
import { participants } from '../../../tables/participant.table.ts';
import { runs, submissions } from '../../../tables/run.tables.ts';
import { isSame, pickNames } from '../../history/history.facts.ts';
import { announceRide } from '../../identity/followed.runs.ts';
import { placeRuns } from '../../runs/run.moves.ts';
import { hashContent } from '../../runs/submission.store.ts';
import { type Copy, hiddenSince, type RowStore, recordRow } from './row.store.ts';
import { zoneIdOf } from './zone.rows.ts';

type RunRow = typeof runs.$inferSelect;

/** The columns that a correction changes. */
const corrected = ['zone_id', ...doorNames, 'penality', 'chrono_sec', 'version'];

/** Runs, identified by their submission in both installations; bib and number are home's. */
export const runRows: RowStore<'run'> = {
  async read(copy, ids) {
    const { tx, competition_id } = copy.write;
    const rows = await tx
      .select({ run: runs, category: participants.category, gender: participants.gender })
      .from(runs)
      .innerJoin(participants, riderOfRun)
      .where(and(eq(runs.competition_id, competition_id), inArray(runs.submission_id, [...ids])));
    return rows.map(({ run, category, gender }) => shapeRun(copy, run, category, gender));
  },

  async put(copy, row) {
    const { tx, competition_id } = copy.write;
    const isIt = submissionOf(runs, { competition_id, submission_id: row.submission_id });
    const [before] = await tx.select().from(runs).where(isIt).for('update');
    const zone_id = await zoneIdOf(copy, row.zone);
    if (before) await changeRun(copy, before, row, zone_id);
    else await addRun(copy, row, zone_id);
    await tx
      .update(participants)
      .set({ last_run_number: sql`greatest(${participants.last_run_number}, ${row.run_number})` })
      .where(riderOf({ competition_id, dossard: row.dossard }));
  },
};

function shapeRun(copy: Copy, run: RunRow, category: string, gender: 'H' | 'F'): Row {
  const { competition_id, zone_id, referee_id, deleted_at, hidden_at, ...facts } = run;
  const gone = { deleted: deleted_at !== null, hidden: hidden_at !== null };
  return { kind: 'run', ...facts, category, gender, zone: copy.zones.nameOf(zone_id), ...gone };
}

async function addRun(copy: Copy, row: RowOf<'run'>, zone_id: number): Promise<void> {
  const { write } = copy;
  const { tx, competition_id } = write;
  const { kind, zone, category, gender, deleted, hidden, ...facts } = row;
  const after = { ...facts, competition_id, zone_id, referee_id: null };
  await tx.insert(runs).values({
    ...after,
    deleted_at: hiddenSince(copy, deleted, null),
    hidden_at: hiddenSince(copy, hidden, null),
  });
  // The originally sent content of a corrected run is not known here; an empty hash matches anything.
  const content_hash = row.version > 1 ? '' : hashContent(after);
  const { submission_id, dossard, run_number } = row;
  const sent = { competition_id, submission_id, content_hash, user_id: 0, dossard, run_number };
  // It may have waited here for its rider.
  await putRow(tx, submissions, sent, { dossard, run_number });
  if (deleted) return;
  await announceRide(write, row);
  await recordChange(write, { action: 'create', subject: 'run', key: runKey(after), after });
}

async function changeRun(copy: Copy, before: RunRow, row: RowOf<'run'>, zone_id: number): Promise<void> {
  const { write } = copy;
  const { tx } = write;
  const { kind, zone, category, gender, deleted, hidden, ...facts } = row;
  const moves = runKey(before) !== runKey(row);
  const after: RunRow = {
    ...before,
    ...facts,
    zone_id,
    deleted_at: hiddenSince(copy, deleted, before.deleted_at),
    hidden_at: hiddenSince(copy, hidden, before.hidden_at),
  };
  // A cluster places rows by their competition, which must not be updated.
  const { competition_id: _, ...changed } = after;
  if (moves) await placeRuns(write, [{ before, after }]);
  await tx.update(runs).set(changed).where(submissionOf(runs, before));
  if (moves) {
    if (before.deleted_at === null)
      await recordChange(write, { action: 'delete', subject: 'run', key: runKey(before), before });
    if (!deleted) await recordChange(write, { action: 'create', subject: 'run', key: runKey(after), after });
    return;
  }
  const isUnchanged = isSame(pickNames(before, corrected), pickNames(after, corrected));
  const [former, present] = [before, after].map((run) => (run.deleted_at === null ? run : undefined));
  await recordRow(copy, { subject: 'run', key: runKey(after) }, former, present, isUnchanged, 'restore');
}
