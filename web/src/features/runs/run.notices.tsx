import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { doubtfulCount, unresolvedRuns } from '../../queries/run.queries.ts';
import { GuideLink } from '../../ui/failure/guide.link.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import styles from './doubtful.module.css';

/** Notes that there are doubtful runs, of one rider or of all; renders nothing if there are none. */
export function DoubtfulNotice({ competitionId, dossard }: { competitionId: number; dossard?: number }) {
  const { data } = useQuery(doubtfulCount(competitionId, dossard));
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <div className={styles.notice}>
      <Alert kind="warning" title={m.doubtful_notice({ count })}>
        <p>
          {m.doubtful_notice_why()} <GuideLink guide="organiser" section="doubtful" />
        </p>
        <Link
          to="/competitions/$competitionId/doubtful-runs"
          params={{ competitionId: String(competitionId) }}
          className="button"
        >
          {m.doubtful_check()}
        </Link>
      </Alert>
    </div>
  );
}

/** Notes that there are runs of unknown bibs; renders nothing if there are none. */
export function UnresolvedNotice({ competitionId }: { competitionId: number }) {
  const { data } = useQuery(unresolvedRuns(competitionId));
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <div className={styles.notice}>
      <Alert kind="warning" title={m.unresolved_notice({ count })}>
        <p>
          {m.unresolved_notice_why()} <GuideLink guide="organiser" section="doubtful" />
        </p>
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
