import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { doubtfulCount } from '../../queries/run.queries.ts';
import { GuideLink } from '../../ui/failure/guide.link.tsx';
import { Alert } from '../../ui/parts/alert.tsx';

/** Notes that a rider has doubtful runs; renders nothing if there are none. */
export function DoubtfulNotice({ competitionId, dossard }: { competitionId: number; dossard: number }) {
  const { data } = useQuery(doubtfulCount(competitionId, dossard));
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <Alert kind="warning" title={m.doubtful_notice({ count })}>
      <p>
        {m.doubtful_notice_why()} <GuideLink section="doubtful" />
      </p>
      <Link
        to="/competitions/$competitionId/doubtful-runs"
        params={{ competitionId: String(competitionId) }}
        className="button"
      >
        {m.doubtful_check()}
      </Link>
    </Alert>
  );
}
