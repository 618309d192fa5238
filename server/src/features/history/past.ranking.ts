import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import type { RankingAtQuery } from '@dossard/contract/history/history.schema.ts';
import { type JuryPosition, rankGroup } from '@dossard/contract/rankings/ranking.rules.ts';
import { defaultRankingRule, type RankingEntry, type RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import { parseRunKey, riderOfKey } from '@dossard/contract/runs/run.key.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { readSnapshot } from '../../database/round.trips.ts';
import { entryOf } from '../rankings/ranking.answers.ts';
import { type Filter, groupsOf, type RiddenRider, ranksByBib } from '../rankings/ranking.store.ts';
import type { CompetitionFacts } from './history.facts.ts';
import { findPreviousRoundAt, getJuryPositionsAt } from './past.decisions.ts';
import { getPastFacts } from './rows.store.ts';

/** Computes the ranking at a past time: the present rows, with every later entry of the history undone. */
export async function rankAt(
  db: Database,
  competition: CompetitionRow,
  query: RankingAtQuery,
): Promise<{ rankings: RankingEntry[]; total: number; version: number }> {
  const ranked = await readSnapshot(db, async (tx) => {
    const { riders, rule } = await readPast(tx, competition.id, query.time, query);
    return rankGroup(riders, rule);
  });
  const entries = ranked.map((rider) => entryOf(rider, 'full'));
  const { page, page_size } = query;
  return {
    rankings: entries.slice((page - 1) * page_size, page * page_size),
    total: entries.length,
    version: competition.version,
  };
}

/** Reads the matching riders, and the rule and the tie decisions, at that moment (R14, R15). */
async function readPast(db: Database, competitionId: number, time: string, filter: Filter) {
  const past = await getPastFacts(db, competitionId, time);
  const [settings] = past.competition.values();
  const rule = settings?.ranking_rule ?? defaultRankingRule;
  const jury = await getJuryPositionsAt(db, competitionId, time);
  return { riders: await addTies(db, { competitionId, time, rule, jury }, ridersOf(past, filter)), rule };
}

interface Moment {
  competitionId: number;
  time: string;
  rule: RankingRule;
  jury: ReadonlyMap<number, JuryPosition>;
}

/** Adds to riders the decisions of the jury and the result of the previous round, as of that moment. */
export async function addTies(
  db: Database,
  { competitionId, time, rule, jury }: Moment,
  riders: readonly RiddenRider[],
): Promise<RiddenRider[]> {
  const readsRoundBefore = rule.tie_breaks.includes('previous_round');
  const before = readsRoundBefore ? await findPreviousRoundAt(db, competitionId, time) : null;
  const ranks = before === null ? undefined : await rankGroupsAt(db, before, time);
  return riders.map((rider) => ({
    ...rider,
    jury: jury.get(rider.dossard),
    previous_rank: ranks?.get(rider.dossard),
  }));
}

/** Ranks each group of a competition at a moment; returns ranks by bib. */
async function rankGroupsAt(db: Database, competitionId: number, time: string): Promise<Map<number, number>> {
  const { riders, rule } = await readPast(db, competitionId, time, {});
  return ranksByBib(groupsOf(riders).flatMap((group) => rankGroup(group, rule)));
}

/** Lists the matching riders, each with their runs and the runs' points. */
export function ridersOf({ participant, run, graduation }: CompetitionFacts, filter: Filter): RiddenRider[] {
  const runsOf = Map.groupBy(run, ([key]) => riderOfKey(key));
  const offered = Map.groupBy(
    [...graduation].map(([key, facts]): Graduation & { zone_id: number } => ({ id: Number(key), ...facts })),
    ({ zone_id }) => zone_id,
  );
  const wanted = filter.category === undefined ? undefined : categoryKey(filter.category);
  return [...participant].flatMap(([dossard, facts]) => {
    const { category, gender, first_name, last_name, club, status } = facts;
    if (wanted !== undefined && categoryKey(category) !== wanted) return [];
    if (filter.gender !== undefined && filter.gender !== gender) return [];
    const runs = (runsOf.get(dossard) ?? []).map(([key, ridden]) => {
      const graded = graduationFor(offered.get(ridden.zone_id) ?? [], facts);
      const { run_number } = parseRunKey(key);
      return { ...ridden, points: pointsOfRun(ridden, graded), graded: graded !== undefined, run_number };
    });
    return [{ dossard: Number(dossard), category, gender, first_name, last_name, club, status, runs }];
  });
}
