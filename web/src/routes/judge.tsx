import { createFileRoute, Outlet, useBlocker } from '@tanstack/react-router';
import { keptJudge } from '../judge/kept.judge.ts';
import { keepsField } from '../referee/phone/phone.notes.ts';
import { actAsJudge } from '../session/session.store.ts';

/** The pages of a judge with a link, who has no account (U2). */
export const Route = createFileRoute('/judge')({
  beforeLoad: async ({ context: { queryClient } }) => {
    actAsJudge(keptJudge()?.judge ?? '');
    if (keepsField()) await (await import('../referee/offline/kept.answers.ts')).restoreKept(queryClient);
  },
  head: () => ({ links: [{ rel: 'manifest', href: '/manifest.webmanifest' }] }),
  component: Judging,
});

function Judging() {
  // Opened anew, so that no page acts as two people.
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: ({ next }) => {
      if (/^\/judge(\/|$)/.test(next.pathname)) return false;
      window.location.assign(next.pathname);
      return true;
    },
  });
  return <Outlet />;
}
