import type { PublicNames } from '@dossard/contract/competitions/competition.schema.ts';
import { publicNamesOn, showNames } from '@dossard/contract/rankings/public.names.ts';
import { type RankedRider, rankGroup } from '@dossard/contract/rankings/ranking.rules.ts';
import { type RankingEntry, type RankingQuery, rankingPageSize } from '@dossard/contract/rankings/ranking.schema.ts';
import { categoryKey } from '@dossard/contract/text/category.schema.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import type { CompetitionRow } from '../competitions/competition.access.ts';
import { competitions } from '../competitions/competition.table.ts';
import { type RankingRider, readRiders } from './ranking.store.ts';

/** A finished page of a ranking: JSON, serialised once for all who read it. */
export interface RankingPage {
  version: number;
  /** How riders are named on it. */
  names: PublicNames;
  bytes: Buffer;
}

interface RankedFilter {
  version: number;
  names: PublicNames;
  entries: RankingEntry[];
  pages: Map<string, RankingPage>;
}

/** Rankings kept in memory at most; the one that was read longest ago goes first. */
const keptRankings = 500;

export type Audience = 'members' | 'public';
export interface RankingAnswers {
  /** Answers a page of a ranking at the competition's version or later. */
  page(competition: CompetitionRow, query: RankingQuery, audience: Audience, now: Date): Promise<RankingPage>;
}

/**
 * Keeps finished rankings: a ranking is a pure function of facts, computed once for a version however many read it.
 * A competition's version tells whether what is kept is still true, so any number of processes may keep their own.
 */
export function createRankingAnswers(
  db: Database,
  onRead: (from: 'kept' | 'computed') => void = () => {},
): RankingAnswers {
  const kept = new Map<string, Promise<RankedFilter>>();

  async function rank(
    competition: CompetitionRow,
    query: RankingQuery,
    audience: Audience,
    now: Date,
  ): Promise<RankedFilter> {
    const key = keyOf(competition.id, query, audience);
    const names = namesFor(audience, competition, now);
    const earlier = kept.get(key);
    if (earlier) {
      const ranked = await earlier.catch(() => undefined);
      if (ranked && ranked.version >= competition.version && ranked.names === names) {
        onRead('kept');
        return keep(key, earlier);
      }
      if (kept.get(key) !== earlier) return rank(competition, query, audience, now);
    }
    onRead('computed');
    return keep(key, computeRanking(db, competition.id, query, audience, now));
  }

  function keep(key: string, ranked: Promise<RankedFilter>): Promise<RankedFilter> {
    kept.delete(key);
    kept.set(key, ranked);
    ranked.catch(() => kept.get(key) === ranked && kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > keptRankings && oldest !== undefined) kept.delete(oldest);
    return ranked;
  }

  return {
    async page(competition, query, audience, now) {
      const ranked = await rank(competition, query, audience, now);
      const pageKey = `${query.page}|${query.page_size}`;
      const page = ranked.pages.get(pageKey) ?? serialisePage(ranked, query);
      // Pages of nobody and of odd sizes are not worth keeping: anyone could ask for millions of them.
      const isOrdinary =
        query.page_size === rankingPageSize && (query.page - 1) * rankingPageSize < ranked.entries.length;
      if (isOrdinary) ranked.pages.set(pageKey, page);
      return page;
    },
  };
}

const keyOf = (competitionId: number, { category, gender }: RankingQuery, audience: Audience) =>
  [competitionId, audience, category === undefined ? '' : categoryKey(category), gender ?? ''].join('|');

/** How riders are named to those who ask; the settings may change it, and so may a day that passes. */
const namesFor = (audience: Audience, competition: CompetitionRow, now: Date): PublicNames =>
  audience === 'public' ? publicNamesOn(dayOf(now), competition) : 'full';

/** The day of a moment, in UTC. */
export const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** Computes a ranking from one snapshot of the database, so that its version and its facts belong together. */
async function computeRanking(
  db: Database,
  competitionId: number,
  query: RankingQuery,
  audience: Audience,
  now: Date,
): Promise<RankedFilter> {
  const { competition, riders } = await db.transaction(
    async (tx) => {
      const [competition] = await tx.select().from(competitions).where(eq(competitions.id, competitionId));
      if (!competition) throw new Error(`There is no competition ${competitionId} to rank.`);
      return { competition, riders: await readRiders(tx, competitionId, query) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const names = namesFor(audience, competition, now);
  const entries = rankGroup(riders, competition.ranking_rule).map((ranked) => entryOf(ranked, names));
  return { version: competition.version, names, entries, pages: new Map() };
}

/** Writes a ranked rider as rankings show them. */
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
  };
}

function serialisePage({ version, names, entries }: RankedFilter, { page, page_size }: RankingQuery): RankingPage {
  const rankings = entries.slice((page - 1) * page_size, page * page_size);
  return { version, names, bytes: Buffer.from(JSON.stringify({ rankings, total: entries.length, version })) };
}
