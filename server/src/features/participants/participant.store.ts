import { compareCategories } from '@dossard/contract/categories/category.schema.ts';
import { pickFacts } from '@dossard/contract/participants/participant.fields.ts';
import type {
  FoundParticipant,
  Participant,
  Progress,
  RosterRider,
} from '@dossard/contract/participants/participant.schema.ts';
import { countBySteps, paceStepSec, paceSteps } from '@dossard/contract/runs/pace.rules.ts';
import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { isCategory } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs } from '../../tables/run.tables.ts';
import { listRunsOfRider } from '../runs/run.store.ts';
import { listZonesOf } from '../zones/zone.store.ts';

/**
 * Column names are qualified by hand: in a select from one table Drizzle omits the table name, and `runs` has columns
 * of the same names. The competition is repeated, because a cluster does not infer where a subquery's rows are.
 */
const runCount = (competitionId: number) => sql<number>`(
  select count(*)::int from ${runs} r
  where r.competition_id = ${competitionId} and r.dossard = ${participants}.dossard_number and r.deleted_at is null)`;

const columns = (competitionId: number) => ({
  dossard_number: participants.dossard_number,
  ...pickFacts(participants),
  status: participants.status,
  status_reason: participants.status_reason,
  competition_id: participants.competition_id,
  run_count: runCount(competitionId),
  start_position: participants.start_position,
});

/** Matches the participants of a competition who are not removed. */
const present = (competitionId: number) =>
  and(eq(participants.competition_id, competitionId), isNull(participants.deleted_at));

/** Lists the participants by category (U9 before U11), then dossard; only those of `category` if given. */
export async function listParticipantsOf(
  db: Database,
  competitionId: number,
  category: string | undefined,
): Promise<Participant[]> {
  const found = await db
    .select(columns(competitionId))
    .from(participants)
    .where(
      and(present(competitionId), category === undefined ? undefined : isCategory(participants.category, category)),
    )
    .orderBy(asc(participants.dossard_number));
  return found.sort((a, b) => compareCategories(a.category, b.category) || a.dossard_number - b.dossard_number);
}

/** Gets a participant. Throws `participant_not_found`. */
export async function getParticipant(db: Database, competitionId: number, dossard: number): Promise<Participant> {
  const [found] = await db
    .select(columns(competitionId))
    .from(participants)
    .where(and(present(competitionId), eq(participants.dossard_number, dossard)));
  if (!found) throw new Refusal('participant_not_found');
  return found;
}

/** Gets a participant with the runs recorded so far. Throws `participant_not_found`. */
export async function getParticipantWithRuns(
  db: Database,
  competitionId: number,
  dossard: number,
): Promise<FoundParticipant> {
  const participant = await getParticipant(db, competitionId, dossard);
  const previous = await listRunsOfRider(db, { competition_id: competitionId, dossard }, 'all');
  return {
    ...participant,
    previous_runs: previous.map(({ zone_id, run_number, points, recorded_at, received_at }) => ({
      zone_id,
      run_number,
      points,
      recorded_at: recorded_at ?? received_at,
    })),
  };
}

/** Lists the riders for the cache of referees' phones, by dossard, with their number of runs in each zone. */
export async function listRoster(db: Database, competitionId: number): Promise<RosterRider[]> {
  const { dossard_number, category, gender, first_name, last_name, status, start_position } = participants;
  const [riders, counts] = await Promise.all([
    db
      .select({ dossard_number, category, gender, first_name, last_name, status, start_position })
      .from(participants)
      .where(present(competitionId))
      .orderBy(asc(participants.dossard_number)),
    db
      .select({ dossard: runs.dossard, zone_id: runs.zone_id, runs: count() })
      .from(runs)
      .where(and(eq(runs.competition_id, competitionId), isNull(runs.deleted_at)))
      .groupBy(runs.dossard, runs.zone_id),
  ]);
  const byRider = new Map<number, Record<string, number>>();
  for (const { dossard, zone_id, runs: number } of counts) {
    byRider.set(dossard, { ...byRider.get(dossard), [zone_id]: number });
  }
  return riders.map((rider) => ({ ...rider, runs_by_zone: byRider.get(rider.dossard_number) ?? {} }));
}

/** Counts each rider's runs in each zone, ordered by category (U9 before U11), then dossard. */
export async function getProgress(db: Database, competitionId: number, now: Date): Promise<Progress> {
  const [zones, roster, ages] = await Promise.all([
    listZonesOf(db, competitionId),
    listRoster(db, competitionId),
    listRecentAges(db, competitionId, now),
  ]);
  const riders = roster.map(({ dossard_number, ...rider }) => ({ dossard: dossard_number, ...rider }));
  riders.sort((a, b) => compareCategories(a.category, b.category) || a.dossard - b.dossard);
  return {
    server_time: now.toISOString(),
    zones: zones.map(({ id, name }) => ({ id, name, last_hour: countBySteps(ages.get(id) ?? []) })),
    riders,
  };
}

/**
 * Lists, by zone, the ages in seconds of the runs of the last hour, by the phone's clock but at most the time of
 * arrival. Runs from paper have no such time and are excluded (P4).
 */
async function listRecentAges(db: Database, competitionId: number, now: Date): Promise<Map<number, number[]>> {
  const since = new Date(now.getTime() - paceSteps * paceStepSec * 1000).toISOString();
  const recent = await db
    .select({ zone_id: runs.zone_id, recorded_at: runs.recorded_at, received_at: runs.received_at })
    .from(runs)
    .where(and(eq(runs.competition_id, competitionId), isNull(runs.deleted_at), gt(runs.received_at, since)));
  const ages = new Map<number, number[]>();
  for (const { zone_id, recorded_at, received_at } of recent) {
    const received = Date.parse(received_at);
    if (recorded_at === null) continue;
    const ridden = Math.min(Date.parse(recorded_at), received);
    ages.set(zone_id, [...(ages.get(zone_id) ?? []), (now.getTime() - ridden) / 1000]);
  }
  return ages;
}
