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
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { sendBy } from '../api/attempt.ts';
import { setInstallation } from '../device/installation.ts';
import { setToday } from '../device/today.ts';
import { PublicCompetitionsPage } from '../features/competitions/public.competitions.page.tsx';
import { m } from '../paraglide/messages.js';
import { publicCompetition, publicCompetitions, publicSeriesOf } from '../queries/competition.queries.ts';
import { rankingPage, riderRanking } from '../queries/ranking.queries.ts';
import { wholeGroup } from '../queries/whole.ranking.ts';
import { rankedGroups } from '../queries/zone.queries.ts';
import { escapeXml, scriptJson } from '../text/markup.ts';
import { getAnswers, parseAnsweredPage, renderAnswered, titleOfAnswered } from './answered.pages.tsx';
import { BigScreen } from './big.screen.tsx';
import { FramedRanking } from './framed.ranking.tsx';
import { Overlay } from './overlay.tsx';
import { headOf } from './pages.head.ts';
import { drawPicture } from './pages.picture.ts';
import { addressOf, parsePublicPage, setAddress } from './public.address.ts';
import { PublicRanking } from './public.ranking.tsx';
import { PublicRoot } from './public.root.tsx';
import { dataId } from './rendered.page.ts';
import { RiderPage } from './rider.page.tsx';

/*
 * Renders the public pages on the server, from the same components as in the browser. Vite builds this separately, for
 * the server alone (`pages.build.ts`).
 */

const screens = { start: PublicCompetitionsPage, ranking: PublicRanking, screen: BigScreen };
/** Pages that are not hydrated: a small script of their own swaps in changes (`swapped.page.ts`). */
const swapped = { frame: FramedRanking, overlay: Overlay, rider: RiderPage };

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
    const known = answers
      .getQueryCache()
      .getAll()
      .map(({ queryKey, state }) => [queryKey, state.data]);
    return {
      state: JSON.stringify(known),
      render(language) {
        speakFor(language, facts);
        const head = `<title>${escapeXml(titleOfAnswered(page, answers))}</title>`;
        return { head, body: bodyOf(renderAnswered(page, answers), known) };
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

const bodyOf = (content: string, known: unknown) =>
  `<div id="root">${content}</div><script type="application/json" id="${dataId}">${scriptJson(known)}</script>`;

function renderPage(page: ReadPage, data: PageData): RenderedPage {
  if (page.name === 'overlay') return renderSwapped(page, data, <swapped.overlay page={page} data={data} />);
  if (page.name === 'rider') return renderSwapped(page, data, <swapped.rider page={page} data={data} />);
  if (page.name === 'ranking' && page.embedded)
    return renderSwapped(page, data, <swapped.frame page={page} data={data} />);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } });
  const known = answersOf(page, data);
  for (const [key, answer] of known) queryClient.setQueryData(key, answer);
  setAddress(addressOf(page));
  const Screen = screens[page.name];
  const content = renderToString(
    <PublicRoot queryClient={queryClient}>
      <Screen />
    </PublicRoot>,
  );
  return { head: headOf(page, data), body: bodyOf(content, known) };
}

function renderSwapped(page: ReadPage, data: PageData, content: ReactNode): RenderedPage {
  setAddress(addressOf(page));
  const known = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } });
  const { rider } = data;
  if ((page.name === 'ranking' || page.name === 'rider') && rider)
    known.setQueryData(riderRanking(page.competitionId, rider.entry.dossard, false).queryKey, rider);
  const html = renderToStaticMarkup(<QueryClientProvider client={known}>{content}</QueryClientProvider>);
  return { head: headOf(page, data), body: `<div id="root">${html}</div>` };
}

/** Returns the data of a page as query keys with their answers. */
function answersOf(page: ReadPage, data: PageData): [readonly unknown[], unknown][] {
  const answers: [readonly unknown[], unknown][] = [];
  if (page.name === 'start' && data.start) answers.push([publicCompetitions(page.page).queryKey, data.start]);
  if (page.name === 'start' || page.name === 'overlay') return answers;
  const { competitionId } = page;
  if (data.competition !== undefined) answers.push([publicCompetition(competitionId).queryKey, data.competition]);
  if (data.groups) answers.push([rankedGroups(competitionId).queryKey, data.groups]);
  if (data.series) answers.push([publicSeriesOf(competitionId).queryKey, { series: data.series }]);
  for (const { group, page, ranking } of data.rankings ?? []) {
    const choice = { ...group, competitionId, reader: 'public' as const, page, live: false };
    answers.push([rankingPage(choice).queryKey, ranking]);
  }
  for (const { group, whole } of data.wholeRankings ?? [])
    answers.push([wholeGroup(competitionId, group, false).queryKey, whole]);
  return answers;
}
