import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import type { PublicNames } from '@dossard/contract/competitions/competition.schema.ts';
import { publicNamesOn, showNames } from '@dossard/contract/competitions/public.names.ts';
import type { DeclaredResult } from '@dossard/contract/declarations/result.state.schema.ts';
import { type RankedRider, rankGroup } from '@dossard/contract/rankings/ranking.rules.ts';
import {
  type RankingEntry,
  type RankingQuery,
  type RankingRule,
  rankingPageSize,
} from '@dossard/contract/rankings/ranking.schema.ts';
import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { readInSnapshot, readTogether } from '../../database/round.trips.ts';
import { competitions } from '../../tables/competition.table.ts';
import { dayOf } from '../../tools/day.ts';
import { getDeclaredResult } from '../declarations/declared.results.ts';
import { freezeRanking, hashRanking } from '../declarations/frozen.ranking.ts';
import { getZoneNames, listClosedZones } from '../zones/zone.store.ts';
import { type Filter, listRiddenRiders, type RankingRider, type RiddenRider } from './ranking.store.ts';

/** A finished page of a ranking: JSON, serialised once for all readers. */
export interface RankingPage {
  version: number;
  /** How riders are named on it. */
  names: PublicNames;
  bytes: Buffer;
}

/** A ranking at a version, with all data of pages and riders' cards. */
export interface KeptRanking {
  version: number;
  names: PublicNames;
  rule: RankingRule;
  ranked: RankedRider<RiddenRider>[];
  zoneNames: ReadonlyMap<number, string>;
  closedZones: readonly string[];
  /** The result of the group; absent where several groups are ranked together. */
  result: (DeclaredResult & { differs: boolean }) | undefined;
  pages: Map<string, RankingPage>;
}

/** Maximum number of cached rankings; the least recently read one is evicted first. */
const keptRankings = 500;

export type Audience = 'members' | 'public';
export interface RankingAnswers {
  /** Returns a page of a ranking at the competition's version or later. */
  page(competition: CompetitionRow, query: RankingQuery, audience: Audience, now: Date): Promise<RankingPage>;
  /** Returns the whole ranking of some riders at the competition's version or later. */
  whole(competition: CompetitionRow, filter: Filter, audience: Audience, now: Date): Promise<KeptRanking>;
}

/**
 * Keeps finished rankings: a ranking is a pure function of facts, computed once for a version however many read it.
 * A cached page is valid while the competition's version is the same, so every process may have its own cache.
 */
export function createRankingAnswers(
  db: Database,
  onRead: (from: 'kept' | 'computed') => void = () => {},
): RankingAnswers {
  const kept = new LRUCache<string, Promise<KeptRanking>>({ max: keptRankings });

  async function rank(competition: CompetitionRow, query: Filter, audience: Audience, now: Date): Promise<KeptRanking> {
    const key = keyOf(competition.id, query, audience);
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
    ranked.then((ranking) => ranking.ranked.length === 0 && forget(), forget);
    return ranked;
  }

  return {
    whole: rank,
    async page(competition, query, audience, now) {
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

const keyOf = (competitionId: number, { category, gender }: Filter, audience: Audience) =>
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
  const [[competition], riders, zoneNames, closedZones, stored] = await readAll(db, (tx) => [
    // Sent first, so that on every database the snapshot begins with the version.
    tx.select().from(competitions).where(eq(competitions.id, competitionId)).execute(),
    listRiddenRiders(tx, competitionId, filter),
    getZoneNames(tx, competitionId),
    listClosedZones(tx, competitionId, filter),
    category && gender ? getDeclaredResult(tx, competitionId, { category, gender }) : undefined,
  ]);
  if (!competition) throw new Error(`There is no competition ${competitionId} to rank.`);
  const { version, ranking_rule: rule } = competition;
  const names = namesFor(audience, competition, now);
  const ranked = rankGroup(riders, rule);
  const differs = stored?.ranking_sha256 ? hashRanking(freezeRanking(ranked, rule)) !== stored.ranking_sha256 : false;
  const result = stored && { ...stored.declared, differs };
  return { version, names, rule, ranked, zoneNames, closedZones, result, pages: new Map() };
}

/** Formats a ranked rider for a ranking. */
export function entryOf({ rider, ...place }: RankedRider<RankingRider>, names: PublicNames): RankingEntry {
  return {
    rank: place.rank,
    ...showNames(rider, names),
    dossard: rider.dossard,
    category: rider.category,
    gender: rider.gender,
    club: rider.club,
    total_points: place.total_points,
    chrono_sec: place.chrono_sec,
    penality: place.penality,
    number_of_runs: place.number_of_runs,
    decided_by: place.decided_by,
    status: rider.status ?? null,
  };
}

function serialisePage(kept: KeptRanking, { page, page_size }: RankingQuery): RankingPage {
  const { version, names, ranked, closedZones, result } = kept;
  const rankings = ranked.slice((page - 1) * page_size, page * page_size).map((rider) => entryOf(rider, names));
  const closed = closedZones.length > 0 && { closed_zones: closedZones };
  const answer = { rankings, total: ranked.length, version, ...stateOf(result), ...closed };
  return { version, names, bytes: Buffer.from(JSON.stringify(answer)) };
}

/** Formats the state of a group's result for ranking answers (E1, E5). */
export const stateOf = (result: KeptRanking['result']) => ({
  state: result?.state ?? null,
  revision: result?.revision ?? null,
  complaints_until: result?.complaints_until ?? null,
  published_at: result?.published_at ?? null,
  differs: result?.differs ?? false,
});
