import { m } from '../paraglide/messages.js';
import { PageLink } from './page.link.tsx';

/** Says that a competition has no riders yet, with the way to add them. */
export function NoParticipants({ competitionId }: { competitionId: number }) {
  return (
    <div className="card panel panel-empty">
      <h2>{m.participants_empty()}</h2>
      <PageLink of={competitionId} page="participants" className="button button-go">
        {m.participants()}
      </PageLink>
    </div>
  );
}
