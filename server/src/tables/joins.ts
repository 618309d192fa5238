import type { Group } from '@dossard/contract/categories/group.ts';
import { and, eq, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { hasValues } from './has.values.ts';
import { judges } from './judge.tables.ts';
import { participants } from './participant.table.ts';
import { runChecks, runs } from './run.tables.ts';
import { graduations } from './zone.tables.ts';

/** Matches a category in any spelling: "u11" is "U11". */
export const isCategory = (column: SQLWrapper, category: SQLWrapper | string) =>
  eq(sql`lower(${column})`, sql`lower(${category})`);

/** Matches the rows of a group, of a category or of a gender; without either, all. */
export const isInGroup = (
  table: Record<'category' | 'gender', SQLWrapper>,
  { category, gender }: { [Name in keyof Group]?: Group[Name] | undefined },
) => and(category === undefined ? undefined : isCategory(table.category, category), gender && eq(table.gender, gender));

type Value = number | SQLWrapper;

/** Matches a row of a competition by its id; joins a table that refers to it. */
export const rowOf = (
  table: Record<'competition_id' | 'id', SQLWrapper>,
  competition_id: Value,
  id: Value | string,
): SQL | undefined => and(eq(table.competition_id, competition_id), eq(table.id, id));

/** Matches the rows of a competition that are not deleted; for runs there are `isShownRun` and `isKeptRun`. */
export const isPresent = (
  table: Record<'competition_id' | 'deleted_at', SQLWrapper> & { hidden_at?: never },
  competition_id: Value,
): SQL | undefined => and(eq(table.competition_id, competition_id), isNull(table.deleted_at));

/** Matches a rider by bib, removed or not; joins a table with these columns. */
export const riderOf = ({ competition_id, dossard }: Record<'competition_id' | 'dossard', Value>) =>
  and(eq(participants.competition_id, competition_id), eq(participants.dossard_number, dossard));

/** Matches a rider who is not removed. */
export const isRider = (rider: Parameters<typeof riderOf>[0]) => and(riderOf(rider), isNull(participants.deleted_at));

/** Matches a run, removed or not; joins a table with these columns. */
export const runOf = ({
  competition_id,
  dossard,
  run_number,
}: Record<'competition_id' | 'dossard' | 'run_number', Value>) =>
  and(eq(runs.competition_id, competition_id), eq(runs.dossard, dossard), eq(runs.run_number, run_number));

/** Matches the runs of a competition that are shown and counted: neither removed nor hidden with their judge's link. */
export const isShownRun = (competition_id: Value) =>
  and(eq(runs.competition_id, competition_id), isNull(runs.deleted_at));

/**
 * Matches the runs of a competition that are not removed, also those that are hidden with their judge's link and may be
 * shown again (U4): moves, guards and restores treat them alike.
 */
export const isKeptRun = (competition_id: Value) =>
  and(eq(runs.competition_id, competition_id), or(isNull(runs.deleted_at), isNotNull(runs.hidden_at)));

/** Matches what was recorded by a submission: a run, one of an unknown bib, or the submission itself. */
export const submissionOf = (
  table: Record<'competition_id' | 'submission_id', SQLWrapper>,
  { competition_id, submission_id }: { competition_id: Value; submission_id: SQLWrapper | string },
) => and(eq(table.competition_id, competition_id), eq(table.submission_id, submission_id));

/** Joins the judge with a link whose negative number a table has in place of an account's. */
export const judgeOf = ({ competition_id, user_id }: Record<'competition_id' | 'user_id', SQLWrapper>) =>
  rowOf(judges, competition_id, sql`-${user_id}`);

/** Joins a run with its rider. */
export const riderOfRun = riderOf(runs);

/** Joins a run and its rider with the graduation of the run's zone for the rider's category and gender. */
export const graduationOfRun = and(
  hasValues(graduations, { competition_id: runs.competition_id, zone_id: runs.zone_id, gender: participants.gender }),
  isCategory(graduations.category, participants.category),
);

/** Joins a run with the check of its present version. */
export const checkOfRun = hasValues(runChecks, {
  competition_id: runs.competition_id,
  dossard: runs.dossard,
  run_number: runs.run_number,
  run_version: runs.version,
});

/** Whether the present version of a run was compared with the paper, and nothing is left to decide (P5). */
export const isChecked = sql<boolean>`coalesce(${runChecks.state} <> 'differs', false)`;
