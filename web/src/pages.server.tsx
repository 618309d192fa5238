import type { PageData, PageRenderer, PublicPage, RenderedPage } from '@dossard/contract/pages/public.page.ts';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { giveInstallation } from './device/installation.ts';
import { giveToday } from './device/today.ts';
import { rankingSearch } from './features/rankings/ranking.search.ts';
import { headOf } from './pages.head.ts';
import { drawPicture } from './pages.picture.ts';
import { type Locale, overwriteGetLocale } from './paraglide/runtime.js';
import { publicCompetition, publicCompetitions } from './queries/competition.queries.ts';
import { rankingPage } from './queries/ranking.queries.ts';
import { wholeGroup } from './queries/whole.ranking.ts';
import { rankedGroups } from './queries/zone.queries.ts';
import { Route as rootRoute } from './routes/__root.tsx';
import { Route as startRoute } from './routes/index.tsx';
import { Route as rankingRoute } from './routes/public.competitions.$competitionId.live-ranking.tsx';
import { Route as screenRoute } from './routes/public.competitions.$competitionId.screen.tsx';
import { dataId } from './shell/rendered.page.ts';
import { scriptJson } from './text/markup.ts';

/*
 * The public pages as the server renders them, from the components that the browser has. Vite builds this apart, for the
 * server alone (`pages.build.ts`).
 */

const getParentRoute = () => rootRoute;
const rankingPath = '/public/competitions/$competitionId/live-ranking';
const screenPath = '/public/competitions/$competitionId/screen';
const publicRoutes = [
  startRoute.update({ id: '/', path: '/', getParentRoute } as never),
  rankingRoute.update({ id: rankingPath, path: rankingPath, getParentRoute } as never),
  screenRoute.update({ id: screenPath, path: screenPath, getParentRoute } as never),
];
const routeTree = rootRoute.addChildren(publicRoutes as never);

/** The language of the page that is being rendered: one at a time. */
let language: Locale = 'fr';
let turn: Promise<unknown> = Promise.resolve();
overwriteGetLocale(() => language);

function inTurn<T>(locale: Locale, work: () => T | Promise<T>): Promise<T> {
  const done = turn.then(() => {
    language = locale;
    return work();
  });
  turn = done.catch(() => undefined);
  return done;
}

export const renderer: PageRenderer = {
  parse(url) {
    const [path = '', ...query] = url.split('?');
    if (path === '/') return { name: 'start' };
    const [, id, screen] = /^\/public\/competitions\/([1-9]\d{0,9})\/(live-ranking|screen)$/.exec(path) ?? [];
    if (id === undefined) return undefined;
    const competitionId = Number(id);
    if (screen === 'screen') return { name: 'screen', competitionId };
    const { category, gender, page_f = 1, page_h = 1, embed } = rankingSearch(defaultParseSearch(query.join('?')));
    return { name: 'ranking', competitionId, category, gender, page_f, page_h, embedded: embed === 1 };
  },

  render: (page, data, locale, facts) =>
    inTurn(locale, () => {
      giveInstallation({ contact: facts.contact, 'public-url': facts.publicUrl });
      giveToday(facts.today);
      return renderPage(page, data);
    }),

  draw: (data, locale) => inTurn(locale, () => drawPicture(data)),
};

async function renderPage(page: PublicPage, data: PageData): Promise<RenderedPage> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } });
  const known = answersOf(page, data);
  for (const [key, answer] of known) queryClient.setQueryData(key, answer);
  const history = createMemoryHistory({ initialEntries: [addressOf(page)] });
  const context = { queryClient, loadStartPage: async () => undefined };
  const router = createRouter({ routeTree, history, context, isServer: true } as never);
  await router.load();
  const content = renderToString(<App router={router} queryClient={queryClient} />);
  return {
    head: headOf(page, data, titleOf(router.state.matches)),
    body: `<div id="root">${content}</div><script type="application/json" id="${dataId}">${scriptJson(known)}</script>`,
  };
}

/** The data of a page as queries find it. */
function answersOf(page: PublicPage, data: PageData): [readonly unknown[], unknown][] {
  const answers: [readonly unknown[], unknown][] = [];
  if (data.competitions) answers.push([publicCompetitions().queryKey, { competitions: data.competitions }]);
  if (page.name === 'start') return answers;
  const { competitionId } = page;
  if (data.competition !== undefined) answers.push([publicCompetition(competitionId).queryKey, data.competition]);
  if (data.groups) answers.push([rankedGroups(competitionId).queryKey, data.groups]);
  for (const { group, page, ranking } of data.rankings ?? []) {
    const choice = { ...group, competitionId, reader: 'public' as const, page, live: false };
    answers.push([rankingPage(choice).queryKey, ranking]);
  }
  for (const { group, whole } of data.wholeRankings ?? [])
    answers.push([wholeGroup(competitionId, group, false).queryKey, whole]);
  return answers;
}

/** The address of a page, with what it shows and nothing else. */
function addressOf(page: PublicPage): string {
  if (page.name === 'start') return '/';
  const path = `/public/competitions/${page.competitionId}`;
  if (page.name === 'screen') return `${path}/screen`;
  const { category, gender, page_f, page_h, embedded } = page;
  const search = defaultStringifySearch({
    category,
    gender,
    page_f: page_f === 1 ? undefined : page_f,
    page_h: page_h === 1 ? undefined : page_h,
    embed: embedded ? 1 : undefined,
  });
  return `${path}/live-ranking${search}`;
}

interface Match {
  meta?: readonly ({ title?: string | undefined } | undefined)[] | undefined;
}

const titleOf = (matches: readonly Match[]): string =>
  matches.flatMap(({ meta }) => meta ?? []).findLast((meta) => meta?.title)?.title ?? 'Dossard';
