import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../desk/may.ts';
import { PageLink } from '../desk/page.link.tsx';
import { m } from '../paraglide/messages.js';
import { competitionById } from '../queries/competition.queries.ts';
import { deskCallsOf, openCalls } from '../queries/field.queries.ts';
import { zonesOf } from '../queries/zone.queries.ts';
import { formatTime } from '../text/formats.ts';
import { FootBar } from './foot.bar.tsx';

/**
 * Calls of judges that nobody has answered, on every page but the one that lists them (U6); without one its children, the
 * alarms.
 */
export function CallBanner({ competitionId, children }: { competitionId: number; children: ReactNode }) {
  const { data: competition } = useQuery(competitionById(competitionId));
  const { may } = useMay(competition?.role);
  const pathname = useLocation({ select: (location) => location.pathname });
  const isListed = pathname === `/competitions/${competitionId}/overview`;
  const { data } = useQuery({ ...deskCallsOf(competitionId), enabled: may('see_participants') && !isListed });
  const open = isListed ? [] : openCalls(data?.calls);
  const [first] = open;
  const { data: zones } = useQuery({ ...zonesOf(competitionId), enabled: first !== undefined });
  const zone = zones?.zones.find(({ id }) => id === first?.zone_id)?.name ?? m.zone_number({ id: first?.zone_id ?? 0 });
  return (
    <>
      <div role="status">
        {first && (
          <FootBar label={m.from_field()} urgent={first.kind === 'medical'}>
            <p className="grow">
              <strong>{m.desk_call({ kind: first.kind })}</strong> · <span translate="no">{zone}</span> ·{' '}
              {formatTime(Date.parse(first.at), 'minute')} · <span translate="no">{first.by}</span>
              {first.text && ` · ${first.text}`}
              {open.length > 1 && ` · ${m.calls_more({ count: open.length - 1 })}`}
            </p>
            <PageLink of={competitionId} page="overview">
              {m.call_answer_send()}
            </PageLink>
          </FootBar>
        )}
      </div>
      {!first && children}
    </>
  );
}
