import { useQuery } from '@tanstack/react-query';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { m } from '../../paraglide/messages.js';
import { unresolvedRuns } from '../../queries/run.queries.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import styles from './doubtful.module.css';
import { UnresolvedCard } from './unresolved.card.tsx';

/** Runs that referees recorded for unknown bibs; an organiser assigns them. */
export function UnresolvedRunsPage({ competitionId }: { competitionId: number }) {
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.unresolved_runs()}
      needs="edit_runs"
      waiting={<div className={`card ${styles.waiting} skeleton`} />}
    >
      {(_, may) => <Runs competitionId={competitionId} mayAdd={may('manage_participants')} />}
    </CompetitionDesk>
  );
}

function Runs({ competitionId, mayAdd }: { competitionId: number; mayAdd: boolean }) {
  const { data, error, refetch } = useQuery(unresolvedRuns(competitionId));
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting className={`card ${styles.waiting}`} />;
  if (data.runs.length === 0) {
    return (
      <section className="card panel panel-empty">
        <h2>{m.unresolved_none()}</h2>
        <p className="soft">{m.unresolved_none_why()}</p>
      </section>
    );
  }
  return (
    <>
      <p className={`soft ${styles.why}`}>{m.unresolved_why()}</p>
      <ul className={styles.doubtful}>
        {data.runs.map((run) => (
          <li key={run.submission_id}>
            <UnresolvedCard run={run} mayAdd={mayAdd} />
          </li>
        ))}
      </ul>
      {data.total > data.runs.length && (
        <p className="soft">{m.unresolved_more({ shown: data.runs.length, total: data.total })}</p>
      )}
    </>
  );
}
