import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, Outlet, redirect, useParams } from '@tanstack/react-router';
import { Failure } from '../api/failure.ts';
import type { ProfileTab } from '../features/accounts/profile.page.tsx';
import { sectionNames } from '../features/competitions/section.names.ts';
import type { ParticipantsTab } from '../features/participants/participants.page.tsx';
import type { ProgressSearch } from '../features/participants/progress.page.tsx';
import { type RankingSearch, rankingSearch } from '../features/rankings/ranking.search.ts';
import { listSearch } from '../features/results/list.search.ts';
import { m } from '../paraglide/messages.js';
import { profile } from '../queries/account.queries.ts';
import { competitionById, myCompetitions } from '../queries/competition.queries.ts';
import type { RunSearch } from '../queries/run.search.ts';
import { zonesOf } from '../queries/zone.queries.ts';
import { keepsField } from '../referee/phone/phone.notes.ts';
import { isMarked, isSessionKnown } from '../session/session.store.ts';
import { checkSession } from '../session/session.ts';
import { CheckingSession } from '../shell/checking.session.tsx';
import { optional, parseChoice, parseId, parseText, type RawSearch } from '../text/address.ts';
import { loadFieldParts } from './field.parts.ts';
import { root } from './root.route.tsx';
import { type PropsOf, screensBelow, shows } from './screen.ts';

/** Longest check of the session on a phone that has all offline data, in milliseconds. */
const fieldPatienceMs = 2_000;

/** All routes below require a session; other readers are sent to /login and return here afterwards. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: '_signed-in',
  beforeLoad: async ({ location, context: { queryClient } }) => {
    // Only loaded on referees' phones.
    if (keepsField()) await (await import('../referee/offline/kept.answers.ts')).restoreKept(queryClient);
    readAhead(queryClient, location.pathname);
    const ask = () => queryClient.fetchQuery({ ...profile(), staleTime: 0 });
    const { signedIn } = await checkSession(location.pathname, keepsField() ? () => soon(ask()) : ask);
    if (!signedIn) throw redirect({ to: '/login', search: { to: location.href } });
    // In a separate chunk, which public pages never load.
    void import('../queries/page.data.ts').then(({ prefetchPage }) => prefetchPage(queryClient, location.pathname));
  },
  // Only signed-in pages can be installed as an application; spectators are not asked to.
  head: () => ({ links: [{ rel: 'manifest', href: '/manifest.webmanifest' }] }),
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: CheckingSession,
  component: lazyRouteComponent(() => import('../shell/signed.in.frame.tsx')),
});

/** Rejects a late answer like a missing one, which keeps the session unchanged (S12). */
function soon<T>(answer: Promise<T>): Promise<T> {
  const none = new Promise<never>((_, reject) => setTimeout(() => reject(new Failure(0)), fieldPatienceMs));
  return Promise.race([answer, none]);
}

/** Requests the data of the page for the remembered account, while its session is still being checked. */
function readAhead(queryClient: QueryClient, path: string): void {
  if (isMarked() || !isSessionKnown()) return;
  const id = parseId(/^\/competitions\/(\d+)\//.exec(path)?.[1] ?? '');
  if (path === '/competitions') void queryClient.prefetchQuery(myCompetitions());
  if (Number.isNaN(id)) return;
  void queryClient.prefetchQuery(competitionById(id));
  void queryClient.prefetchQuery(zonesOf(id));
}

const field = screensBelow(() => signedIn);
const practice = field.screen(
  '/competitions/$competitionId/practice',
  m.practice_zone,
  () => import('../referee/practice/practice.page.tsx'),
);

const OnlyReferees = lazyRouteComponent(() => import('../desk/denied.tsx'));
const onlyReferees = createRoute({
  getParentRoute: () => signedIn,
  id: '_only-referees',
  onEnter: () =>
    loadFieldParts(
      () => import('../features/zones/zones.page.tsx'),
      () => import('../shell/desk.frame.tsx'),
    ),
  component: () => {
    const { competitionId = '' } = useParams({ strict: false });
    return (
      <OnlyReferees competitionId={parseId(competitionId)}>
        <Outlet />
      </OnlyReferees>
    );
  },
});
const referee = screensBelow(() => onlyReferees).screen(
  '/competitions/$competitionId/zones/$zoneId/referee',
  m.referee,
  () => import('../referee/referee.page.tsx'),
  ({ ids }) => ({ key: `${ids.competitionId} ${ids.zoneId}`, ...ids }),
);

/** The organisers' pages; the referee's screen has a different frame. */
const desk = createRoute({
  getParentRoute: () => signedIn,
  id: '_desk',
  component: lazyRouteComponent(() => import('../shell/desk.frame.tsx')),
});
const getParentRoute = () => desk;
const { screen, searchScreen } = screensBelow(getParentRoute);

/** Longest wait for the code of the start page, in milliseconds. */
const startPageMs = 2_000;

const myList = createRoute({
  getParentRoute,
  ...shows('/competitions', m.my_competitions, () => import('../features/competitions/competitions.page.tsx')),
  loader: async ({ context: { queryClient, loadStartPage } }) => {
    void queryClient.prefetchQuery(myCompetitions());
    // The sign-out button must also work without network.
    await Promise.race([loadStartPage(), new Promise((resolve) => setTimeout(resolve, startPageMs))]);
  },
});

/** The pages of a reader's account, of series, and of the installation. */
const ownScreens = [
  myList,
  screen('/new-competition', m.new_competition, () => import('../features/competitions/new.competition.page.tsx')),
  screen('/competitions/join', m.place_join_title, () => import('../features/places/join.page.tsx')),
  screen('/competitions/outbox', m.phone_runs, () => import('../referee/unsent/outbox.page.tsx')),
  screen('/competitions/guide', m.guide, () =>
    import('../features/guide/guide.page.tsx').then(({ OrganiserGuide: page }) => ({ default: page })),
  ),
  screen('/competitions/guide/referee', m.guide_referee, () =>
    import('../features/guide/guide.page.tsx').then(({ RefereeGuide: page }) => ({ default: page })),
  ),
  screen('/profile/security', m.security, () => import('../features/accounts/security.page.tsx')),
  screen('/change-password', m.change_password, () => import('../features/accounts/change.password.tsx')),
  screen('/series', m.series_list, () => import('../features/series/series.list.page.tsx')),
  screen('/admin', m.administration, () => import('../features/administration/admin.page.tsx')),
  screen('/admin/account', m.account_of, () => import('../features/administration/account.page.tsx')),
  screen('/admin/alarms', m.alarms, () => import('../features/administration/alarms.page.tsx')),
  screen('/admin/security', m.admin_security, () => import('../features/administration/security.page.tsx')),
  // The address names the page.
  screen(
    '/series/$seriesId/$page',
    m.series_list,
    () => import('../features/series/series.desk.tsx'),
    ({ params }) => params,
  ),
  searchScreen(
    '/profile',
    m.profile,
    () => import('../features/accounts/profile.page.tsx'),
    ({ tab }) => optional({ tab: parseChoice(tab, ['profile', 'password']) }),
    ({ search: { tab = 'profile' }, go }) => ({ tab, onTab: (next: ProfileTab) => go({ tab: next }) }),
  ),
] as const;

/** A page of a competition, by the end of its address; `more` are props that the address does not change. */
function page<const End extends string, All extends { default: unknown }>(
  end: End,
  title: () => string,
  file: () => Promise<All>,
  more?: Omit<PropsOf<All['default']>, 'competitionId'>,
) {
  const propsAt = ({ ids }: { ids: object }) => ({ ...ids, ...more });
  return screen(`/competitions/$competitionId/${end}`, title, file, ...([propsAt] as never));
}

const competitionScreens = [
  searchScreen(
    '/competitions/$competitionId/edit',
    m.edit_competition,
    () => import('../features/competitions/edit.competition.page.tsx'),
    ({ section }) => optional({ section: parseChoice(section, sectionNames) }),
    ({ ids, search }) => ({ ...ids, section: search.section }),
  ),
  page('zones', m.zones, () => import('../features/zones/zones.page.tsx')),
  searchScreen(
    '/competitions/$competitionId/participants',
    m.participants,
    () => import('../features/participants/participants.page.tsx'),
    ({ tab }) => optional({ tab: parseChoice(tab, ['import', 'add', 'list']) }),
    ({ ids, search, go }) => ({ ...ids, tab: search.tab, onTab: (tab: ParticipantsTab) => go({ tab }) }),
  ),
  screen(
    '/competitions/$competitionId/participants/$dossard/runs',
    m.runs,
    () => import('../features/runs/runs.page.tsx'),
  ),
  page('entries', m.entries, () => import('../features/entries/entries.page.tsx')),
  searchScreen(
    '/competitions/$competitionId/start-order',
    m.start_order,
    () => import('../features/rounds/start.order.page.tsx'),
    ({ group }) => optional({ group: parseText(group) }),
    ({ ids, search, go }) => ({ ...ids, group: search.group, onGroup: (group: string) => go({ group }) }),
  ),
  page('handout', m.handout, () => import('../features/handout/handout.page.tsx')),
  page('users', m.users, () => import('../features/members/referees.page.tsx'), { part: 'users' }),
  page('qr-invitation', m.qr_invitation, () => import('../features/members/referees.page.tsx'), {
    part: 'qr-invitation',
  }),
  page('phones', m.phones, () => import('../features/members/referees.page.tsx'), { part: 'phones' }),
  page('overview', m.overview, () => import('../features/overview/overview.page.tsx')),
  searchScreen(
    '/competitions/$competitionId/progress',
    m.progress,
    () => import('../features/participants/progress.page.tsx'),
    // Parsed by the page, so that other pages do not load its parsers.
    (raw: RawSearch) => raw as ProgressSearch,
    ({ ids, search, go }) => ({ ...ids, search, onSearch: go }),
  ),
  searchScreen(
    '/competitions/$competitionId/runs',
    m.all_runs,
    () => import('../features/runs/all.runs.page.tsx'),
    // Parsed by the page, so that other pages do not load its parsers.
    (raw: RawSearch) => raw as RunSearch,
    ({ ids, search, go }) => ({ ...ids, search, onSearch: go }),
  ),
  page(
    'doubtful-runs',
    m.doubtful_runs,
    () => import('../features/runs/all.runs.page.tsx').then(({ UndecidedRunsPage: page }) => ({ default: page })),
    { shows: 'doubtful-runs' },
  ),
  page(
    'unresolved-runs',
    m.unresolved_runs,
    () => import('../features/runs/all.runs.page.tsx').then(({ UndecidedRunsPage: page }) => ({ default: page })),
    { shows: 'unresolved-runs' },
  ),
  searchScreen(
    '/competitions/$competitionId/paper',
    m.paper_entry,
    () => import('../features/paper/paper.page.tsx'),
    ({ zone, check }) => optional({ zone: Number(zone) || undefined, check: parseChoice(check, [true]) }),
    ({ ids, search, go }) => ({
      ...ids,
      zoneId: search.zone,
      checks: search.check ?? false,
      onChoose: ({ zone, check }: { zone: number | undefined; check: boolean }) =>
        go({ zone, check: check || undefined }),
    }),
  ),
  page('speaker', m.speaker, () => import('../features/speaker/speaker.page.tsx')),
  searchScreen(
    '/competitions/$competitionId/live-ranking',
    m.ranking,
    () => import('../features/rankings/member.ranking.page.tsx'),
    rankingSearch,
    ({ ids, search, go }) => ({
      ...ids,
      search,
      onSearch: (chosen: RankingSearch, correction = false) => go(chosen, { replace: correction }),
    }),
  ),
  searchScreen(
    '/competitions/$competitionId/results',
    m.results,
    () => import('../features/results/results.page.tsx'),
    listSearch,
    ({ ids, search }) => ({ ...ids, search }),
  ),
  page('jury', m.jury_copy, () => import('../features/results/jury.page.tsx')),
  page('print', m.print_page, () => import('../features/print/print.page.tsx')),
  page('history', m.history, () => import('../features/history/history.page.tsx')),
  page('relations', m.relations, () => import('../features/relations/relations.page.tsx')),
  page('places', m.two_places, () => import('../features/places/places.page.tsx')),
] as const;

export const signedInScreens = signedIn.addChildren([
  practice,
  onlyReferees.addChildren([referee]),
  desk.addChildren([...ownScreens, ...competitionScreens]),
]);
