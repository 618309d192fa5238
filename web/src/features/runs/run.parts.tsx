import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { doubtfulCount, unresolvedRuns } from '../../queries/run.queries.ts';
import styles from './all.runs.module.css';

interface Props {
  competitionId: number;
  /** Absent where all runs are shown. */
  shows?: 'doubtful-runs' | 'unresolved-runs';
}

/** Links between all runs and those that need a decision, with their number; absent while there are none. */
export function RunParts({ competitionId, shows }: Props) {
  const { data: doubtful } = useQuery(doubtfulCount(competitionId));
  const { data: unresolved } = useQuery(unresolvedRuns(competitionId));
  const params = { competitionId: String(competitionId) };
  const parts = [
    { end: 'doubtful-runs', label: m.doubtful_runs(), count: doubtful?.total ?? 0 },
    { end: 'unresolved-runs', label: m.unresolved_runs(), count: unresolved?.total ?? 0 },
  ] as const;
  const shown = parts.filter(({ end, count }) => count > 0 || end === shows);
  if (shown.length === 0) return null;
  return (
    <nav className={styles.parts} aria-label={m.filters()}>
      <Link to="/competitions/$competitionId/runs" params={params} aria-current={!shows && 'page'}>
        {m.filter_any()}
      </Link>
      {shown.map(({ end, label, count }) => (
        <Link
          key={end}
          to={`/competitions/$competitionId/${end}`}
          params={params}
          aria-current={end === shows && 'page'}
        >
          {label} <span className="numbers">{count}</span>
        </Link>
      ))}
    </nav>
  );
}
