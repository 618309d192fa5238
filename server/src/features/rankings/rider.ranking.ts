import type { Competition, PublicNames } from '@dossard/contract/competitions/competition.schema.ts';
import { showNames } from '@dossard/contract/rankings/public.names.ts';
import { explainOrder, rankGroup } from '@dossard/contract/rankings/ranking.rules.ts';
import type { Neighbour, RankingRule, RiderRanking } from '@dossard/contract/rankings/ranking.schema.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { competitions } from '../competitions/competition.table.ts';
import { getParticipant } from '../participants/participant.store.ts';
import { listRunsOfRider } from '../runs/run.store.ts';
import { entryOf } from './ranking.answers.ts';
import { type RankingRider, readRiders } from './ranking.store.ts';

/**
 * Reads a rider's place in their category and gender, the runs behind it and what decided it, from one snapshot.
 * Throws `participant_not_found`.
 */
export function readRiderRanking(
  db: Database,
  { id }: Pick<Competition, 'id'>,
  dossard: number,
  names: PublicNames,
): Promise<RiderRanking> {
  return db.transaction(
    async (tx) => {
      const { category, gender } = await getParticipant(tx, id, dossard);
      const [competition] = await tx.select().from(competitions).where(eq(competitions.id, id));
      if (!competition) throw new Error(`There is no competition ${id} to rank.`);
      const { ranking_rule, version } = competition;
      const ranked = rankGroup(await readRiders(tx, id, { category, gender }), ranking_rule);
      const place = ranked.findIndex(({ rider }) => rider.dossard === dossard);
      const found = ranked[place];
      if (!found) throw new Error(`Rider ${dossard} is not in the ranking of ${category} ${gender}.`);
      const beside = (index: number) => describeNeighbour(found, ranked[index], ranking_rule, names);
      return {
        category,
        gender,
        entry: entryOf(found, names),
        zones: groupByZone(await listRunsOfRider(tx, { competition_id: id, dossard }, ranking_rule.runs)),
        above: beside(place - 1),
        below: beside(place + 1),
        version,
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

type Ranked = ReturnType<typeof rankGroup<RankingRider>>[number];

/** Nothing decides between riders of whom one has no run (R8). */
function describeNeighbour(
  found: Ranked,
  neighbour: Ranked | undefined,
  rule: RankingRule,
  names: PublicNames,
): Neighbour | null {
  if (!neighbour || found.rank === null || neighbour.rank === null) return null;
  return {
    rank: neighbour.rank,
    dossard: neighbour.rider.dossard,
    ...showNames(neighbour.rider, names),
    ...explainOrder(found.rider, neighbour.rider, rule),
  };
}

/** Groups runs by zone, in the order in which the rider came to them. */
function groupByZone(runs: readonly Run[]): RiderRanking['zones'] {
  const zones = new Map<number, RiderRanking['zones'][number]>();
  for (const run of runs) {
    const zone = zones.get(run.zone_id) ?? { zone_id: run.zone_id, zone_name: run.zone_name, runs: [] };
    zones.set(run.zone_id, zone);
    zone.runs.push(run);
  }
  return [...zones.values()];
}
