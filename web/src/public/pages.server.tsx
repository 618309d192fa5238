import { type Language, languages } from '@dossard/contract/language/language.ts';
import { setLocale } from '@dossard/contract/language/locale.ts';
import type {
  PageData,
  PageRenderer,
  ReadPage,
  RenderedPage,
  ServerFacts,
} from '@dossard/contract/pages/public.page.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { sendBy } from '../api/attempt.ts';
import { setInstallation } from '../device/installation.ts';
import { setToday } from '../device/today.ts';
import PublicCompetitionsPage from '../features/competitions/public.competitions.page.tsx';
import { m } from '../paraglide/messages.js';
import { publicCompetition, publicCompetitions, publicLinksOf } from '../queries/competition.queries.ts';
import { rankingPage, riderRanking } from '../queries/ranking.queries.ts';
import { wholeGroup } from '../queries/whole.ranking.ts';
import { rankedGroups } from '../queries/zone.queries.ts';
import { escapeXml, scriptJson } from '../text/markup.ts';
import { getAnswers, parseAnsweredPage, renderAnswered, renderScreen, titleOfAnswered } from './answered.pages.tsx';
import { BigScreen } from './big.screen.tsx';
import { FramedRanking } from './framed.ranking.tsx';
import { Overlay } from './overlay.tsx';
import { headOf } from './pages.head.ts';
import { drawPicture } from './pages.picture.ts';
import { addressOf, parsePublicPage, setAddress } from './public.address.ts';
import { PublicRanking } from './public.ranking.tsx';
import { dataId } from './rendered.page.ts';
import { RiderPage } from './rider.page.tsx';

/*
 * Renders the public pages on the server, from the same components as in the browser. Vite builds this separately, for
 * the server alone (`pages.build.ts`).
 */

const screens = { start: PublicCompetitionsPage, ranking: PublicRanking, screen: BigScreen };

/** Sets what the page being rendered is for; rendering is synchronous. */
function speakFor(language: Language, facts: ServerFacts): void {
  setLocale(language);
  setInstallation({ contact: facts.contact, 'public-url': facts.publicUrl, demo: facts.isDemo ? 'public' : '' });
  setToday(facts.today);
}

export const renderer: PageRenderer = {
  parse: (url) => parsePublicPage(url) ?? parseAnsweredPage(url),

  render(page, data, language, facts) {
    speakFor(language, facts);
    return renderPage(page, data);
  },

  async prepare(page, ask, facts) {
    // The answers that pages need are the same in both languages.
    speakFor('fr', facts);
    sendBy(ask);
    const answers = await getAnswers(page);
    if (!answers) return undefined;
    return {
      state: JSON.stringify(listKnown(answers)),
      render(language) {
        speakFor(language, facts);
        const head = `<title>${escapeXml(titleOfAnswered(page, answers))}</title>`;
        return { head, body: bodyOf(renderAnswered(page, answers), answers) };
      },
    };
  },

  missing: () =>
    renderToStaticMarkup(
      <noscript>
        <main className="page">
          {languages.map((language) => {
            setLocale(language);
            return (
              <section key={language} lang={language} className="card panel stack below">
                <h1>{m.page_missing()}</h1>
                <p>{m.page_missing_why()}</p>
                <p>{m.what_dossard_is()}</p>
              </section>
            );
          })}
          <a href="/" className="button button-go below">
            Dossard
          </a>
        </main>
      </noscript>,
    ),

  draw(data, language) {
    setLocale(language);
    return drawPicture(data);
  },
};

const listKnown = (answers: QueryClient) =>
  answers
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { data } }) => (data === undefined ? [] : [[queryKey, data]]));

const bodyOf = (content: string, answers: QueryClient) =>
  `<div id="root">${content}</div><script type="application/json" id="${dataId}">${scriptJson(listKnown(answers))}</script>`;

function renderPage(page: ReadPage, data: PageData): RenderedPage {
  if (page.name === 'overlay') return renderSwapped(page, data, <Overlay page={page} data={data} />);
  if (page.name === 'rider') return renderSwapped(page, data, <RiderPage page={page} data={data} />);
  if (page.name === 'ranking' && page.embedded)
    return renderSwapped(page, data, <FramedRanking page={page} data={data} />);
  const answers = answersOf(page, data);
  const content = renderScreen(screens[page.name], addressOf(page), answers);
  return { head: headOf(page, data), body: bodyOf(content, answers) };
}

/** Renders a page that is not hydrated: a small script of its own swaps in changes (`swapped.page.ts`). */
function renderSwapped(page: ReadPage, data: PageData, content: ReactNode): RenderedPage {
  setAddress(addressOf(page));
  const answers = answersOf(page, data);
  const html = renderToStaticMarkup(<QueryClientProvider client={answers}>{content}</QueryClientProvider>);
  return { head: headOf(page, data), body: `<div id="root">${html}</div>` };
}

/** Returns the data of a page as the answers to its queries. */
function answersOf(page: ReadPage, data: PageData): QueryClient {
  const answers = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } });
  if (page.name === 'start' && data.start) answers.setQueryData(publicCompetitions(page.page).queryKey, data.start);
  if (page.name === 'start' || page.name === 'overlay') return answers;
  const { competitionId: id } = page;
  if (data.competition !== undefined) answers.setQueryData(publicCompetition(id).queryKey, data.competition);
  if (data.groups) answers.setQueryData(rankedGroups(id).queryKey, data.groups);
  if (data.links) answers.setQueryData(publicLinksOf(id).queryKey, data.links);
  for (const { group, page, ranking } of data.rankings ?? []) {
    const choice = { ...group, competitionId: id, reader: 'public' as const, page, live: false };
    answers.setQueryData(rankingPage(choice).queryKey, ranking);
  }
  for (const { group, whole } of data.wholeRankings ?? [])
    answers.setQueryData(wholeGroup(id, group, false).queryKey, whole);
  if (data.rider) answers.setQueryData(riderRanking(id, data.rider.entry.dossard, false).queryKey, data.rider);
  return answers;
}
