import { setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { VisibilityLabel } from '../../desk/visibility.label.tsx';
import { m } from '../../paraglide/messages.js';
import { storeCompetition } from '../../queries/competition.queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { PublicLink } from './public.link.tsx';

/** Whether the competition is public, the button that changes this, and the link to share (A7). */
export function VisibilityCard({ competition }: { competition: Competition }) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { is_public } = competition;
  // Keeps the wording of the question while the dialog closes after the answer.
  const [makesPublic, setMakesPublic] = useState(!is_public);
  const close = () => setAsking(false);
  const ask = () => {
    setMakesPublic(!is_public);
    setAsking(true);
  };
  return (
    <section className="card panel" aria-labelledby="visibility-title">
      <div className="panel-title">
        <h2 id="visibility-title">{m.visibility()}</h2>
        <VisibilityLabel isPublic={is_public} />
      </div>
      <p className="soft">{is_public ? m.visibility_public_is() : m.visibility_private_is()}</p>
      {is_public && <PublicLink competitionId={competition.id} />}
      <div>
        <button type="button" className={is_public ? 'button' : 'button button-go'} onClick={ask}>
          {is_public ? m.make_private() : m.make_public()}
        </button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={close}
        title={makesPublic ? m.make_public_sure() : m.make_private_sure()}
        understood={{
          label: makesPublic ? m.make_public_understood() : m.make_private_understood(),
          missing: m.tick_to_confirm(),
        }}
        action={makesPublic ? m.make_public() : m.make_private()}
        act={() => callApi(setVisibility, { body: { competition_id: competition.id, is_public: makesPublic } })}
        onDone={() => {
          close();
          void storeCompetition(queryClient, { ...competition, is_public: makesPublic });
        }}
      >
        <p>{makesPublic ? m.make_public_shows() : m.make_private_hides()}</p>
        {makesPublic && <p className="soft">{publicNamesSentence(competition)}</p>}
      </ConfirmDialog>
    </section>
  );
}

/** Describes how riders are named once the ranking is public. */
function publicNamesSentence({ public_names }: Competition): string {
  if (public_names === 'initials') return m.make_public_initials();
  return public_names === 'bib' ? m.make_public_bib() : m.make_public_full();
}
