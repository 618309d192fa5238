import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import type { May } from '../../desk/may.ts';
import { m } from '../../paraglide/messages.js';
import { zonesOf } from '../../queries/zone.queries.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { StaleNote } from '../../ui/failure/stale.note.tsx';
import { InviteMenu } from '../invitations/invite.menu.tsx';
import { DoubtfulNotice, UnresolvedNotice } from '../runs/run.notices.tsx';
import { NextSteps } from './next.steps.tsx';
import { ZoneCard } from './zone.card.tsx';
import styles from './zones.module.css';

/** The main page of a competition: its zones to referee, and the most frequent actions. */
export function ZonesPage({ competitionId }: { competitionId: number }) {
  const params = { competitionId: String(competitionId) };
  return (
    <CompetitionDesk
      competitionId={competitionId}
      needs="view_competition"
      back={{ to: '/competitions', label: m.my_competitions() }}
      actions={(may) => (
        <>
          {may('see_ranking') && (
            <Link to="/competitions/$competitionId/live-ranking" params={params} className="button">
              {m.view_ranking()}
            </Link>
          )}
          {may('see_participants') && (
            <Link to="/competitions/$competitionId/participants" params={params} className="button">
              {may('manage_participants') ? m.manage_participants() : m.participants()}
            </Link>
          )}
          {may('export_results') && (
            <Link to="/competitions/$competitionId/edit" params={params} className="button">
              {may('manage_competition') ? m.edit_competition() : m.export_results()}
            </Link>
          )}
          {may('invite_users') && <InviteMenu competitionId={competitionId} />}
        </>
      )}
      waiting={<ZonesWaiting />}
    >
      {(competition, may) => (
        <>
          {may('manage_competition') && <NextSteps competition={competition} />}
          {may('edit_runs') && <UnresolvedNotice competitionId={competitionId} />}
          {may('edit_runs') && <DoubtfulNotice competitionId={competitionId} />}
          <Zones competitionId={competitionId} may={may} />
        </>
      )}
    </CompetitionDesk>
  );
}

function Zones({ competitionId, may }: { competitionId: number; may: May }) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(zonesOf(competitionId));
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data) return <ZonesWaiting />;
  if (data.zones.length === 0) return <NoZone canAdd={may('manage_zones')} />;
  return (
    <>
      <StaleNote error={error} at={dataUpdatedAt} retry={() => void refetch()} />
      <ul className={styles.zones}>
        {data.zones.map((zone) => (
          <li key={zone.id}>
            <ZoneCard competitionId={competitionId} zone={zone} canReferee={may('record_runs')} />
          </li>
        ))}
      </ul>
      {may('record_runs') && (
        <p className={styles.practice}>
          {m.practice_offer()}{' '}
          <Link to="/competitions/$competitionId/practice" params={{ competitionId: String(competitionId) }}>
            {m.practice_start()}
          </Link>
        </p>
      )}
    </>
  );
}

/** Shown without zones; a reader who may add zones finds the link in the next steps. */
function NoZone({ canAdd }: { canAdd: boolean }) {
  return (
    <div className="card panel panel-empty">
      <h2>{m.zones_empty()}</h2>
      <p className="soft">{canAdd ? m.zones_empty_why() : m.zones_empty_wait()}</p>
    </div>
  );
}

function ZonesWaiting() {
  return (
    <ul className={styles.zones} aria-busy="true" data-waiting={true}>
      {[1, 2, 3].map((one) => (
        <li key={one} className={`card ${styles.card} skeleton`} />
      ))}
    </ul>
  );
}
