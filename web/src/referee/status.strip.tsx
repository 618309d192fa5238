import { useQuery } from '@tanstack/react-query';
import { m } from '../paraglide/messages.js';
import { isJudging } from '../session/session.store.ts';
import { formatDuration, formatTime } from '../text/formats.ts';
import { rosterOf, zonesInField } from './offline/field.ts';
import { useKept } from './offline/kept.answers.ts';
import { canWorkOffline, useOpensOffline } from './offline/offline.worker.ts';
import { isUnsent } from './outbox/kept.run.ts';
import { useOutbox } from './outbox/outbox.ts';
import styles from './referee.module.css';
import type { Contact } from './server.contact.tsx';
import { UnsentLink } from './unsent/unsent.link.tsx';

/**
 * One line that is always there, so that nothing moves under a finger: whether the server answers, what this phone can
 * do without it (O9) or that its clock is wrong (D4), and how many runs it still holds.
 */
export function StatusStrip({ competitionId, contact }: { competitionId: number; contact: Contact }) {
  const readiness = useReadiness(competitionId);
  const { reached, isOut, lostSince, wrongMin } = contact;
  const isLinkOver = isOut && isJudging();
  // The number of runs beside it says the rest.
  const holdsRuns = (useOutbox().runs ?? []).some(isUnsent);
  return (
    <div className={styles.strip} data-lost={!reached || isLinkOver || undefined}>
      <p role="status">
        {!reached &&
          (holdsRuns ? m.server_lost_short : m.server_lost_since)({
            time: formatTime(lostSince ?? Date.now(), 'minute'),
          })}
        {reached && isLinkOver && m.judge_over_strip()}
        {reached && !isLinkOver && (wrongMin ? m.clock_wrong_here({ time: formatDuration(wrongMin * 60) }) : readiness)}
      </p>
      <UnsentLink />
    </div>
  );
}

/** Describes what this phone can do without network. */
function useReadiness(competitionId: number): string {
  const { data, dataUpdatedAt, isError } = useQuery(rosterOf(competitionId));
  // Where the page cannot be opened without network, only the list is prepared.
  const isPagePrepared = useOpensOffline() || !canWorkOffline();
  const kept = useKept([rosterOf(competitionId).queryKey, zonesInField(competitionId).queryKey]);
  if (!data && isError) return m.field_not_ready();
  if (kept === 'failing') return m.field_not_kept();
  if (!data || kept !== 'kept') return m.field_preparing();
  if (!isPagePrepared) return m.field_preparing_page();
  const list = { count: data.participants.length, time: formatTime(dataUpdatedAt, 'minute') };
  return canWorkOffline() ? m.field_ready(list) : m.field_ready_open(list);
}
