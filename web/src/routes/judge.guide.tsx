import { createFileRoute } from '@tanstack/react-router';
import { RefereeGuide } from '../features/guide/guide.page.tsx';
import { JudgeFrame } from '../judge/judge.frame.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/judge/guide')({
  head: titled(m.guide_referee),
  component: () => (
    <JudgeFrame>
      <RefereeGuide />
    </JudgeFrame>
  ),
});
