import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { latestRuns } from '../../queries/run.queries.ts';
import { Bib, riderName } from '../../riders/rider.tsx';
import { formatTime } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import styles from './overview.module.css';

/** Number of runs shown. */
const shown = 10;

/** Lists the latest runs, each with a link to its rider's runs. */
export function LatestRuns({ competitionId }: { competitionId: number }) {
  const { data, error, refetch } = useQuery(latestRuns(competitionId, shown));
  const params = { competitionId: String(competitionId) };
  return (
    <section className={`card ${styles.tallies}`} aria-labelledby="overview-latest">
      <h2 id="overview-latest">{m.overview_latest()}</h2>
      {error && !data && <FailureAlert error={error} retry={() => void refetch()} />}
      {!error && !data && <Waiting className={styles.latestWaiting} />}
      {data?.runs.length === 0 && <p className="soft">{m.runs_none_why()}</p>}
      <ul className="numbers">
        {data?.runs.map((run) => (
          <li key={`${run.dossard} ${run.run_number}`}>
            <Link
              to="/competitions/$competitionId/participants/$dossard/runs"
              params={{ ...params, dossard: String(run.dossard) }}
              className={styles.latest}
            >
              <span className="soft" translate="no">
                {formatTime(new Date(run.recorded_at ?? run.received_at), 'minute')}
              </span>
              <Bib dossard={run.dossard} />
              <span className={styles.latestRider}>
                <span translate="no">{riderName(run)}</span>
                <span className="soft">{run.zone_name}</span>
              </span>
              <strong>{m.points_count({ count: run.points })}</strong>
            </Link>
          </li>
        ))}
      </ul>
      {data && data.total > shown && (
        <Link to="/competitions/$competitionId/runs" params={params} className="button">
          {m.overview_all_runs({ count: data.total })}
        </Link>
      )}
    </section>
  );
}
