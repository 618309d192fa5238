import { doorNames } from '@dossard/contract/runs/doors.ts';
import type { ListedRun } from '@dossard/contract/runs/run.list.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { latestRuns } from '../../queries/run.queries.ts';
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
              <DoorBars run={run} />
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

/** The six doors as bars, the won ones filled. */
function DoorBars({ run }: { run: ListedRun }) {
  const won = doorNames.flatMap((door, index) => (run[door] ? [index + 1] : []));
  return (
    <span className={styles.doors}>
      <span className="visually-hidden">{`${m.doors_won()} ${won.join(', ') || '0'}`}</span>
      {doorNames.map((door) => (
        <span key={door} aria-hidden="true" data-won={run[door] || undefined} />
      ))}
    </span>
  );
}
