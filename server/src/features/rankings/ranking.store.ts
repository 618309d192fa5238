import type { Rider } from '@dossard/contract/rankings/ranking.rules.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import type { Gender } from '@dossard/contract/text/category.schema.ts';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { participants } from '../participants/participant.table.ts';
import { graduationOfRun } from '../runs/run.store.ts';
import { runs } from '../runs/run.tables.ts';
import { graduations } from '../zones/zone.tables.ts';

/** A category, a gender, both, or neither: which riders of a competition are ranked together. */
export interface Filter {
  category?: string | undefined;
  gender?: Gender | undefined;
}

/** A rider as rankings show and rank them. */
export interface RankingRider extends Rider {
  first_name: string;
  last_name: string;
  club: string | null;
}

/** What a ranking asks of a run, and of the graduation that it is worth by: thousands of them are read at once. */
const { door1, door2, door3, door4, door5, door6, zone_id, penality, chrono_sec } = getTableColumns(runs);
const factsOfRun = { door1, door2, door3, door4, door5, door6, zone_id, penality, chrono_sec };
const { points_door1, points_door2, points_door3, points_door4, points_door5, points_door6 } =
  getTableColumns(graduations);
const pointsOfDoors = { points_door1, points_door2, points_door3, points_door4, points_door5, points_door6 };

/** Reads the facts that a ranking is made of: the riders that match, each with all their runs and the runs' points. */
export async function readRiders(db: Database, competitionId: number, filter: Filter): Promise<RankingRider[]> {
  const rows = await db
    .select({
      dossard: participants.dossard_number,
      first_name: participants.first_name,
      last_name: participants.last_name,
      club: participants.club,
      run: factsOfRun,
      graduation: pointsOfDoors,
    })
    .from(participants)
    .leftJoin(
      runs,
      and(
        eq(runs.competition_id, participants.competition_id),
        eq(runs.dossard, participants.dossard_number),
        isNull(runs.deleted_at),
      ),
    )
    .leftJoin(graduations, graduationOfRun)
    .where(
      and(
        eq(participants.competition_id, competitionId),
        isNull(participants.deleted_at),
        filter.category === undefined
          ? undefined
          : eq(sql`lower(${participants.category})`, sql`lower(${filter.category})`),
        filter.gender === undefined ? undefined : eq(participants.gender, filter.gender),
      ),
    );
  const riders = new Map<number, RankingRider & { runs: Rider['runs'][number][] }>();
  for (const { dossard, first_name, last_name, club, run, graduation } of rows) {
    const rider = riders.get(dossard) ?? { dossard, first_name, last_name, club, runs: [] };
    riders.set(dossard, rider);
    if (run) {
      const { zone_id, penality, chrono_sec } = run;
      rider.runs.push({ zone_id, penality, chrono_sec, points: pointsOfRun(run, graduation ?? undefined) });
    }
  }
  return [...riders.values()];
}
