import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import type { May } from '../../desk/may.ts';
import { useLiveRuns } from '../../live/live.runs.ts';
import { m } from '../../paraglide/messages.js';
import { progressOf } from '../../queries/participant.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { formatTime } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { StaleNote } from '../../ui/failure/stale.note.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { Attention } from './attention.tsx';
import { GroupTallies } from './group.tallies.tsx';
import { LatestRuns } from './latest.runs.tsx';
import { countOverview } from './overview.facts.ts';
import styles from './overview.module.css';
import { TallyBar } from './tally.bar.tsx';
import { ZoneTallies } from './zone.tallies.tsx';

/** The state of the day: recorded and missing runs, zones with a queue, and what needs a decision. */
export function OverviewPage({ competitionId }: { competitionId: number }) {
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.overview()}
      needs="edit_runs"
      waiting={<div className={`card ${styles.waiting} skeleton`} />}
    >
      {(competition, may) => <OverviewOf competition={competition} may={may} />}
    </CompetitionDesk>
  );
}

function OverviewOf({ competition, may }: { competition: Competition; may: May }) {
  const progress = useQuery(progressOf(competition.id));
  const zones = useQuery(zonesOf(competition.id));
  useLiveRuns(competition.id);
  const error = progress.error ?? zones.error;
  const retry = () => void Promise.all([progress.refetch(), zones.refetch()]);
  if (error && !(progress.data && zones.data)) return <FailureAlert error={error} retry={retry} />;
  if (!progress.data || !zones.data) return <Waiting className={`card ${styles.waiting}`} />;
  if (zones.data.zones.length === 0) return <NoZoneYet competitionId={competition.id} />;
  const overview = countOverview(progress.data, zones.data.zones, competition);
  const { recorded, missing } = overview.all;
  return (
    <>
      <StaleNote error={error} at={progress.dataUpdatedAt} retry={retry} />
      <section className={`card panel ${styles.summary}`} aria-label={m.overview_runs()}>
        <p className={styles.total}>
          <strong className="numbers" translate="no">
            {recorded}
          </strong>{' '}
          {m.overview_recorded({ count: recorded })}
          {recorded + missing > 0 && (
            <span className="soft">{missing > 0 ? m.overview_missing({ count: missing }) : m.overview_all_in()}</span>
          )}
        </p>
        <TallyBar tally={overview.all} />
        <p className={`soft ${styles.age}`}>
          {m.phones_as_of({ time: formatTime(progress.dataUpdatedAt) })}
          {competition.laps === null && may('manage_competition') && (
            <>
              {' · '}
              {m.overview_laps_unknown()}{' '}
              <Link to="/competitions/$competitionId/edit" params={{ competitionId: String(competition.id) }}>
                {m.overview_set_laps()}
              </Link>
            </>
          )}
        </p>
      </section>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Attention
            competition={competition}
            may={may}
            zones={zones.data.zones}
            riders={progress.data.riders}
            quiet={overview.zones.filter(({ quiet }) => quiet)}
          />
          <ZoneTallies zones={overview.zones} />
        </div>
        <div className={styles.column}>
          <LatestRuns competitionId={competition.id} />
          <GroupTallies groups={overview.groups} />
        </div>
      </div>
    </>
  );
}

/** Shown until there is a zone, because nothing can be recorded before: explains what to do first. */
function NoZoneYet({ competitionId }: { competitionId: number }) {
  return (
    <div className="card panel panel-empty">
      <h2>{m.zones_empty()}</h2>
      <p className="soft">{m.overview_empty_why()}</p>
      <Link
        to="/competitions/$competitionId/zones"
        params={{ competitionId: String(competitionId) }}
        className="button button-go"
      >
        {m.back_to_zones()}
      </Link>
    </div>
  );
}
