import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import type { RankingAtQuery } from '@dossard/contract/history/history.schema.ts';
import { type RankedRider, rankGroup } from '@dossard/contract/rankings/ranking.rules.ts';
import { defaultRankingRule, type RankingEntry, type RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import { parseRunKey, riderOfKey } from '@dossard/contract/runs/run.key.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { readSnapshot } from '../../database/round.trips.ts';
import { entryOf } from '../rankings/ranking.answers.ts';
import { type Filter, groupsOf, type RankingRider, type RiddenRider, ranksByBib } from '../rankings/ranking.store.ts';
import type { CompetitionFacts } from './history.facts.ts';
import { findPreviousRoundAt, getJuryPositionsAt } from './past.decisions.ts';
import { getPastFacts } from './rows.store.ts';

/** Computes the ranking at a past time: the present rows, with every later entry of the history undone. */
export async function rankAt(
  db: Database,
  competition: CompetitionRow,
  query: RankingAtQuery,
): Promise<{ rankings: RankingEntry[]; total: number; version: number }> {
  const ranked = await readSnapshot(db, (tx) => rankPast(tx, competition.id, query.time, query));
  const entries = ranked.map((rider) => entryOf(rider, 'full'));
  const { page, page_size } = query;
  return {
    rankings: entries.slice((page - 1) * page_size, page * page_size),
    total: entries.length,
    version: competition.version,
  };
}

/** Ranks the matching riders as one group, by the rule and the tie decisions at that moment (R14, R15). */
async function rankPast(
  db: Database,
  competitionId: number,
  time: string,
  filter: Filter,
): Promise<RankedRider<RankingRider>[]> {
  const past = await getPastFacts(db, competitionId, time);
  return rankGroup(await addTies(db, past, { competitionId, time }, ridersOf(past, filter)), ruleOf(past));
}

const ruleOf = (past: CompetitionFacts): RankingRule => {
  const [settings] = past.competition.values();
  return settings?.ranking_rule ?? defaultRankingRule;
};

/** Adds to riders the decisions of the jury and the result of the previous round, as of that moment. */
async function addTies(
  db: Database,
  past: CompetitionFacts,
  { competitionId, time }: { competitionId: number; time: string },
  riders: readonly RankingRider[],
): Promise<RankingRider[]> {
  const positions = await getJuryPositionsAt(db, competitionId, time);
  const readsRoundBefore = ruleOf(past).tie_breaks.includes('previous_round');
  const before = readsRoundBefore ? await findPreviousRoundAt(db, competitionId, time) : null;
  const ranks = before === null ? new Map<number, number>() : await rankGroupsAt(db, before, time);
  return riders.map((rider) => ({
    ...rider,
    jury: positions.get(rider.dossard),
    previous_rank: ranks.get(rider.dossard),
  }));
}

/** Ranks each group of a competition at a moment; returns ranks by bib. */
export async function rankGroupsAt(db: Database, competitionId: number, time: string): Promise<Map<number, number>> {
  const past = await getPastFacts(db, competitionId, time);
  const riders = await addTies(db, past, { competitionId, time }, ridersOf(past, {}));
  const ranked = groupsOf(riders).flatMap((group) => rankGroup(group, ruleOf(past)));
  return ranksByBib(ranked);
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
