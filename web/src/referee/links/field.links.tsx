import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { isJudging } from '../../session/session.store.ts';
import type { RefereeParagraph } from '../../ui/failure/guide.sections.ts';

/* Where the links of the referee's screen lead: a judge with a link has pages of their own (U2). */

/** The zones that the referee may choose from. */
export const toZones = (competitionId: number) =>
  isJudging()
    ? ({ to: '/judge' } as const)
    : ({ to: '/competitions/$competitionId/zones', params: { competitionId: String(competitionId) } } as const);

/** The unsent runs of this phone. */
export const toUnsent = () => ({ to: isJudging() ? '/judge/unsent' : '/competitions/outbox' }) as const;

/** Where a referee whose session ended goes on; an account returns to `path` from there. */
export const toSignIn = (path: string) =>
  isJudging() ? ({ to: '/judge' } as const) : ({ to: '/login', search: { to: path } } as const);

/** The referee's guide. */
const toGuide = () => ({ to: isJudging() ? '/judge/guide' : '/competitions/guide/referee' }) as const;

/** Links a problem to the paragraph of the referees' guide that explains what to do. */
export function RefereeGuideLink({ section }: { section: RefereeParagraph }) {
  return (
    <Link {...toGuide()} hash={section}>
      {m.guide_what_to_do()}
    </Link>
  );
}
