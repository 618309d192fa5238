import { createFileRoute } from '@tanstack/react-router';
import { JudgePage } from '../judge/judge.page.tsx';
import { takeToken } from '../judge/kept.judge.ts';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/judge/')({
  // Here alone: on the other pages of a judge a fragment is a place in the page.
  beforeLoad: () => ({ token: takeToken() }),
  head: titled(m.judge_title),
  component: () => <JudgePage token={Route.useRouteContext().token} />,
});
