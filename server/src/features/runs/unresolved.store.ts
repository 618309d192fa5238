import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import { maxUnresolvedListed, type UnresolvedRun } from '@dossard/contract/runs/unresolved.run.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, asc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { hasValues } from '../../tables/has.values.ts';
import { isCategory, rowOf, submissionOf } from '../../tables/joins.ts';
import { submissions, unresolvedRuns } from '../../tables/run.tables.ts';
import { graduations, zones } from '../../tables/zone.tables.ts';

/* Runs that wait for an organiser: of unknown bibs, and in quarantine (U3). */

export type UnresolvedRow = typeof unresolvedRuns.$inferSelect;

/** The bib of the rider whom a quarantined run follows, or the unknown one that the referee saw. */
export const bibNow = sql<number>`coalesce(${submissions.dossard}, ${unresolvedRuns.dossard})`;

/** Finds what became of a submission that did not count at first, as it was sent, and whether it has a graduation. */
export async function findUnresolved(
  db: Database,
  submission: Pick<UnresolvedRow, 'competition_id' | 'submission_id'>,
): Promise<(UnresolvedRun & { graded: boolean }) | undefined> {
  const [found] = await selectUnresolved(db).where(submissionOf(unresolvedRuns, submission));
  return found && { ...shapeUnresolved(found), dossard: found.run.dossard, graded: found.graduation !== null };
}

/** Lists the bibs under which unresolved runs wait: a rider who got one now would be taken for theirs. */
export async function listUnresolvedBibs(db: Database, competitionId: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ dossard: bibNow })
    .from(unresolvedRuns)
    .leftJoin(submissions, submissionOf(submissions, unresolvedRuns))
    .where(and(eq(unresolvedRuns.competition_id, competitionId), eq(unresolvedRuns.state, 'waiting')));
  return rows.map((row) => row.dossard);
}

/** `unknown_bib` runs wait for their rider, `quarantined` ones for a decision whether they count (U3). */
export type Waiting = 'unknown_bib' | 'quarantined';

export const waitsFor = (why: Waiting) =>
  why === 'quarantined' ? isNotNull(unresolvedRuns.judge_id) : isNull(unresolvedRuns.judge_id);

/** Lists the runs that wait, oldest first, and counts all of them. */
export async function listUnresolvedRuns(
  db: Database,
  competition: CompetitionRow,
  why: Waiting,
): Promise<{ runs: UnresolvedRun[]; total: number }> {
  const isWaiting = and(hasValues(unresolvedRuns, { competition_id: competition.id, state: 'waiting' }), waitsFor(why));
  const rows = await selectUnresolved(db)
    .where(isWaiting)
    .orderBy(asc(unresolvedRuns.received_at), asc(unresolvedRuns.submission_id))
    .limit(maxUnresolvedListed);
  return { runs: rows.map(shapeUnresolved), total: await db.$count(unresolvedRuns, isWaiting) };
}

const selectUnresolved = (db: Database) =>
  db
    .select({ run: getTableColumns(unresolvedRuns), bib: bibNow, zone_name: zones.name, graduation: graduations })
    .from(unresolvedRuns)
    .leftJoin(submissions, submissionOf(submissions, unresolvedRuns))
    .innerJoin(zones, rowOf(zones, unresolvedRuns.competition_id, unresolvedRuns.zone_id))
    .leftJoin(
      graduations,
      and(
        hasValues(graduations, pick(unresolvedRuns, 'competition_id', 'zone_id', 'gender')),
        isCategory(graduations.category, unresolvedRuns.category),
      ),
    );

type Selected = Awaited<ReturnType<typeof selectUnresolved>>[number];

function shapeUnresolved({ run, bib, zone_name, graduation }: Selected): UnresolvedRun {
  return { ...run, dossard: bib, zone_name, points: pointsOfRun(run, graduation ?? undefined) };
}
