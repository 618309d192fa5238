import type { Group } from '@dossard/contract/categories/group.ts';
import { competitionPageSchema, competitionSchema } from '@dossard/contract/competitions/competition.schema.ts';
import type { PageData, ReadPage } from '@dossard/contract/pages/public.page.ts';
import { firstCategory, publicGroups, type RankedGroups } from '@dossard/contract/rankings/ranking.choice.ts';
import { type Ranking, type RiderRanking, rankingPageSize } from '@dossard/contract/rankings/ranking.schema.ts';
import { idSchema } from '@dossard/contract/text/text.schema.ts';
import * as z from 'zod/mini';
import { type CompetitionAccess, visitorAccess } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { joinReads } from '../../database/joined.reads.ts';
import type { Parts } from '../../http/parts.ts';
import { sha256 } from '../../tools/sha256.ts';
import { createWorkCache } from '../../tools/work.cache.ts';
import { createPublicList } from '../competitions/public.list.ts';
import { followedSince } from '../followers/follower.store.ts';
import { entryOf, namesFor, type RankingAnswers, stateOf } from '../rankings/ranking.answers.ts';
import { findGroupOfRider } from '../rankings/ranking.store.ts';
import { answerRiderRanking } from '../rankings/rider.ranking.ts';
import { getPublicLinks } from '../series/series.store.ts';
import { listRankedGroups } from '../zones/zone.store.ts';
import { getOverlay } from './overlay.data.ts';

/* The data of the public pages, in the format of the API. */

type StartPage = Extract<ReadPage, { name: 'start' }>;
type RiderScreen = Extract<ReadPage, { name: 'rider' }>;
type CompetitionPage = Exclude<ReadPage, StartPage | RiderScreen>;
type RankingScreen = Extract<ReadPage, { name: 'ranking' }>;

/** A page at this moment: its cache key, its state, and how to read its data. */
interface PagePlan<P extends ReadPage = ReadPage> {
  /** The page with an existing choice of category and group, or none. */
  page: P;
  /** Unchanged as long as the data are. */
  state: string;
  /** Reads the data; undefined if the page asks for riders beyond the last one. */
  read(): Promise<PageData | undefined>;
}

export type PagePlans = ReturnType<typeof createPagePlans>;

/** Maximum number of cached lists of groups, each of a competition at a version. */
const keptGroups = 500;

/** Plans the public pages from the database and from cached rankings. */
export function createPagePlans(parts: Pick<Parts, 'db' | 'clock' | 'push' | 'publicDemo'>, rankings: RankingAnswers) {
  const { db, clock, push } = parts;
  const findPublic = visitorAccess(db);
  const readLinks = joinReads((id: number) => getPublicLinks(db, id, clock()));
  const readPublic = createPublicList(parts);
  const kept = createWorkCache<RankedGroups>({ max: keptGroups });
  const groupsOf = ({ id, version }: CompetitionAccess) => kept(`${id} ${version}`, () => listRankedGroups(db, id));

  async function findListed(id: number): Promise<CompetitionAccess | undefined> {
    const competition = isId(id) ? await findPublic(id) : undefined;
    return competition?.is_public ? competition : undefined;
  }

  return {
    async start(page: StartPage): Promise<PagePlan> {
      const query = { page: page.page, search: '', order: 'nearest' as const };
      const start = z.parse(competitionPageSchema, await readPublic(query, clock()));
      const state = sha256(JSON.stringify(start));
      const isBeyond = page.page > 1 && start.competitions.length === 0;
      return { page, state, read: async () => (isBeyond ? undefined : { start }) };
    },
    /** Plans a rider's page; undefined for a bib without a rider, or each made-up bib would be cached as a page. */
    async ofRider(page: RiderScreen): Promise<PagePlan | undefined> {
      const competition = await findListed(page.competitionId);
      const group = competition && isId(page.dossard) && (await findGroupOfRider(db, competition.id, page.dossard));
      if (!competition || !group) return undefined;
      const now = clock();
      const canFollow = push !== undefined && competition.date >= followedSince(now);
      return {
        page,
        state: `${competition.version} ${namesFor('public', competition, now)} ${canFollow}`,
        read: async () => {
          const data = await getRiderScreen(viewPublic(db, rankings, competition, now), group, page.dossard);
          return canFollow ? { ...data, pushKey: push.keys.publicKey } : data;
        },
      };
    },
    /** Plans a page of a competition; undefined if that is not public. */
    async ofCompetition<P extends CompetitionPage>(asked: P): Promise<PagePlan<P> | undefined> {
      const competition = await findListed(asked.competitionId);
      if (!competition) return undefined;
      const now = clock();
      const isWhole = asked.name === 'ranking' && !asked.embedded;
      const [groups, links] = await Promise.all([
        groupsOf(competition),
        isWhole ? readLinks(competition.id) : undefined,
      ]);
      const view = viewPublic(db, rankings, competition, now);
      const known = await withExistingPages(view, groups, withKnownChoice(asked, groups));
      const isEntered = (dossard: number) => isRankedOn(view, groups, known as RankingScreen, dossard);
      const { rider = undefined } = known.name === 'ranking' ? known : {};
      const page = rider !== undefined && !(await isEntered(rider)) ? { ...known, rider: undefined } : known;
      return {
        page,
        // Includes the links, because a series that turns private does not change the version of its competitions.
        state: `${competition.version} ${namesFor('public', competition, now)} ${JSON.stringify(links ?? '')}`,
        read: async () => {
          if (page.name === 'screen') return getBigScreen(view, groups);
          if (page.name === 'overlay') return getOverlay(view, groups, page);
          const data = await getRankingScreen(view, groups, page);
          return data && links ? { ...data, links } : data;
        },
      };
    },
  };
}

export type PublicView = ReturnType<typeof viewPublic>;

/** Reads the rankings of a competition as visitors see them at a moment. */
const viewPublic = (db: Database, rankings: RankingAnswers, competition: CompetitionAccess, now: Date) => ({
  db,
  competition,
  whole: (group: Group) => rankings.whole(competition, group, 'public', now),
  async page(group: Group, page: number): Promise<Ranking> {
    const query = { ...group, page, page_size: rankingPageSize };
    return JSON.parse((await rankings.page(competition, query, 'public', now)).bytes.toString());
  },
  async card(dossard: number): Promise<RiderRanking> {
    const card = await answerRiderRanking({ db, rankings }, competition, dossard, 'public', now);
    return JSON.parse(card.bytes.toString());
  },
});

/**
 * Resets a category that the competition does not have, as the page itself does, and page numbers of rankings that are
 * not shown: each made-up value would be cached as another page.
 */
function withKnownChoice<P extends CompetitionPage>(page: P, groups: RankedGroups): P {
  if (page.name === 'screen') return page;
  const isKnown = groups.categories_and_genders.some(({ category }) => category === page.category);
  if (page.name === 'overlay') return isKnown ? page : { ...page, category: undefined };
  const known: RankingScreen = { ...page, category: isKnown ? page.category : undefined };
  const shown = groupsOn(known, groups).map(({ gender }) => gender);
  return {
    ...page,
    category: known.category,
    page_f: shown.includes('F') ? page.page_f : 1,
    page_h: shown.includes('H') ? page.page_h : 1,
  };
}

/** Turns rankings in a frame back to their last pages, as the application does by itself elsewhere. */
async function withExistingPages<P extends CompetitionPage>(
  view: PublicView,
  groups: RankedGroups,
  page: P,
): Promise<P> {
  if (page.name !== 'ranking' || !page.embedded) return page;
  const last = async (gender: Group['gender'], number: number) => {
    const group = groupsOn(page, groups).find((shown) => shown.gender === gender);
    if (number <= 1 || !group) return 1;
    const { ranked } = await view.whole(group);
    return Math.max(1, Math.min(number, Math.ceil(ranked.length / rankingPageSize)));
  };
  const [page_f, page_h] = await Promise.all([last('F', page.page_f), last('H', page.page_h)]);
  return { ...page, page_f, page_h };
}

/** Lists the groups whose rankings a page shows. */
function groupsOn({ category: chosen, gender }: RankingScreen, groups: RankedGroups): Group[] {
  const category = chosen ?? firstCategory(groups);
  return category === undefined ? [] : publicGroups(groups, category, gender);
}

/** The database throws for numbers outside of the range of an id. */
const isId = (id: number) => z.safeParse(idSchema, id).success;

/** Formats a competition for visitors. */
export const publicCompetition = (competition: CompetitionAccess) =>
  z.parse(competitionSchema, { ...competition, role: null });

async function getRankingScreen(
  view: PublicView,
  groups: RankedGroups,
  page: RankingScreen,
): Promise<PageData | undefined> {
  const read = await Promise.all(
    groupsOn(page, groups).map(async (group) => {
      const number = group.gender === 'F' ? page.page_f : page.page_h;
      return { group, page: number, ranking: await view.page(group, number) };
    }),
  );
  const isBeyond = read.some(({ page, ranking }) => page > 1 && ranking.rankings.length === 0);
  if (isBeyond) return undefined;
  const data = { competition: publicCompetition(view.competition), groups, rankings: read };
  return page.rider === undefined ? data : { ...data, rider: await view.card(page.rider) };
}

/** Reads the card of a rider and the state of the group's result; without the card if that is held (E12). */
async function getRiderScreen(view: PublicView, group: Group, dossard: number): Promise<PageData> {
  const ranking = await view.whole(group);
  const data = { competition: publicCompetition(view.competition), result: stateOf(ranking) };
  const isShown = ranking.ranked.some(({ rider }) => rider.dossard === dossard);
  return isShown ? { ...data, rider: await view.card(dossard) } : data;
}

/**
 * Whether a rider is in one of the rankings on the page; otherwise each made-up bib would be cached as another page.
 */
async function isRankedOn(
  view: PublicView,
  groups: RankedGroups,
  page: RankingScreen,
  dossard: number,
): Promise<boolean> {
  const shown = await Promise.all(groupsOn(page, groups).map(view.whole));
  return shown.some(({ ranked }) => ranked.some(({ rider }) => rider.dossard === dossard));
}

/** Reads the complete rankings of all groups, for the big screen. */
async function getBigScreen(view: PublicView, groups: RankedGroups): Promise<PageData> {
  const wholeRankings = await Promise.all(
    groups.categories_and_genders.map(async (group) => {
      const whole = await view.whole(group);
      const entries = whole.ranked.map((rider) => entryOf(rider, whole.names));
      return { group, whole: { entries, version: whole.version, ...stateOf(whole) } };
    }),
  );
  return { competition: publicCompetition(view.competition), groups, wholeRankings };
}
