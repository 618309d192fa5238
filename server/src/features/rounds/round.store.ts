import { groupKey, isSameGroup } from '@dossard/contract/categories/group.ts';
import type { RankedRider } from '@dossard/contract/rankings/ranking.rules.ts';
import type { FirstOfGroup, Follows, StartOrder, TakenRider } from '@dossard/contract/rounds/round.schema.ts';
import { and, asc, isNotNull } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { isNameless } from '../../logged/logged.kinds.ts';
import { isUsable } from '../../rights/relations.ts';
import { competitions } from '../../tables/competition.table.ts';
import { hasValues } from '../../tables/has.values.ts';
import { isPresent } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { type RankingRider, rankCompetition } from '../rankings/ranking.store.ts';
import { isSameRider, type RiderHere, readRidersHere } from './riders.here.ts';

/**
 * Reads which competition this one follows, with its name, which a suspended relation hides if it is private (X2).
 */
export async function getFollows(
  db: Database,
  { follows, follows_made_by, follows_groups }: Pick<CompetitionRow, 'follows' | 'follows_made_by' | 'follows_groups'>,
): Promise<Follows> {
  if (follows === null)
    return { competition_id: null, competition_name: null, groups: follows_groups, suspended: false };
  const suspended = !(await isUsable(db, { competition_id: follows, made_by: follows_made_by }));
  const isRound = hasValues(competitions, { id: follows, deleted_at: null });
  const [before] = await db.select().from(competitions).where(isRound);
  const competition_name = before && (before.is_public || !suspended) ? before.name : null;
  return { competition_id: follows, competition_name, groups: follows_groups, suspended };
}

/**
 * Plans the transfer from the previous round (R16): the first riders of each group, including those who share the last
 * rank. A rider who withdrew here is replaced by the next. The start order is the reverse of the ranks.
 */
export async function planTakeOver(
  db: Database,
  competitionId: number,
  follows: number,
  groups: readonly FirstOfGroup[],
): Promise<TakenRider[]> {
  const ranked = await rankCompetition(db, follows);
  const findHere = await readRidersHere(db, competitionId);
  return groups.flatMap((group) => {
    const ofGroup = ranked.filter(({ rider, rank }) => rank !== null && isSameGroup(rider, group));
    return planGroup(ofGroup, group.first, findHere);
  });
}

function planGroup(
  ranked: readonly RankedRider<RankingRider>[],
  first: number,
  findHere: (rider: RankingRider) => RiderHere | undefined,
): TakenRider[] {
  const taken = new Map<number, TakenRider>();
  /** Those who ride in another group here, whose order is not this one. */
  const elsewhere = new Set<number>();
  let starters = 0;
  let lastRank: number | null = null;
  for (const { rider, rank } of ranked) {
    if (rank === null || (starters >= first && rank !== lastRank)) break;
    const here = findHere(rider);
    const outcome = outcomeFor(rider, here);
    const isHere = here && (outcome === 'present' || outcome === 'withdrawn');
    const dossard = isHere ? here.dossard_number : rider.dossard;
    // Two of the previous round may be one rider here, with the better rank.
    if (taken.has(dossard)) continue;
    taken.set(dossard, { ...rider, dossard, rank, start_position: null, outcome });
    if (isHere && !isSameGroup(here, rider)) elsewhere.add(dossard);
    if (outcome === 'withdrawn') continue;
    starters += 1;
    lastRank = rank;
  }
  let position = 0;
  return [...taken.values()].toReversed().map((rider) => {
    const starts = (rider.outcome === 'added' || rider.outcome === 'present') && !elsewhere.has(rider.dossard);
    return starts ? { ...rider, start_position: ++position } : rider;
  });
}

/** Returns what happens to a rider: the bib identifies them in both rounds, unless another rider has it here. */
function outcomeFor(rider: RankingRider, here: RiderHere | undefined): TakenRider['outcome'] {
  if (!here) return 'added';
  if (!isSameRider(rider, here)) return here.deleted_at === null ? 'bib_taken' : 'added';
  if (here.deleted_at !== null) return here.isDeleted || isNameless(here) ? 'withdrawn' : 'added';
  return here.status === 'dns' ? 'withdrawn' : 'present';
}

/** Lists the start order of each group that has one. */
export async function listStartOrder(db: Database, competitionId: number): Promise<StartOrder> {
  const { dossard_number, category, gender, first_name, last_name, club, start_position } = participants;
  const riders = await db
    .select({ dossard: dossard_number, category, gender, first_name, last_name, club, start_position })
    .from(participants)
    .where(and(isPresent(participants, competitionId), isNotNull(start_position)))
    .orderBy(asc(category), asc(gender), asc(start_position), asc(dossard_number));
  const groups = new Map<string, StartOrder['groups'][number]>();
  for (const { category, gender, start_position, ...rider } of riders) {
    const group = groups.get(groupKey({ category, gender })) ?? { category, gender, riders: [] };
    groups.set(groupKey(group), group);
    group.riders.push({ ...rider, start_position: start_position ?? 0 });
  }
  return { groups: [...groups.values()] };
}
