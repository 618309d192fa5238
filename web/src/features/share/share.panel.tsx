import { setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { Link } from '@tanstack/react-router';
import { VisibilityButton } from '../../desk/visibility.button.tsx';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { PublicLink } from './public.link.tsx';

const visibilityWords = {
  show: { title: m.make_public_sure, action: m.make_public, means: m.make_public_shows },
  hide: { title: m.make_private_sure, action: m.make_private, means: m.make_private_hides },
};

/** Whether the competition is public, the button that changes this, and the link to share (A7). */
export function SharePanel({ competition }: { competition: Competition }) {
  const { is_public } = competition;
  return (
    <div className="stack">
      <p className="soft">{is_public ? m.visibility_public_is() : m.visibility_private_is()}</p>
      {is_public ? <PublicLink competitionId={competition.id} /> : <p className="soft">{m.share_when_public()}</p>}
      <div className="desk-actions">
        <VisibilityButton
          isPublic={is_public}
          words={visibilityWords}
          act={(is_public) => perform(setVisibility, { body: { competition_id: competition.id, is_public } })}
        >
          <p className="soft">{publicNamesSentence(competition)}</p>
        </VisibilityButton>
        <Link
          to="/competitions/$competitionId/speaker"
          params={{ competitionId: String(competition.id) }}
          className="button button-quiet"
        >
          {m.speaker()}
        </Link>
      </div>
    </div>
  );
}

/** Describes how riders are named once the ranking is public. */
function publicNamesSentence({ public_names }: Competition): string {
  if (public_names === 'initials') return m.make_public_initials();
  return public_names === 'bib' ? m.make_public_bib() : m.make_public_full();
}
