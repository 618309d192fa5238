import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { unresolvedRuns } from '../../queries/run.queries.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import './doubtful.css';

/** Tells the organiser that runs of unknown bibs wait; shows nothing when there are none. */
export function UnresolvedNotice({ competitionId }: { competitionId: number }) {
  const { data } = useQuery(unresolvedRuns(competitionId));
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <div className="doubtful-notice">
      <Alert kind="warning" title={m.unresolved_notice({ count })}>
        <p>{m.unresolved_notice_why()}</p>
        <Link
          to="/competitions/$competitionId/unresolved-runs"
          params={{ competitionId: String(competitionId) }}
          className="button"
        >
          {m.unresolved_check()}
        </Link>
      </Alert>
    </div>
  );
}
