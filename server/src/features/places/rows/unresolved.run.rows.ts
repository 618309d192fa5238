import { and, eq, inArray } from 'drizzle-orm';
import { recordChange } from '../../../audit/audit.log.ts';
import { submissionOf } from '../../../tables/joins.ts';
import { submissions, unresolvedRuns } from '../../../tables/run.tables.ts';
import { hashContent } from '../../runs/submission.store.ts';
import type { RowStore } from './row.store.ts';
import { zoneIdOf } from './zone.rows.ts';

/** Runs of unknown bibs. */
export const unresolvedRunRows: RowStore<'unresolved_run'> = {
  async read(copy, ids) {
    const { tx, competition_id } = copy.write;
    const found = await tx
      .select()
      .from(unresolvedRuns)
      .where(and(eq(unresolvedRuns.competition_id, competition_id), inArray(unresolvedRuns.submission_id, [...ids])));
    return found.map(({ competition_id: _, zone_id, referee_id, content_hash, judge_id, ...facts }) => ({
      kind: 'unresolved_run',
      ...facts,
      zone: copy.zones.nameOf(zone_id),
    }));
  },

  async put(copy, { kind, zone, ...facts }) {
    const { write } = copy;
    const { tx, competition_id } = write;
    const isIt = submissionOf(unresolvedRuns, { competition_id, submission_id: facts.submission_id });
    const [before] = await tx.select().from(unresolvedRuns).where(isIt).for('update');
    if (before?.state === facts.state) return;
    const action = before === undefined ? 'create' : facts.state === 'discarded' ? 'delete' : 'update';
    const zone_id = await zoneIdOf(copy, zone);
    const row = { ...facts, competition_id, zone_id, referee_id: null };
    if (before) await tx.update(unresolvedRuns).set({ state: facts.state }).where(isIt);
    else {
      const content_hash = hashContent(row);
      const { submission_id } = row;
      await tx
        .insert(submissions)
        .values({ competition_id, submission_id, content_hash, user_id: 0 })
        .onConflictDoNothing();
      await tx.insert(unresolvedRuns).values({ ...row, content_hash });
    }
    const after = before ? { ...before, state: facts.state } : row;
    await recordChange(write, { action, subject: 'unresolved_run', key: facts.submission_id, before, after });
  },
};
