import { listCompetitionAlarms } from '@dossard/contract/alarms/alarm.endpoints.ts';
import { announceAlarm, describeAlarm } from '@dossard/contract/alarms/alarm.words.ts';
import { getLocale } from '@dossard/contract/language/locale.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { mayAdminister, useCompetition } from '../desk/may.ts';
import { PageLink } from '../desk/page.link.tsx';
import { m } from '../paraglide/messages.js';
import { profile } from '../queries/account.queries.ts';
import { alarmPage, alarmsMs } from '../queries/alarm.queries.ts';
import { deskCallsOf, openCalls } from '../queries/field.queries.ts';
import { read } from '../queries/read.ts';
import { zonesOf } from '../queries/zone.queries.ts';
import { formatTime } from '../text/formats.ts';
import styles from './banners.module.css';

/**
 * Raised alarms above a page: all for super administrators, those of the competition for its admins, none for others
 * (Q4).
 */
export function AlarmBanner({ competitionId }: { competitionId: number | undefined }) {
  const { data: reader } = useQuery(profile());
  const { everything } = mayAdminister(reader);
  const { may } = useCompetition(competitionId);
  const isListed = useLocation({ select: ({ pathname }) => pathname === '/admin/alarms' });
  const isOwn = reader !== undefined && !everything && competitionId !== undefined && may('manage_competition');
  const all = useQuery({ ...alarmPage(1), enabled: everything && !isListed });
  const own = useQuery(
    read(
      listCompetitionAlarms,
      { params: { id: competitionId ?? 0 } },
      { refetchInterval: alarmsMs, enabled: isOwn && !isListed },
    ),
  );
  const standing = (!isListed && (everything ? all : own).data?.standing) || [];
  const [first, ...more] = standing;
  const kinds = [...new Set(standing.map(({ kind }) => kind))];
  return (
    <>
      {/* Lists only the kinds of alarms: their numbers change every minute. */}
      <p role="status" className="visually-hidden">
        {kinds.map((kind) => announceAlarm(kind, getLocale())).join(' ')}
      </p>
      {first && (
        <FootBar label={m.alarms()}>
          <span className="alert-sign warning" aria-hidden="true">
            !
          </span>
          <p className="grow">
            <strong>{describeAlarm(first, getLocale()).what}</strong>
            {more.length > 0 && ` ${m.alarms_more({ count: more.length })}`}
          </p>
          {everything || competitionId === undefined ? (
            <Link to="/admin/alarms">{m.alarms_see()}</Link>
          ) : (
            <PageLink of={competitionId} page="phones" label={m.phones()} />
          )}
        </FootBar>
      )}
    </>
  );
}

/**
 * Calls of judges that nobody has answered, on every page but the one that lists them (U6); without one its children, the
 * alarms.
 */
export function CallBanner({ competitionId, children }: { competitionId: number; children: ReactNode }) {
  const { may } = useCompetition(competitionId);
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
              {formatTime(first.at, 'minute')} · <span translate="no">{first.by}</span>
              {first.text && ` · ${first.text}`}
              {open.length > 1 && ` · ${m.calls_more({ count: open.length - 1 })}`}
            </p>
            <PageLink of={competitionId} page="overview" label={m.call_answer_send()} />
          </FootBar>
        )}
      </div>
      {!first && children}
    </>
  );
}

interface FootBarProps {
  /** Names the bar for screen readers. */
  label: string;
  /** Somebody needs help now. */
  urgent?: boolean;
  children: ReactNode;
}

/** A bar over the foot of the window; tells the style sheets its height, so that the page and floating links end above it. */
function FootBar({ label, urgent, children }: FootBarProps) {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty('--foot-bar-height', `${bar.current?.offsetHeight ?? 0}px`);
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--foot-bar-height');
    };
  }, []);
  return (
    <aside ref={bar} className={`row no-print ${styles.banner}`} data-urgent={urgent || undefined} aria-label={label}>
      {children}
    </aside>
  );
}
