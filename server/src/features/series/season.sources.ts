import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { RankedStart } from '@dossard/contract/series/standings.rules.ts';
import { and, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { readInSnapshot } from '../../database/round.trips.ts';
import { competitions } from '../../tables/competition.table.ts';
import { officialLists } from '../../tables/result.tables.ts';
import { isGroup } from '../declarations/declared.results.ts';
import { listEntered } from '../identity/season.columns.ts';
import type { Audience, KeptRanking, RankingAnswers } from '../rankings/ranking.answers.ts';
import { type ListedEntry, readListed } from './listed.riders.ts';

export type SeasonSources = ReturnType<typeof createSeasonSources>;

/** Maximum number of competitions whose entries are cached in memory. */
const keptLists = 500;

/** The places of a group by bib. */
interface Places {
  byBib: ReadonlyMap<number, RankedStart>;
  /** Whether the bibs are those of an official list (T10). */
  isOfficial: boolean;
}

const noPlaces: Places = { byBib: new Map(), isOfficial: false };

/**
 * What a season reads of its competitions: entries, cached by version, and places of the cached rankings.
 */
export function createSeasonSources(db: Database, rankings: RankingAnswers) {
  const lists = new LRUCache<number, { version: number; entries: ListedEntry[] }>({ max: keptLists });
  const placesOf = new WeakMap<KeptRanking, Promise<Places>>();

  async function getPlaces(competition: CompetitionRow, group: Group, audience: Audience, now: Date): Promise<Places> {
    const ranking = await rankings.whole(competition, group, 'members', now);
    const places = placesOf.get(ranking) ?? placesIn(db, competition.id, group, ranking);
    placesOf.set(ranking, places);
    places.catch(() => placesOf.delete(ranking));
    // Places beside the held ones would tell them: the group does not count in public until all are released (E12).
    return audience === 'public' && ranking.hold ? noPlaces : places;
  }

  return {
    /** Lists the entries of a competition, with their group and bib on the official list. */
    async listEntries({ id, version }: CompetitionRow): Promise<ListedEntry[]> {
      const known = lists.get(id);
      if (known && known.version >= version) return known.entries;
      const [[read], present, toListed] = await readInSnapshot(db, (tx) => [
        tx.select({ version: competitions.version }).from(competitions).where(eq(competitions.id, id)).execute(),
        listEntered(tx, id),
        readListed(tx, id),
      ]);
      const entries = present.map(toListed);
      lists.set(id, { version: read?.version ?? version, entries });
      return entries;
    },
    /** Returns a function that finds the place of an entry in its group, for the groups of the given entries. */
    async readPlaces(competition: CompetitionRow, entries: readonly ListedEntry[], audience: Audience, now: Date) {
      const groups = new Map(entries.map((entry) => [groupKey(entry), entry]));
      const all = await Promise.all(
        [...groups].map(async ([key, group]) => [key, await getPlaces(competition, group, audience, now)] as const),
      );
      const places = new Map(all);
      return (entry: ListedEntry) => findStart(places.get(groupKey(entry)) ?? noPlaces, entry);
    },
  };
}

/** Finds the place of an entry; the best one of a rider who had two bibs on the official list. */
function findStart({ byBib, isOfficial }: Places, { number, listed_as }: ListedEntry): RankedStart | undefined {
  const bibs = isOfficial && listed_as ? listed_as : [number];
  const [best] = bibs
    .flatMap((bib) => byBib.get(bib) ?? [])
    .sort((a, b) => (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY));
  return best;
}

/** Reads the places of a ranking by bib; those of the official list if the group is official (T10). */
async function placesIn(
  db: Database,
  competitionId: number,
  group: Group,
  { ranked, result }: KeptRanking,
): Promise<Places> {
  const live = new Map(
    ranked.map(({ rider, rank, number_of_runs }): [number, RankedStart] => [
      rider.dossard,
      { rank, status: rider.status ?? null, rode: number_of_runs > 0 },
    ]),
  );
  const isOfficial = result?.state === 'official';
  if (!isOfficial || !result.differs) return { byBib: live, isOfficial };
  const isIt = and(isGroup(officialLists, competitionId, group), eq(officialLists.revision, result.revision));
  const [list] = await db.select().from(officialLists).where(isIt);
  if (!list) return { byBib: live, isOfficial: false };
  const { rankings } = JSON.parse(list.body) as {
    rankings: (RankedStart & { dossard: number; number_of_runs: number })[];
  };
  const byBib = new Map(
    rankings.map(({ dossard, rank, status, number_of_runs }) => [dossard, { rank, status, rode: number_of_runs > 0 }]),
  );
  return { byBib, isOfficial };
}
