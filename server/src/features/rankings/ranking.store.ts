import type { Rider, ScoredRun } from '@dossard/contract/rankings/ranking.rules.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import type { Gender, Group } from '@dossard/contract/text/category.schema.ts';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { participants } from '../participants/participant.table.ts';
import { graduationOfRun, riderOfRun } from '../runs/run.store.ts';
import { runs } from '../runs/run.tables.ts';
import { listGraduations } from '../zones/zone.store.ts';
import { graduations } from '../zones/zone.tables.ts';

/** A category, a gender, both, or neither: which riders of a competition are ranked together. */
export interface Filter {
  category?: string | undefined;
  gender?: Gender | undefined;
}

/** A rider as rankings show and rank them. */
export interface RankingRider extends Rider, Group {
  first_name: string;
  last_name: string;
  club: string | null;
}

const { door1, door2, door3, door4, door5, door6, zone_id, penality, chrono_sec } = getTableColumns(runs);

/**
 * Reads the facts that a ranking is made of: the riders that match, each with all their runs and the runs' points. To be
 * read from one snapshot. Thousands of runs are read at once, so each brings no more than itself.
 */
export async function readRiders(db: Database, competitionId: number, filter: Filter): Promise<RankingRider[]> {
  const matches = and(
    eq(participants.competition_id, competitionId),
    isNull(participants.deleted_at),
    filter.category === undefined
      ? undefined
      : eq(sql`lower(${participants.category})`, sql`lower(${filter.category})`),
    filter.gender === undefined ? undefined : eq(participants.gender, filter.gender),
  );
  const found = await db
    .select({
      dossard: participants.dossard_number,
      category: participants.category,
      gender: participants.gender,
      first_name: participants.first_name,
      last_name: participants.last_name,
      club: participants.club,
    })
    .from(participants)
    .where(matches);
  const ridden = await db
    .select({
      dossard: runs.dossard,
      graduation_id: graduations.id,
      ...{ zone_id, door1, door2, door3, door4, door5, door6, penality, chrono_sec },
    })
    .from(runs)
    .innerJoin(participants, riderOfRun)
    .leftJoin(graduations, graduationOfRun)
    .where(and(matches, isNull(runs.deleted_at)));
  const offered = new Map((await listGraduations(db, competitionId)).map((graduation) => [graduation.id, graduation]));
  const riders = new Map(found.map((rider) => [rider.dossard, { ...rider, runs: [] as ScoredRun[] }]));
  for (const { dossard, graduation_id, zone_id, penality, chrono_sec, ...doors } of ridden) {
    const points = pointsOfRun(doors, offered.get(graduation_id ?? 0));
    riders.get(dossard)?.runs.push({ zone_id, penality, chrono_sec, points });
  }
  return [...riders.values()];
}
