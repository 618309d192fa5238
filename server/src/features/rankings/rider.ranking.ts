import type { Group } from '@dossard/contract/categories/group.ts';
import { showNames } from '@dossard/contract/competitions/public.names.ts';
import { countedRuns, explainOrder, type RankedRider } from '@dossard/contract/rankings/ranking.rules.ts';
import type { Neighbour, RankingRule, RiderRanking } from '@dossard/contract/rankings/ranking.schema.ts';
import { type CompetitionRow, findAccess } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { type Audience, entryOf, type KeptRanking, type RankingAnswers, type RankingPage } from './ranking.answers.ts';
import { getGroupOfRider, type RiddenRider } from './ranking.store.ts';

/** Attempts to find a rider who changes group at that moment. */
const attempts = 3;

/**
 * Returns a rider's card: their place in the group, the runs behind it and the deciding criteria, from the cached
 * ranking of the competition's version. Throws `participant_not_found`.
 */
export async function answerRiderRanking(
  { db, rankings }: { db: Database; rankings: RankingAnswers },
  given: CompetitionRow,
  dossard: number,
  audience: Audience,
  now: Date,
): Promise<RankingPage> {
  let competition: CompetitionRow | undefined = given;
  for (let attempt = 0; attempt < attempts && competition; attempt += 1) {
    const group = await getGroupOfRider(db, competition.id, dossard);
    const ranking = await rankings.whole(competition, group, audience, now);
    const card = describeRider(ranking, group, dossard);
    if (card) return { version: ranking.version, names: ranking.names, bytes: Buffer.from(JSON.stringify(card)) };
    // The rider joined or left this group after the ranking was read.
    competition = await findAccess(db, competition.id, undefined);
  }
  throw new Refusal('participant_not_found');
}

type Ranked = RankedRider<RiddenRider>;

/** Describes a rider's place from the ranking of their group; undefined when they are not in it. */
function describeRider(
  { ranked, rule, names, version, zoneNames, hides, hidesPrevious }: KeptRanking,
  { category, gender }: Group,
  dossard: number,
): RiderRanking | undefined {
  const place = ranked.findIndex(({ rider }) => rider.dossard === dossard);
  const found = ranked[place];
  if (!found) return undefined;
  // The criterion that separates two riders is stored with the lower of the two.
  const beside = (index: number) =>
    describeNeighbour(found, ranked[index], ranked[Math.max(place, index)], { rule, names, hides, hidesPrevious });
  return {
    category,
    gender,
    entry: entryOf(found, names),
    zones: groupByZone(found.rider, rule, zoneNames),
    above: beside(place - 1),
    below: beside(place + 1),
    version,
  };
}

/** No criterion separates two riders if one of them has no run (R8). */
function describeNeighbour(
  found: Ranked,
  neighbour: Ranked | undefined,
  lower: Ranked | undefined,
  { rule, names, hides, hidesPrevious }: Pick<KeptRanking, 'rule' | 'names' | 'hides' | 'hidesPrevious'>,
): Neighbour | null {
  if (!neighbour || !lower?.decided_by || found.rank === null || neighbour.rank === null) return null;
  const explained = explainOrder(found.rider, neighbour.rider, lower.decided_by, rule);
  const isHidden = hidesPrevious && lower.decided_by === 'previous_round';
  return {
    rank: neighbour.rank,
    dossard: neighbour.rider.dossard,
    ...showNames(neighbour.rider, names),
    ...explained,
    ...(isHidden && { own: [], other: [] }),
    // The jury's words may name a held rider.
    reason: lower.decided_by === 'jury' && !hides ? (lower.rider.jury?.reason ?? null) : null,
  };
}

/** Groups a rider's runs by zone, in the order in which the rider first rode them. */
function groupByZone(
  { runs }: RiddenRider,
  rule: RankingRule,
  zoneNames: ReadonlyMap<number, string>,
): RiderRanking['zones'] {
  const inOrder = [...runs].sort((a, b) => a.run_number - b.run_number);
  const counted = new Set(countedRuns(inOrder, rule.runs));
  const zones = new Map<number, RiderRanking['zones'][number]>();
  for (const ridden of inOrder) {
    const { zone_id, ...run } = ridden;
    const zone = zones.get(zone_id) ?? { zone_id, zone_name: zoneNames.get(zone_id) ?? '', runs: [] };
    zones.set(zone_id, zone);
    zone.runs.push({ ...run, counted: counted.has(ridden) });
  }
  return [...zones.values()];
}
