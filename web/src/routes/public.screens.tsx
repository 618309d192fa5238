import { createRoute } from '@tanstack/react-router';
import { loginSearch } from '../features/accounts/login.search.ts';
import { type RankingSearch, rankingSearch } from '../features/rankings/ranking.search.ts';
import { type ListSearch, listSearch } from '../features/results/list.search.ts';
import { m } from '../paraglide/messages.js';
import { publicCompetition, publicCompetitions } from '../queries/competition.queries.ts';
import { rankedGroups } from '../queries/zone.queries.ts';
import { checkSession } from '../session/session.ts';
import { CheckingSession } from '../shell/checking.session.tsx';
import { pageIn, parseId, parseToken } from '../text/address.ts';
import { root } from './root.route.tsx';
import { type At, screensBelow, shows } from './screen.ts';

/* The screens for anyone: of spectators, of people with a link, and those around signing in. */

const getParentRoute = () => root;
const { screen, searchScreen } = screensBelow(getParentRoute);

/** Signing in or registering, which a reader with a session need not. */
const signingIn = createRoute({
  getParentRoute,
  id: '_signing-in',
  beforeLoad: ({ location }) => void checkSession(location.pathname),
});
const entrance = screensBelow(() => signingIn);

const start = createRoute({
  getParentRoute,
  ...shows('/', m.public_competitions_title, () => import('../features/competitions/public.competitions.page.tsx')),
  loader: ({ context, location }) =>
    void context.queryClient.prefetchQuery(publicCompetitions(pageIn(location.search))),
});

const ranking = createRoute({
  getParentRoute,
  ...shows(
    '/public/competitions/$competitionId/live-ranking',
    m.ranking,
    () => import('../features/rankings/public.ranking.page.tsx'),
    ({ ids, search, go }: At<'/$competitionId', RankingSearch>) => ({
      ...ids,
      search,
      onSearch: (chosen, correction = false) => go(chosen, { replace: correction }),
    }),
  ),
  validateSearch: rankingSearch,
  loader: ({ context: { queryClient }, params }) => {
    const id = parseId(params.competitionId);
    if (Number.isNaN(id)) return;
    void queryClient.prefetchQuery(publicCompetition(id));
    void queryClient.prefetchQuery(rankedGroups(id));
  },
});

const officialList = createRoute({
  getParentRoute,
  ...shows(
    '/public/competitions/$competitionId/results',
    m.result_list,
    () => import('../features/results/official.page.tsx'),
    ({ ids, search }: At<'/$competitionId', ListSearch>) => ({ ...ids, search }),
  ),
  validateSearch: listSearch,
  head: ({ match, params }) => {
    const { queryKey } = publicCompetition(parseId(params.competitionId));
    const known = match.context.queryClient.getQueryData(queryKey);
    return { meta: [{ title: known ? `${known.name} – ${m.result_list()}` : `${m.result_list()} – Dossard` }] };
  },
});

const invitation = createRoute({
  getParentRoute,
  ...shows(
    '/referee/invitation',
    m.invitation,
    () => import('../features/invitations/invitation.page.tsx'),
    ({ search, context }: At<'/', ReturnType<typeof parseToken>>) => ({
      token: search.token,
      signedIn: context.signedIn ?? false,
    }),
  ),
  validateSearch: parseToken,
  beforeLoad: async ({ location }) => ({ signedIn: (await checkSession(location.pathname)).signedIn }),
  pendingMs: 0,
  pendingComponent: CheckingSession,
});

export const publicScreens = [
  start,
  ranking,
  officialList,
  invitation,
  signingIn.addChildren([
    entrance.searchScreen(
      '/login',
      m.sign_in,
      () => import('../features/accounts/login.page.tsx'),
      loginSearch,
      ({ search }) => search,
    ),
    entrance.screen('/register', m.create_account, () => import('../features/accounts/register.page.tsx')),
    entrance.screen(
      '/forgot-password',
      m.forgot_password_title,
      () => import('../features/accounts/forgot.password.page.tsx'),
    ),
  ]),
  screen('/public/competitions/$competitionId/screen', m.big_screen, () => import('../features/board/board.page.tsx')),
  screen(
    '/series/$seriesId',
    m.standings,
    () => import('../features/series/public.standings.page.tsx'),
    ({ params }) => ({ ...params, embedded: false }),
  ),
  screen(
    '/embed/series/$seriesId',
    m.standings,
    () => import('../features/series/public.standings.page.tsx'),
    ({ params }) => ({ ...params, embedded: true }),
  ),
  screen('/entry/$competitionId', m.entries, () => import('../features/entries/open.entry.page.tsx')),
  searchScreen(
    '/entry',
    m.entries,
    () => import('../features/entries/linked.form.page.tsx'),
    parseToken,
    ({ search }) => ({ token: search.token ?? '' }),
  ),
  screen('/setup', m.setup_title, () => import('../features/setup/setup.page.tsx')),
  searchScreen(
    '/speaker',
    m.speaker,
    () => import('../features/speaker/linked.speaker.page.tsx'),
    parseToken,
    ({ search }) => ({ token: search.token ?? '' }),
  ),
  searchScreen(
    '/verify-email',
    m.verify_email,
    () => import('../features/accounts/verify.email.page.tsx'),
    parseToken,
    ({ search }) => ({ token: search.token }),
  ),
  searchScreen(
    '/verify',
    m.verify_title,
    () => import('../features/results/verify.page.tsx'),
    ({ sha256 }) => ({
      sha256: typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) ? sha256 : undefined,
    }),
    ({ search, go }) => ({ ...search, onVerify: (sha256: string) => go({ sha256 }, { resetScroll: true }) }),
  ),
] as const;
