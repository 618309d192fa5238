import type { Group } from '@dossard/contract/categories/category.schema.ts';
import { competitionSchema } from '@dossard/contract/competitions/competition.schema.ts';
import type { PageData, PublicPage } from '@dossard/contract/pages/public.page.ts';
import { firstCategory, type RankedGroups, shownGroups } from '@dossard/contract/rankings/ranking.choice.ts';
import { type Ranking, rankingPageSize } from '@dossard/contract/rankings/ranking.schema.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import * as z from 'zod/mini';
import type { CompetitionAccess } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { entryOf, type RankingAnswers } from '../rankings/ranking.answers.ts';
import { listGroups, listGroupsOfRiders } from '../zones/zone.store.ts';

/* What the public pages show, as the API would answer it. */

type RankingScreen = Extract<PublicPage, { name: 'ranking' }>;

/** Reads the groups of a competition, and which of them have riders. */
export async function readRankedGroups(db: Database, competitionId: number): Promise<RankedGroups> {
  const [groups, entered] = await Promise.all([listGroups(db, competitionId), listGroupsOfRiders(db, competitionId)]);
  return { categories_and_genders: groups, with_riders: groups.filter((group) => entered.has(groupKey(group))) };
}

/** Writes a competition as visitors see it. */
export const publicCompetition = (competition: CompetitionAccess) =>
  z.parse(competitionSchema, { ...competition, role: null });

/** Reads a ranking page; undefined if it asks for riders beyond the last one. */
export async function readRankingScreen(
  rankings: RankingAnswers,
  competition: CompetitionAccess,
  groups: RankedGroups,
  page: RankingScreen,
  now: Date,
): Promise<PageData | undefined> {
  const category = page.category ?? firstCategory(groups);
  const shown = category === undefined ? [] : shownGroups(groups, category, page.gender);
  const read = await Promise.all(
    shown.map(async (group) => {
      const number = group.gender === 'F' ? page.page_f : page.page_h;
      const query = { ...group, page: number, page_size: rankingPageSize };
      const { bytes } = await rankings.page(competition, query, 'public', now);
      return { group, page: number, ranking: JSON.parse(bytes.toString()) as Ranking };
    }),
  );
  const isBeyond = read.some(({ page, ranking }) => page > 1 && ranking.rankings.length === 0);
  return isBeyond ? undefined : { competition: publicCompetition(competition), groups, rankings: read };
}

/** Reads the whole rankings of all groups, for the big screen. */
export async function readBigScreen(
  rankings: RankingAnswers,
  competition: CompetitionAccess,
  groups: RankedGroups,
  now: Date,
): Promise<PageData> {
  const wholeRankings = await Promise.all(
    groups.categories_and_genders.map(async (group: Group) => {
      const { ranked, names, version } = await rankings.whole(competition, group, 'public', now);
      return { group, whole: { entries: ranked.map((rider) => entryOf(rider, names)), version } };
    }),
  );
  return { competition: publicCompetition(competition), groups, wholeRankings };
}
