import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { SeasonEntry } from '@dossard/contract/series/same.rider.rules.ts';
import type { RankedStart } from '@dossard/contract/series/standings.rules.ts';
import { and, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { readTogether } from '../../database/round.trips.ts';
import { competitions } from '../../tables/competition.table.ts';
import { officialLists } from '../../tables/result.tables.ts';
import { isGroup } from '../declarations/declared.results.ts';
import { getOfficialGroups } from '../declarations/official.groups.ts';
import { listEntered } from '../identity/season.columns.ts';
import type { Audience, KeptRanking, RankingAnswers } from '../rankings/ranking.answers.ts';

export type SeasonSources = ReturnType<typeof createSeasonSources>;

/** Maximum number of competitions whose entries are cached in memory. */
const keptLists = 500;

/**
 * What a season reads of its competitions: entries, cached by version, and places of the cached rankings.
 */
export function createSeasonSources(db: Database, rankings: RankingAnswers) {
  const lists = new LRUCache<number, { version: number; entries: SeasonEntry[] }>({ max: keptLists });
  const placesOf = new WeakMap<KeptRanking, Promise<Map<number, RankedStart>>>();

  async function getPlaces(
    competition: CompetitionRow,
    group: Group,
    audience: Audience,
    now: Date,
  ): Promise<Map<number, RankedStart>> {
    const ranking = await rankings.whole(competition, group, 'members', now);
    const places = placesOf.get(ranking) ?? placesIn(db, competition.id, group, ranking);
    placesOf.set(ranking, places);
    places.catch(() => placesOf.delete(ranking));
    // Places beside the held ones would tell them: the group does not count in public until all are released (E12).
    return audience === 'public' && ranking.hold ? new Map() : places;
  }

  return {
    /** Lists the entries of a competition, with their group on the official list. */
    async listEntries({ id, version }: CompetitionRow): Promise<SeasonEntry[]> {
      const known = lists.get(id);
      if (known && known.version >= version) return known.entries;
      const [[read], present, official] = await readTogether(db, (tx) => [
        tx.select({ version: competitions.version }).from(competitions).where(eq(competitions.id, id)).execute(),
        listEntered(tx, id),
        getOfficialGroups(tx, id),
      ]);
      const entries = present.map((entry) => ({ ...entry, ...official.get(entry.number) }));
      lists.set(id, { version: read?.version ?? version, entries });
      return entries;
    },
    /** Returns a function that finds the place of a bib in the groups of the given entries. */
    async readPlaces(competition: CompetitionRow, entries: readonly SeasonEntry[], audience: Audience, now: Date) {
      const groups = new Map(entries.map((entry) => [groupKey(entry), entry]));
      const all = await Promise.all([...groups.values()].map((group) => getPlaces(competition, group, audience, now)));
      return (dossard: number): RankedStart | undefined => all.find((places) => places.has(dossard))?.get(dossard);
    },
  };
}

/** Reads the places of a ranking by bib; those of the official list if the group is official (T10). */
async function placesIn(
  db: Database,
  competitionId: number,
  group: Group,
  { ranked, result }: KeptRanking,
): Promise<Map<number, RankedStart>> {
  const live = new Map(
    ranked.map(({ rider, rank, number_of_runs }): [number, RankedStart] => [
      rider.dossard,
      { rank, status: rider.status ?? null, rode: number_of_runs > 0 },
    ]),
  );
  if (result?.state !== 'official' || !result.differs) return live;
  const [list] = await db
    .select({ body: officialLists.body })
    .from(officialLists)
    .where(and(isGroup(officialLists, competitionId, group), eq(officialLists.revision, result.revision)));
  if (!list) return live;
  const { rankings } = JSON.parse(list.body) as {
    rankings: (RankedStart & { dossard: number; number_of_runs: number })[];
  };
  return new Map(
    rankings.map(({ dossard, rank, status, number_of_runs }) => [dossard, { rank, status, rode: number_of_runs > 0 }]),
  );
}
