import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import { groupKey } from '@dossard/contract/categories/group.ts';
import type { PublicNames } from '@dossard/contract/competitions/competition.schema.ts';
import { publicNamesOn, showNames } from '@dossard/contract/competitions/public.names.ts';
import { withoutHeld } from '@dossard/contract/declarations/hold.schema.ts';
import type { DeclaredResult } from '@dossard/contract/declarations/result.state.schema.ts';
import { type RankedRider, rankGroup } from '@dossard/contract/rankings/ranking.rules.ts';
import {
  type RankingEntry,
  type RankingQuery,
  type RankingRule,
  rankingPageSize,
} from '@dossard/contract/rankings/ranking.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { readInSnapshot, readTogether } from '../../database/round.trips.ts';
import { competitions } from '../../tables/competition.table.ts';
import { dayOf } from '../../tools/day.ts';
import { getDeclaredResults, type Hold, type StoredResult, undeclared } from '../declarations/declared.results.ts';
import { differsFromList } from '../declarations/frozen.ranking.ts';
import { listStarters, startsOf } from '../starts/start.store.ts';
import { getZoneNames, listClosedZones } from '../zones/zone.store.ts';
import { type Filter, groupsOf, listRiddenRiders, type RankingRider, type RiddenRider } from './ranking.store.ts';

/** A finished page of a ranking: JSON, serialised once for all readers. */
export interface RankingPage extends Pick<KeptRanking, 'version' | 'names'> {
  bytes: Buffer;
}

/** A ranking at a version, with all data of pages and riders' cards. */
export interface KeptRanking {
  version: number;
  /** How riders are named in it. */
  names: PublicNames;
  rule: RankingRule;
  /** For the public without what is held (E12). */
  ranked: RankedRider<RiddenRider>[];
  zoneNames: ReadonlyMap<number, string>;
  closedZones: readonly string[];
  /** The result of the group; absent where several groups are ranked together. */
  result: (DeclaredResult & { differs: boolean }) | undefined;
  hold: Hold | null;
  /** Whether something of it is held from the reader, and of the ranks in the previous round (E12). */
  hides: boolean;
  hidesPrevious: boolean;
  pages: Map<string, RankingPage>;
}

/** Maximum number of cached rankings; the least recently read one is evicted first. */
const keptRankings = 500;

export type Audience = 'members' | 'public';
export type RankingAnswers = ReturnType<typeof createRankingAnswers>;

/**
 * Keeps finished rankings: a ranking is a pure function of facts, computed once for a version however many read it.
 * A cached page is valid while the competition's version is the same, so every process may have its own cache.
 */
export function createRankingAnswers(db: Database, onRead: (from: 'kept' | 'computed') => void = () => {}) {
  const kept = new LRUCache<string, Promise<KeptRanking>>({ max: keptRankings });

  async function rank(competition: CompetitionRow, query: Filter, audience: Audience, now: Date): Promise<KeptRanking> {
    const key = rankingKey(competition.id, query, audience);
    const names = namesFor(audience, competition, now);
    const earlier = kept.get(key);
    if (earlier) {
      const ranked = await earlier.catch(() => undefined);
      if (ranked && ranked.version >= competition.version && ranked.names === names) {
        onRead('kept');
        return earlier;
      }
      if (kept.get(key) !== earlier) return rank(competition, query, audience, now);
    }
    onRead('computed');
    return keep(key, computeRanking(db, competition, query, audience, now));
  }

  function keep(key: string, ranked: Promise<KeptRanking>): Promise<KeptRanking> {
    kept.set(key, ranked);
    const forget = () => kept.get(key) === ranked && kept.delete(key);
    // Empty groups are not cached: they are read quickly, and a client could request millions of made-up categories.
    ranked.then((ranking) => ranking.ranked.length === 0 && !ranking.hold && forget(), forget);
    return ranked;
  }

  return {
    /** Returns the whole ranking of some riders at the competition's version or later. */
    whole: rank,
    /** Returns a page of a ranking at the competition's version or later. */
    async page(competition: CompetitionRow, query: RankingQuery, audience: Audience, now: Date): Promise<RankingPage> {
      const ranked = await rank(competition, query, audience, now);
      const pageKey = `${query.page}|${query.page_size}`;
      const page = ranked.pages.get(pageKey) ?? serialisePage(ranked, query);
      // Out-of-range pages and custom sizes are not cached, or a client could flood the cache.
      const isOrdinary =
        query.page_size === rankingPageSize && (query.page - 1) * rankingPageSize < ranked.ranked.length;
      if (isOrdinary) ranked.pages.set(pageKey, page);
      return page;
    },
  };
}

const rankingKey = (competitionId: number, { category, gender }: Filter, audience: Audience) =>
  [competitionId, audience, category === undefined ? '' : categoryKey(category), gender ?? ''].join('|');

/** Returns how riders are named for an audience; it depends on the settings and on the date. */
export const namesFor = (audience: Audience, competition: CompetitionRow, now: Date): PublicNames =>
  audience === 'public' ? publicNamesOn(dayOf(now), competition) : 'full';

/** Computes a ranking from one snapshot of the database, so that its version and its facts belong together. */
async function computeRanking(
  db: Database,
  { id: competitionId, follows }: CompetitionRow,
  filter: Filter,
  audience: Audience,
  now: Date,
): Promise<KeptRanking> {
  const { category, gender } = filter;
  // The previous round can be ranked only once this competition's row says which one it is (R14).
  const readAll = follows === null ? readTogether : readInSnapshot;
  const [[competition], found, zoneNames, closedZones, declared, previous, starters] = await readAll(db, (tx) => [
    // Sent first, so that on every database the snapshot begins with the version.
    tx.select().from(competitions).where(eq(competitions.id, competitionId)).execute(),
    listRiddenRiders(tx, competitionId, filter),
    getZoneNames(tx, competitionId),
    listClosedZones(tx, competitionId, filter),
    getDeclaredResults(tx, competitionId, filter),
    // All groups: a rider may have ridden the previous round in another one.
    follows !== null && audience === 'public' ? getDeclaredResults(tx, follows) : new Map<string, StoredResult>(),
    listStarters(tx, competitionId),
  ]);
  if (!competition) throw new Error(`There is no competition ${competitionId} to rank.`);
  const { version, ranking_rule: rule } = competition;
  const names = namesFor(audience, competition, now);
  const hidesPrevious = [...previous.values()].some(({ hold }) => hold !== null);
  // The order of the starts tells the ranks of the previous round (R16).
  const starts = hidesPrevious ? new Map<number, string>() : startsOf(competition, starters);
  const riders = found.map((rider) => ({ ...rider, start_time: starts.get(rider.dossard) }));
  const ranked = rankGroup(riders, rule);
  const group = category && gender ? { category, gender } : undefined;
  const stored = group && (declared.get(groupKey(group)) ?? undeclared(group));
  const differs = differsFromList(stored?.list ?? null, ranked, rule);
  const hidden = audience === 'public' ? heldBibs(riders, declared, rule) : new Set<number>();
  const isShown = ({ dossard }: RiddenRider) => !hidden.has(dossard);
  return {
    version,
    names,
    rule,
    zoneNames,
    closedZones,
    pages: new Map(),
    // Ranked together, the ranks of the others would tell those of the held.
    ranked: group ? leaveOut(ranked, isShown) : rankGroup(riders.filter(isShown), rule),
    result: stored && { ...stored.declared, differs },
    hold: stored?.hold ?? null,
    hides: hidden.size > 0,
    hidesPrevious,
  };
}

/** Leaves riders out of a ranking of one group; who follows one of them is not compared with them. */
const leaveOut = (ranked: RankedRider<RiddenRider>[], isShown: (rider: RiddenRider) => boolean) =>
  ranked.flatMap((one, index) => {
    const above = ranked[index - 1];
    if (!isShown(one.rider)) return [];
    return above && !isShown(above.rider) ? [{ ...one, decided_by: null }] : [one];
  });

/** Lists the riders whose places are held in their groups (E12). */
function heldBibs(
  riders: readonly RiddenRider[],
  declared: ReadonlyMap<string, StoredResult>,
  rule: RankingRule,
): ReadonlySet<number> {
  if (![...declared.values()].some(({ hold }) => hold)) return new Set();
  return new Set(
    groupsOf(riders).flatMap((group) => {
      const ranked = rankGroup(group, rule);
      const shown = new Set(withoutHeld(ranked, group[0] && declared.get(groupKey(group[0]))?.hold?.held));
      return ranked.filter((one) => !shown.has(one)).map(({ rider }) => rider.dossard);
    }),
  );
}

/** Formats a ranked rider for a ranking. */
export function entryOf({ rider, ...place }: RankedRider<RankingRider>, names: PublicNames): RankingEntry {
  return {
    ...place,
    ...showNames(rider, names),
    ...pick(rider, 'dossard', 'category', 'gender', 'club'),
    status: rider.status ?? null,
    ...(rider.start_time && { start_time: rider.start_time }),
  };
}

function serialisePage(kept: KeptRanking, { page, page_size }: RankingQuery): RankingPage {
  const { version, names, ranked, closedZones } = kept;
  const rankings = ranked.slice((page - 1) * page_size, page * page_size).map((rider) => entryOf(rider, names));
  const closed = closedZones.length > 0 && { closed_zones: closedZones };
  const answer = { rankings, total: ranked.length, version, ...stateOf(kept), ...closed };
  return { version, names, bytes: Buffer.from(JSON.stringify(answer)) };
}

/** Formats the state of a group's result for ranking answers (E1, E5, E12). */
export const stateOf = ({ result, hold }: Pick<KeptRanking, 'result' | 'hold'>) => ({
  state: result?.state ?? null,
  revision: result?.revision ?? null,
  complaints_until: result?.complaints_until ?? null,
  published_at: result?.published_at ?? null,
  differs: result?.differs ?? false,
  held: hold?.held ?? null,
  release_at: hold?.release_at ?? null,
});
