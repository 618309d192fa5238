import { createFileRoute } from '@tanstack/react-router';
import { JudgeFrame } from '../judge/judge.frame.tsx';
import { m } from '../paraglide/messages.js';
import { OutboxPage } from '../referee/unsent/outbox.page.tsx';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/judge/unsent')({
  head: titled(m.unsent_runs),
  component: () => (
    <JudgeFrame>
      <OutboxPage />
    </JudgeFrame>
  ),
});
