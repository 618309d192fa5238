import { createFileRoute } from '@tanstack/react-router';
import { JudgePage } from '../judge/judge.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/judge/')({
  head: titled(m.judge_title),
  component: () => <JudgePage token={Route.useRouteContext().token} />,
});
