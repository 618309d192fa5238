import { and, eq, inArray } from 'drizzle-orm';
import { recordChange } from '../../../audit/audit.log.ts';
import { submissionOf } from '../../../tables/joins.ts';
import { submissions, unresolvedRuns } from '../../../tables/run.tables.ts';
import { hashContent } from '../../runs/submission.store.ts';
import { bibNow } from '../../runs/unresolved.store.ts';
import type { RowStore } from './row.store.ts';
import { zoneIdOf } from './zone.rows.ts';

/** Runs of unknown bibs and in quarantine. */
export const unresolvedRunRows: RowStore<'unresolved_run'> = {
  async read(copy, ids) {
    const { tx, competition_id } = copy.write;
    const found = await tx
      .select({ run: unresolvedRuns, dossard: bibNow })
      .from(unresolvedRuns)
      .leftJoin(submissions, submissionOf(submissions, unresolvedRuns))
      .where(and(eq(unresolvedRuns.competition_id, competition_id), inArray(unresolvedRuns.submission_id, [...ids])));
    return found.map(({ run, dossard }) => {
      const { competition_id: _, zone_id, referee_id, content_hash, judge_id, ...facts } = run;
      const zone = copy.zones.nameOf(zone_id);
      return { kind: 'unresolved_run', ...facts, dossard, zone, quarantined: judge_id !== null };
    });
  },

  async put(copy, { kind, zone, quarantined, ...facts }) {
    const { write } = copy;
    const { tx, competition_id } = write;
    const { submission_id, state } = facts;
    const key = { competition_id, submission_id };
    const isIt = submissionOf(unresolvedRuns, key);
    const [before] = await tx.select().from(unresolvedRuns).where(isIt).for('update');
    const [sent] = await tx.select().from(submissions).where(submissionOf(submissions, key));
    const judge_id = quarantined ? (before?.judge_id ?? elsewhere) : null;
    // A waiting run in quarantine follows its rider.
    const bib = state !== 'waiting' ? (sent?.dossard ?? null) : quarantined ? facts.dossard : null;
    if (before?.state === state && before.judge_id === judge_id && sent?.dossard === bib) return;
    const action = before === undefined ? 'create' : state === 'discarded' ? 'delete' : 'update';
    const zone_id = await zoneIdOf(copy, zone);
    const row = { ...facts, competition_id, zone_id, referee_id: null, judge_id };
    const content_hash = before?.content_hash ?? hashContent(row);
    if (before) await tx.update(unresolvedRuns).set({ state, judge_id }).where(isIt);
    else await tx.insert(unresolvedRuns).values({ ...row, content_hash });
    if (sent) await tx.update(submissions).set({ dossard: bib }).where(submissionOf(submissions, key));
    else await tx.insert(submissions).values({ ...key, content_hash, user_id: 0, dossard: bib });
    const after = before ? { ...before, state, judge_id } : row;
    await recordChange(write, { action, subject: 'unresolved_run', key: submission_id, before, after });
  },
};

/** The judge of a run in quarantine whose link is one of the other installation. */
const elsewhere = 0;
