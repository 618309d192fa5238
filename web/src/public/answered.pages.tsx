import type { AnsweredPage } from '@dossard/contract/pages/public.page.ts';
import { type Query, QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { listSearch } from '../features/results/list.search.ts';
import { standingsSearch } from '../features/series/standings.search.ts';
import { m } from '../paraglide/messages.js';
import { publicCompetition } from '../queries/competition.queries.ts';
import { parseId, type RawSearch } from '../text/address.ts';
import { formatAddress, parseAddress } from '../text/search.text.ts';
import { setAddress } from './public.address.ts';
import { PublicEntries } from './public.entries.tsx';
import { PublicList } from './public.list.tsx';
import { PublicLogin } from './public.login.tsx';
import { PublicRoot } from './public.root.tsx';
import { PublicStandings } from './public.standings.tsx';

/*
 * Public pages that the server renders with answers of the API: a page is rendered to find the queries that it makes,
 * these are asked, and it is rendered again.
 */

const nothing = () => ({});

/** `rounds`: how many queries a page makes one after the other. */
const pages = {
  login: { path: /^\/login$/, search: nothing, rounds: 0, Screen: PublicLogin, title: m.sign_in },
  entries: { path: /^\/entry\/[1-9]\d{0,9}$/, search: nothing, rounds: 1, Screen: PublicEntries, title: m.entries },
  list: {
    path: /^\/public\/competitions\/([1-9]\d{0,9})\/results$/,
    search: listSearch,
    rounds: 1,
    Screen: PublicList,
    title: m.result_list,
  },
  standings: {
    path: /^\/series\/[1-9]\d{0,9}$/,
    search: (raw: RawSearch) => ({ ...standingsSearch(raw), line: undefined }),
    rounds: 2,
    Screen: PublicStandings,
    title: m.standings,
  },
};

/** Parses the address of such a page; undefined for any other address. */
export function parseAnsweredPage(url: string): AnsweredPage | undefined {
  const { path, search } = parseAddress(url);
  for (const [name, page] of Object.entries(pages) as [AnsweredPage['name'], (typeof pages)[AnsweredPage['name']]][])
    if (page.path.test(path)) return { name, address: formatAddress(path, page.search(search)) };
  return undefined;
}

/** Gets the answers to all queries of a page; undefined if one has none. */
export async function getAnswers(page: AnsweredPage): Promise<QueryClient | undefined> {
  const answers = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  for (let round = 0; round < pages[page.name].rounds; round += 1) {
    renderAnswered(page, answers);
    const asked = answers.getQueryCache().getAll();
    const isOff = ({ options }: Query) => (options as { enabled?: boolean }).enabled === false;
    const open = asked.filter((query) => query.state.data === undefined && !isOff(query));
    try {
      await Promise.all(open.map((query) => query.fetch()));
    } catch {
      // The browser asks again, and shows why there is no answer.
      return undefined;
    }
  }
  return answers;
}

/** Renders the content of a page with what is known. */
export const renderAnswered = ({ name, address }: AnsweredPage, answers: QueryClient): string =>
  renderScreen(pages[name].Screen, address, answers);

/** Renders the content of a screen at an address with what is known. */
export function renderScreen(Screen: ComponentType, address: string, answers: QueryClient): string {
  setAddress(address);
  return renderToString(
    <PublicRoot queryClient={answers}>
      <Screen />
    </PublicRoot>,
  );
}

/** Formats the title of a page; that of a list names its competition. */
export function titleOfAnswered({ name, address }: AnsweredPage, answers: QueryClient): string {
  const title = pages[name].title();
  const competitionId = parseId(pages.list.path.exec(parseAddress(address).path)?.[1] ?? '');
  const competition = answers.getQueryData(publicCompetition(competitionId).queryKey);
  return competition ? `${competition.name} – ${title}` : `${title} – Dossard`;
}
