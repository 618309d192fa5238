import { setTimeout as pause } from 'node:timers/promises';
import type { Group } from '@dossard/contract/categories/group.ts';
import { type ParticipantFacts, pickFacts } from '@dossard/contract/participants/participant.fields.ts';
import type { ScoredRun } from '@dossard/contract/rankings/ranking.rules.ts';
import type { RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import type { RiderStatus } from '@dossard/contract/rankings/rider.status.ts';
import { type Doors, forDoors } from '@dossard/contract/runs/doors.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { and, asc, eq, exists, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { readSnapshot } from '../../database/round.trips.ts';
import { competitions } from '../../tables/competition.table.ts';
import { graduationOfRun, isPresent, isShownRun, riderOfRun } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs } from '../../tables/run.tables.ts';
import { graduations, zones } from '../../tables/zone.tables.ts';
import { getDeclaredResults, type StoredResult } from '../declarations/declared.results.ts';
import { getTieFacts, type TieFacts } from '../rankings/ranking.store.ts';
import { listGraduations, listGroups } from '../zones/zone.store.ts';

export interface ResultsRider extends ParticipantFacts, TieFacts {
  dossard: number;
  status: RiderStatus | null;
}

/** A run with its points (R1); `graded` is false when its graduation no longer exists (R9). */
export type ResultsRun = ScoredRun &
  Doors &
  Pick<Run, 'dossard' | 'run_number' | 'graded' | 'referee_name' | 'recorded_at' | 'received_at'>;

/** The data of the sheets beside riders and runs. */
export interface ResultsFrame {
  ranking_rule: RankingRule;
  /** By creation; deleted zones only while they have runs. */
  zones: { id: number; name: string }[];
  /** The groups of the graduations, which define the spelling. */
  groups: Group[];
  /** The declared states of groups (E1). */
  declared: StoredResult[];
}

/** A slice of the riders, by dossard, or of the runs, by dossard and number. */
export type ResultsSlice = { riders: ResultsRider[] } | { runs: ResultsRun[] };

/** Rows read at once, and the pause after them, in milliseconds, to let referees' requests go first. */
const sliceLength = 250;
const pauseMs = 10;

/**
 * Reads all results of a competition in one snapshot. Riders and runs are passed on in slices, because reading 30,000
 * runs at once would block other requests.
 */
export async function streamResults(
  db: Database,
  competitionId: number,
  onSlice: (slice: ResultsSlice) => void,
): Promise<ResultsFrame> {
  return readSnapshot(db, async (tx) => {
    const ties = await getTieFacts(tx, competitionId);
    for await (const riders of riderSlices(tx, competitionId)) {
      onSlice({ riders: riders.map((rider) => ({ ...rider, ...ties(rider.dossard) })) });
    }
    for await (const runs of runSlices(tx, competitionId)) {
      onSlice({ runs });
      await pause(pauseMs);
    }
    const [competition] = await tx.select().from(competitions).where(eq(competitions.id, competitionId));
    if (!competition) throw new Error(`There is no competition ${competitionId} to export.`);
    return {
      ranking_rule: competition.ranking_rule,
      zones: await listRiddenZones(tx, competitionId),
      groups: await listGroups(tx, competitionId),
      declared: [...(await getDeclaredResults(tx, competitionId)).values()],
    };
  });
}

/** Reads rows in slices, each after the last row of the one before. */
async function* inSlices<Row>(read: (last: Row | undefined) => PromiseLike<Row[]>): AsyncGenerator<Row[]> {
  let slice: Row[] = [];
  do {
    slice = await read(slice.at(-1));
    yield slice;
  } while (slice.length === sliceLength);
}

function riderSlices(db: Database, competitionId: number) {
  const { dossard_number } = participants;
  return inSlices<{ dossard: number; status: RiderStatus | null } & ParticipantFacts>((last) =>
    db
      .select({ dossard: dossard_number, ...pickFacts(participants), status: participants.status })
      .from(participants)
      .where(and(isPresent(participants, competitionId), gt(dossard_number, last?.dossard ?? 0)))
      .orderBy(asc(dossard_number))
      .limit(sliceLength),
  );
}

async function* runSlices(db: Database, competitionId: number): AsyncGenerator<ResultsRun[]> {
  const { dossard, run_number, zone_id, penality, chrono_sec, referee_name, recorded_at, received_at } = runs;
  const run = { dossard, run_number, zone_id, penality, chrono_sec, referee_name, recorded_at, received_at };
  const offered = new Map((await listGraduations(db, competitionId)).map((graduation) => [graduation.id, graduation]));
  yield* inSlices<ResultsRun>(async (last) => {
    const rows = await db
      .select({ ...run, ...forDoors((door) => runs[door]), graduation_id: graduations.id })
      .from(runs)
      .innerJoin(participants, riderOfRun)
      .leftJoin(graduations, graduationOfRun)
      .where(
        and(
          isShownRun(competitionId),
          isNull(participants.deleted_at),
          sql`(${dossard}, ${run_number}) > (${last?.dossard ?? 0}, ${last?.run_number ?? 0})`,
        ),
      )
      .orderBy(asc(dossard), asc(run_number))
      .limit(sliceLength);
    return rows.map(({ graduation_id, ...run }) => ({
      ...run,
      points: pointsOfRun(run, offered.get(graduation_id ?? 0)),
      graded: graduation_id !== null,
    }));
  });
}

function listRiddenZones(db: Database, competitionId: number) {
  const runsOfZone = db
    .select({ one: sql`1` })
    .from(runs)
    .where(and(isShownRun(zones.competition_id), eq(runs.zone_id, zones.id)));
  return db
    .select({ id: zones.id, name: zones.name })
    .from(zones)
    .where(and(eq(zones.competition_id, competitionId), or(isNull(zones.deleted_at), exists(runsOfZone))))
    .orderBy(asc(zones.id));
}
