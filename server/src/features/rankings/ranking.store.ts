import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import {
  type JuryPosition,
  juryPositions,
  type RankedRider,
  type Rider,
  rankGroup,
  type ScoredRun,
} from '@dossard/contract/rankings/ranking.rules.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { type Doors, doorNames, unpackDoors } from '@dossard/contract/runs/doors.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { prepareOnce } from '../../database/prepared.ts';
import { listRows } from '../../database/rows.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { isUsable } from '../../rights/relations.ts';
import { competitions } from '../../tables/competition.table.ts';
import { graduationOfRun, isInGroup, isPresent, isRider, riderOfRun } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { tieDecisions } from '../../tables/result.tables.ts';
import { runs } from '../../tables/run.tables.ts';
import { graduations } from '../../tables/zone.tables.ts';
import { listGraduations } from '../zones/zone.store.ts';

/** A category, a gender, both, or neither: the riders of a competition to rank together. */
export interface Filter {
  category?: string | undefined;
  gender?: Gender | undefined;
}

/** A rider of a ranking. */
export interface RankingRider
  extends Rider,
    Pick<RankingEntry, 'category' | 'gender' | 'first_name' | 'last_name' | 'club' | 'start_time'> {}

/** A run on a rider's card; `graded` is false where no graduation gives it points (R9). */
type RiddenRun = ScoredRun & Doors & { run_number: number; graded: boolean };

/** A rider with all data of their card. */
export type RiddenRider = RankingRider & { runs: readonly RiddenRun[] };

/**
 * Aggregates a column over all rows, null without rows: reading thousands of rows one by one costs several times as
 * much.
 */
const listOf = <T>(column: SQLWrapper) => sql<T[] | null>`json_agg(${column})`;

/** The won doors as one number, because six lists take twice as long. */
const packedDoors = sql`(${sql.join(
  doorNames.map((door, index) => sql`(${runs[door]}::integer << ${sql.raw(String(index))})`),
  sql` | `,
)})`;
const doorsByNumber = Array.from({ length: 2 ** doorNames.length }, (_, bits) => unpackDoors(bits));

/** All aggregates of one statement see its rows in the same order. */
const runColumns = {
  dossard: listOf<number>(runs.dossard),
  graduation_id: listOf<number | null>(graduations.id),
  run_number: listOf<number>(runs.run_number),
  zone_id: listOf<number>(runs.zone_id),
  doors: listOf<number>(packedDoors),
  penality: listOf<number>(runs.penality),
  chrono_sec: listOf<number>(runs.chrono_sec),
};

/**
 * Reads the facts of a ranking: the matching riders with all their runs and the runs' points, in one round trip. Call
 * it within one snapshot.
 */
export async function listRiddenRiders(db: Database, competitionId: number, filter: Filter): Promise<RiddenRider[]> {
  const matches = and(isPresent(participants, competitionId), isInGroup(participants, filter));
  const [found, [columns], graded, ties] = await Promise.all([
    db
      .select({
        dossard: participants.dossard_number,
        ...pick(participants, 'category', 'gender', 'first_name', 'last_name', 'club', 'status'),
      })
      .from(participants)
      .where(matches),
    db
      .select(runColumns)
      .from(runs)
      .innerJoin(participants, riderOfRun)
      .leftJoin(graduations, graduationOfRun)
      .where(and(matches, isNull(runs.deleted_at))),
    listGraduations(db, competitionId),
    getTieFacts(db, competitionId),
  ]);
  const offered = new Map(graded.map((graduation) => [graduation.id, graduation]));
  const riders = new Map(
    found.map((rider) => [rider.dossard, { ...rider, ...ties(rider.dossard), runs: [] as RiddenRun[] }]),
  );
  for (const { dossard, graduation_id, doors, ...run } of rowsOf(columns)) {
    const graduation = offered.get(graduation_id ?? 0);
    const won = doorsByNumber[doors] as Doors;
    const points = pointsOfRun(won, graduation);
    riders.get(dossard)?.runs.push({ ...won, ...run, points, graded: graduation !== undefined });
  }
  return [...riders.values()];
}

type Columns = { [Name in keyof typeof runColumns]: (typeof runColumns)[Name]['_']['type'] };
type Row = { [Name in keyof Columns]: NonNullable<Columns[Name]>[number] };

/** Converts columns back to rows. */
function rowsOf(columns: Columns | undefined): Row[] {
  if (!columns) return [];
  const names = Object.keys(columns) as (keyof Columns)[];
  return (columns.dossard ?? []).map((_, index) => {
    const row: Partial<Record<keyof Columns, unknown>> = {};
    for (const name of names) row[name] = columns[name]?.[index];
    return row as Row;
  });
}

/** The facts that break a rider's ties beside the runs (R14, R15). */
export type TieFacts = Pick<Rider, 'previous_rank' | 'jury'>;

/** Reads the facts that break ties beside the runs, by dossard (R14, R15). */
export async function getTieFacts(db: Database, competitionId: number): Promise<(dossard: number) => TieFacts> {
  const [positions, ranks] = await Promise.all([
    getJuryPositions(db, competitionId),
    getPreviousRanks(db, competitionId),
  ]);
  return (dossard) => ({ jury: positions.get(dossard), previous_rank: ranks.get(dossard) });
}

/** Reads the positions that the jury gave to tied riders, by dossard (R15). */
async function getJuryPositions(db: Database, competitionId: number): Promise<Map<number, JuryPosition>> {
  const decisions = await listRows(db, tieDecisions, { competition_id: competitionId });
  return new Map(decisions.flatMap(({ dossards, reason }) => juryPositions(dossards, reason)));
}

/**
 * Reads the ranks in the previous round, by dossard, if the competition uses them to break ties (R14) and the relation
 * is not suspended (X2).
 */
async function getPreviousRanks(db: Database, competitionId: number): Promise<Map<number, number>> {
  const [competition] = await listRows(db, competitions, { id: competitionId });
  if (!competition?.follows || !competition.ranking_rule.tie_breaks.includes('previous_round')) return new Map();
  const { follows: competition_id, follows_made_by: made_by } = competition;
  if (!(await isUsable(db, { competition_id, made_by }))) return new Map();
  return ranksByBib(await rankCompetition(db, competition_id));
}

/** Returns the ranks by bib; an unranked rider has none. */
export const ranksByBib = (ranked: readonly RankedRider<Rider>[]): Map<number, number> =>
  new Map(ranked.flatMap(({ rider, rank }) => (rank === null ? [] : [[rider.dossard, rank] as const])));

/** Ranks each group of a competition; a deleted competition has no ranks. */
export async function rankCompetition(db: Database, competitionId: number): Promise<RankedRider<RiddenRider>[]> {
  const [competition] = await listRows(db, competitions, { id: competitionId, deleted_at: null });
  if (!competition) return [];
  const groups = await getGroups(db, competitionId);
  return groups.flatMap((riders) => rankGroup(riders, competition.ranking_rule));
}

/** Reads the riders of a competition like `listRiddenRiders`, group by group. */
export const getGroups = async (db: Database, competitionId: number): Promise<RiddenRider[][]> =>
  groupsOf(await listRiddenRiders(db, competitionId, {}));

/** Splits riders into their groups. */
export const groupsOf = <One extends Group>(riders: readonly One[]): One[][] => [
  ...Map.groupBy(riders, groupKey).values(),
];

const groupOfRider = prepareOnce((db) =>
  db
    .select({ category: participants.category, gender: participants.gender })
    .from(participants)
    .where(isRider({ competition_id: sql.placeholder('competition_id'), dossard: sql.placeholder('dossard') }))
    .prepare('group_of_rider'),
);

/** Finds the group that a rider is ranked in. */
export const findGroupOfRider = async (
  db: Database,
  competition_id: number,
  dossard: number,
): Promise<Group | undefined> => (await groupOfRider(db).execute({ competition_id, dossard }))[0];

/** Gets the group that a rider is ranked in. Throws `participant_not_found`. */
export async function getGroupOfRider(db: Database, competition_id: number, dossard: number): Promise<Group> {
  const group = await findGroupOfRider(db, competition_id, dossard);
  if (!group) throw new Refusal('participant_not_found');
  return group;
}
