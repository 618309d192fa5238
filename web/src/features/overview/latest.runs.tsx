import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { latestRuns } from '../../queries/run.queries.ts';
import { DoorRow } from '../../riders/door.row.tsx';
import { Bib, fullName } from '../../riders/rider.tsx';
import { formatTime } from '../../text/formats.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import styles from './overview.module.css';

/** Number of runs shown. */
const shown = 15;

/** Lists the latest runs, each with a link to its rider's runs. */
export function LatestRuns({ competitionId }: { competitionId: number }) {
  const read = useQuery(latestRuns(competitionId, shown));
  const { data } = read;
  return (
    <section className={styles.latest} aria-labelledby="overview-latest">
      <h2 id="overview-latest">{m.overview_latest()}</h2>
      <Reading of={read} waiting={10} />
      <ul className="card lines numbers">
        {data?.runs.length === 0 && <li className="soft">{m.runs_none_why()}</li>}
        {data?.runs.map((run) => (
          <li key={`${run.dossard} ${run.run_number}`}>
            <Link
              to="/competitions/$competitionId/participants/$dossard/runs"
              params={{ competitionId: String(competitionId), dossard: String(run.dossard) }}
            >
              <span className="soft" translate="no">
                {formatTime(new Date(run.ridden_at), 'minute')}
              </span>
              <Bib dossard={run.dossard} />
              <span className={styles.zone}>
                <span translate="no">{fullName(run)}</span>
                <small className="soft">{run.zone_name}</small>
              </span>
              <DoorRow doors={run} className={styles.doors} />
              <strong>
                <span translate="no">{run.points}</span> <span className="visually-hidden">{m.points()}</span>
              </strong>
            </Link>
          </li>
        ))}
        {data && data.total > shown && (
          <li>
            <PageLink of={competitionId} page="runs">
              {m.overview_all_runs({ count: data.total })}
            </PageLink>
          </li>
        )}
      </ul>
    </section>
  );
}
