import { Link } from '@tanstack/react-router';
import { m } from '../paraglide/messages.js';
import { Alert } from '../ui/parts/alert.tsx';

/** Notes on every page of a competition that is at home in another installation: change it there, record runs here. */
export function AwayNote({ competitionId, isAdmin }: { competitionId: number; isAdmin: boolean }) {
  return (
    <div className="above">
      <Alert kind="note" title={m.away_note()}>
        {isAdmin && (
          <Link to="/competitions/$competitionId/places" params={{ competitionId: String(competitionId) }}>
            {m.two_places()}
          </Link>
        )}
      </Alert>
    </div>
  );
}
