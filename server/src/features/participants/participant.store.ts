import { compareCategories } from '@dossard/contract/categories/category.schema.ts';
import { pickFacts } from '@dossard/contract/participants/participant.fields.ts';
import type {
  FoundParticipant,
  Participant,
  Progress,
  RosterRider,
} from '@dossard/contract/participants/participant.schema.ts';
import { countBySteps, paceStepSec, paceSteps } from '@dossard/contract/runs/pace.rules.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, asc, count, gt, isNotNull, sql } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { isInGroup, isPresent, isRider, isShownRun } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs } from '../../tables/run.tables.ts';
import { listRunsOfRider } from '../runs/run.store.ts';
import { listStarts, withStart } from '../starts/start.store.ts';
import { listZonesOf } from '../zones/zone.store.ts';

/**
 * Column names are qualified by hand: in a select from one table Drizzle omits the table name, and `runs` has columns
 * of the same names. The competition is repeated, because a cluster does not infer where a subquery's rows are.
 */
const runCount = (competitionId: number) => sql<number>`(
  select count(*)::int from ${runs} r
  where r.competition_id = ${competitionId} and r.dossard = ${participants}.dossard_number and r.deleted_at is null)`;

const columns = (competitionId: number) => ({
  ...pick(participants, 'dossard_number', 'status', 'status_reason', 'competition_id', 'start_position'),
  ...pickFacts(participants),
  run_count: runCount(competitionId),
});

/** Lists the participants by category (U9 before U11), then dossard; only those of `category` if given. */
export async function listParticipantsOf(
  db: Database,
  competition: CompetitionRow,
  category: string | undefined,
): Promise<Participant[]> {
  const { id } = competition;
  const [starts, found] = await Promise.all([
    listStarts(db, competition),
    db
      .select(columns(id))
      .from(participants)
      .where(and(isPresent(participants, id), isInGroup(participants, { category })))
      .orderBy(asc(participants.dossard_number)),
  ]);
  return found
    .map(withStart(starts))
    .sort((a, b) => compareCategories(a.category, b.category) || a.dossard_number - b.dossard_number);
}

/** Gets a participant. Throws `participant_not_found`. */
export async function getParticipant(db: Database, competitionId: number, dossard: number): Promise<Participant> {
  const [found] = await db
    .select(columns(competitionId))
    .from(participants)
    .where(isRider({ competition_id: competitionId, dossard }));
  if (!found) throw new Refusal('participant_not_found');
  return found;
}

/** Gets a participant with the runs recorded so far. Throws `participant_not_found`. */
export async function getParticipantWithRuns(
  db: Database,
  competition: CompetitionRow,
  dossard: number,
): Promise<FoundParticipant> {
  const participant = await getParticipant(db, competition.id, dossard);
  const [starts, previous] = await Promise.all([
    listStarts(db, competition),
    listRunsOfRider(db, { competition_id: competition.id, dossard }, 'all'),
  ]);
  return {
    ...withStart(starts)(participant),
    previous_runs: previous.map((run) => ({ ...run, recorded_at: run.recorded_at ?? run.received_at })),
  };
}

/** Lists the riders for the cache of referees' phones, by dossard, with their number of runs in each zone. */
export async function listRoster(db: Database, competitionId: number): Promise<RosterRider[]> {
  const { dossard_number, category, gender, first_name, last_name, status, start_position } = participants;
  const [riders, counts] = await Promise.all([
    db
      .select({ dossard_number, category, gender, first_name, last_name, status, start_position })
      .from(participants)
      .where(isPresent(participants, competitionId))
      .orderBy(asc(participants.dossard_number)),
    db
      .select({ dossard: runs.dossard, zone_id: runs.zone_id, runs: count() })
      .from(runs)
      .where(isShownRun(competitionId))
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
    zones: zones.map(({ id, name }) => describePace(id, name, ages.get(id) ?? [], now)),
    riders,
  };
}

/** Describes the last hour of a zone by the ages of its runs, in seconds. */
function describePace(id: number, name: string, ages: readonly number[], now: Date): Progress['zones'][number] {
  const last_run_at = ages.length > 0 ? new Date(now.getTime() - Math.min(...ages) * 1000).toISOString() : null;
  return { id, name, last_hour: countBySteps(ages), last_run_at };
}

/**
 * Lists, by zone, the ages in seconds of the runs of the last hour, except those from paper, which are typed later (P4).
 */
async function listRecentAges(db: Database, competitionId: number, now: Date): Promise<Map<number, number[]>> {
  const since = new Date(now.getTime() - paceSteps * paceStepSec * 1000).toISOString();
  const recent = await db
    .select({ zone_id: runs.zone_id, ridden_at: runs.ridden_at })
    .from(runs)
    .where(and(isShownRun(competitionId), isNotNull(runs.recorded_at), gt(runs.received_at, since)));
  const ages = new Map<number, number[]>();
  for (const { zone_id, ridden_at } of recent)
    ages.set(zone_id, [...(ages.get(zone_id) ?? []), (now.getTime() - Date.parse(ridden_at)) / 1000]);
  return ages;
}
