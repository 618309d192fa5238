import { useQuery } from '@tanstack/react-query';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { m } from '../../paraglide/messages.js';
import { doubtfulRuns } from '../../queries/run.queries.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { useSettled } from '../../ui/parts/taps.ts';
import { Waiting } from '../../ui/parts/waiting.tsx';
import styles from './doubtful.module.css';
import { DoubtfulPairCard } from './doubtful.pair.card.tsx';

/** Pairs of runs that may be one ride recorded by two phones; the organiser decides. */
export function DoubtfulRunsPage({ competitionId }: { competitionId: number }) {
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.doubtful_runs()}
      needs="edit_runs"
      waiting={<div className={`card ${styles.waiting} skeleton`} />}
    >
      {() => <Pairs competitionId={competitionId} />}
    </CompetitionDesk>
  );
}

function Pairs({ competitionId }: { competitionId: number }) {
  const { data, error, refetch } = useQuery(doubtfulRuns(competitionId));
  // The next pair moves to the place of a decided one: a double tap must not decide it too.
  const settled = useSettled(data?.pairs.map(({ pair }) => pair).join(' ') ?? '');
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting className={`card ${styles.waiting}`} />;
  if (data.pairs.length === 0) {
    return (
      <section className="card panel panel-empty">
        <h2>{m.doubtful_none()}</h2>
        <p className="soft">{m.doubtful_none_why()}</p>
      </section>
    );
  }
  return (
    <>
      <p className={`soft ${styles.why}`}>{m.doubtful_why()}</p>
      <ul className={styles.doubtful}>
        {data.pairs.map((pair) => (
          <li key={pair.pair}>
            <DoubtfulPairCard competitionId={competitionId} pair={pair} settled={settled} />
          </li>
        ))}
      </ul>
      {data.total > data.pairs.length && (
        <p className="soft">{m.doubtful_more({ shown: data.pairs.length, total: data.total })}</p>
      )}
    </>
  );
}
