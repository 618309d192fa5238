import { createRoute, lazyRouteComponent, Outlet, redirect, useBlocker } from '@tanstack/react-router';
import { keptJudge, takeToken } from '../judge/kept.judge.ts';
import { m } from '../paraglide/messages.js';
import { keepsField } from '../referee/phone/phone.notes.ts';
import { actAsJudge } from '../session/session.store.ts';
import { loadFieldParts } from './field.parts.ts';
import { root } from './root.route.tsx';
import { screensBelow } from './screen.ts';

/* The screens of a judge with a link, who has no account (U2). */

const judge = createRoute({
  getParentRoute: () => root,
  id: '_judge',
  beforeLoad: async ({ context: { queryClient } }) => {
    actAsJudge(keptJudge()?.judge ?? '');
    if (keepsField()) await (await import('../referee/offline/kept.answers.ts')).restoreKept(queryClient);
  },
  onEnter: () =>
    loadFieldParts(
      () => import('../judge/judge.page.tsx'),
      () => import('../judge/judge.frame.tsx'),
    ),
  head: () => ({ links: [{ rel: 'manifest', href: '/manifest.webmanifest' }] }),
  component: function Judging() {
    // Opened anew, so that no page acts as two people. A judge's start page is one that opens without network.
    useBlocker({
      enableBeforeUnload: false,
      shouldBlockFn: ({ next }) => {
        if (/^\/judge(\/|$)/.test(next.pathname)) return false;
        window.location.assign(next.pathname === '/' ? '/judge' : next.pathname);
        return true;
      },
    });
    return <Outlet />;
  },
});

/** The page of a link: here alone, because on the other pages of a judge a fragment is a place in the page. */
const linked = createRoute({
  getParentRoute: () => judge,
  id: '_linked',
  beforeLoad: () => ({ token: takeToken() }),
});

/** The screen of a zone, for a judge who has given a name. */
const judging = createRoute({
  getParentRoute: () => judge,
  id: '_judging',
  beforeLoad: () => {
    const kept = keptJudge();
    if (!kept) throw redirect({ to: '/judge' });
    return { judge: kept };
  },
});

const opening = screensBelow(() => linked).screen(
  '/judge',
  m.judge_title,
  () => import('../judge/judge.page.tsx'),
  ({ context }) => ({ token: context.token ?? null }),
);
const zone = screensBelow(() => judging).screen(
  '/judge/zones/$zoneId',
  m.referee,
  () => import('../referee/referee.page.tsx'),
  ({ ids, context: { judge } }) => ({
    key: ids.zoneId,
    ...ids,
    competitionId: judge?.competition_id ?? Number.NaN,
    ...(judge && { judge }),
  }),
);

const Frame = lazyRouteComponent(() => import('../judge/judge.frame.tsx'));
const frame = createRoute({
  getParentRoute: () => judge,
  id: '_judge-frame',
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
});
const { screen } = screensBelow(() => frame);

export const judgeScreens = judge.addChildren([
  linked.addChildren([opening]),
  judging.addChildren([zone]),
  frame.addChildren([
    screen('/judge/guide', m.guide_referee, () =>
      import('../features/guide/guide.page.tsx').then(({ RefereeGuide: page }) => ({ default: page })),
    ),
    screen('/judge/unsent', m.phone_runs, () => import('../referee/unsent/outbox.page.tsx')),
  ]),
]);
