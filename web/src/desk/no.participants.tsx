import { Link } from '@tanstack/react-router';
import { m } from '../paraglide/messages.js';

/** Says that a competition has no riders yet, with the way to add them. */
export function NoParticipants({ competitionId }: { competitionId: number }) {
  return (
    <div className="card panel panel-empty">
      <h2>{m.participants_empty()}</h2>
      <Link
        to="/competitions/$competitionId/participants"
        params={{ competitionId: String(competitionId) }}
        className="button button-go"
      >
        {m.participants()}
      </Link>
    </div>
  );
}
