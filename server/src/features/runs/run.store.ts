import { countedRuns } from '@dossard/contract/rankings/ranking.rules.ts';
import type { RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import type { DoorPoints } from '@dossard/contract/runs/doors.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import type { RecordedRun, Run } from '@dossard/contract/runs/run.schema.ts';
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { prepareOnce } from '../../database/prepared.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { checkOfRun, graduationOfRun, isChecked, isRider, riderOfRun, rowOf } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { runChecks, runs } from '../../tables/run.tables.ts';
import { graduations, zones } from '../../tables/zone.tables.ts';

export type RunRow = typeof runs.$inferSelect;

/** The keys of a run, and of its rider. */
export type RunKey = Pick<RunRow, 'competition_id' | 'dossard' | 'run_number'>;
export type RiderKey = Omit<RunKey, 'run_number'>;

/** Throws `participant_not_found` for a bib without a rider. */
export async function refuseUnknownRider(db: Database, rider: RiderKey): Promise<void> {
  if ((await db.$count(participants, isRider(rider))) === 0) throw new Refusal('participant_not_found');
}

const selectRuns = (db: Database, only?: SQL) =>
  db
    .select({ run: getTableColumns(runs), zone_name: zones.name, graduation: graduations, checked: isChecked })
    .from(runs)
    .innerJoin(participants, riderOfRun)
    .innerJoin(zones, rowOf(zones, runs.competition_id, runs.zone_id))
    .leftJoin(graduations, graduationOfRun)
    .leftJoin(runChecks, checkOfRun)
    .where(
      and(
        eq(runs.competition_id, sql.placeholder('competition_id')),
        sql`${runs.dossard} = any(${sql.placeholder('dossards')})`,
        only,
      ),
    )
    .orderBy(asc(runs.dossard), asc(runs.run_number));

const runsOfRiders = prepareOnce((db) => selectRuns(db).prepare('runs_of_riders'));
const numberedRunsOfRiders = prepareOnce((db) =>
  selectRuns(db, sql`${runs.run_number} = any(${sql.placeholder('run_numbers')})`).prepare('numbered_runs_of_riders'),
);

/** Adds the zone's name and the points to a stored run (R1, R9). */
export const scoreRun = (run: RunRow, zone_name: string, graduation: DoorPoints | undefined) => ({
  ...run,
  zone_name,
  points: pointsOfRun(run, graduation),
  graded: graduation !== undefined,
});

/**
 * Lists riders' runs by run number, including removed ones, with their points and whether the rule counts them. With
 * `runNumbers`, only these runs, if the rule judges each run by itself.
 */
async function listAllRuns(
  db: Database,
  competitionId: number,
  dossards: readonly number[],
  counting: RankingRule['runs'],
  runNumbers?: readonly number[],
): Promise<RecordedRun[]> {
  const riders = { competition_id: competitionId, dossards };
  const rows = await (runNumbers && counting === 'all'
    ? numberedRunsOfRiders(db).execute({ ...riders, run_numbers: runNumbers })
    : runsOfRiders(db).execute(riders));
  const scored = rows.map(({ run, zone_name, graduation, checked }) => ({
    ...scoreRun(run, zone_name, graduation ?? undefined),
    checked,
    deleted: run.deleted_at !== null,
  }));
  const ridden = Map.groupBy(
    scored.filter(({ deleted }) => !deleted),
    ({ dossard }) => dossard,
  );
  const counted = new Set([...ridden.values()].flatMap((own) => countedRuns(own, counting)));
  return scored.map((run) => ({ ...run, counted: counted.has(run) }));
}

/** Lists a rider's runs by run number, without removed ones. */
export async function listRunsOfRider(db: Database, rider: RiderKey, counting: RankingRule['runs']): Promise<Run[]> {
  return withoutDeleted(await listAllRuns(db, rider.competition_id, [rider.dossard], counting));
}

const withoutDeleted = (all: readonly RecordedRun[]): Run[] =>
  all.filter((run) => !run.deleted).map(({ deleted, ...run }) => run);

/** Finds runs, without removed ones, by `runKey`. */
export async function findRuns(
  db: Database,
  { id, ranking_rule }: Pick<CompetitionRow, 'id' | 'ranking_rule'>,
  keys: readonly { dossard: number; run_number: number }[],
): Promise<ReadonlyMap<string, Run>> {
  if (keys.length === 0) return new Map();
  const dossards = [...new Set(keys.map(({ dossard }) => dossard))];
  const numbers = [...new Set(keys.map(({ run_number }) => run_number))];
  const found = withoutDeleted(await listAllRuns(db, id, dossards, ranking_rule.runs, numbers));
  return new Map(found.map((run) => [runKey(run), run]));
}

/** Gets one run in its present state; `deleted: true` when it was removed. */
export async function getRun(db: Database, key: RunKey, counting: RankingRule['runs']): Promise<RecordedRun> {
  const { competition_id, dossard, run_number } = key;
  const listed = await listAllRuns(db, competition_id, [dossard], counting, [run_number]);
  const found = listed.find((run) => run.run_number === run_number);
  if (!found) throw new Error(`Run ${run_number} of dossard ${dossard} is gone from the database.`);
  const { deleted, ...run } = found;
  return deleted ? { ...run, deleted } : run;
}
