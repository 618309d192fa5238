import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { DeleteCompetitionDialog } from './delete.competition.dialog.tsx';

/** Where a competition is deleted, apart from everything else. */
export function DangerCard({ competition }: { competition: Competition }) {
  const [asking, setAsking] = useState(false);
  return (
    <section className="card panel danger-card" aria-labelledby="danger-title">
      <h2 id="danger-title">{m.danger_zone()}</h2>
      <p className="soft">{m.delete_competition_why()}</p>
      <div>
        <button type="button" className="button button-danger" onClick={() => setAsking(true)}>
          {m.delete_competition()}
        </button>
      </div>
      <DeleteCompetitionDialog competition={competition} opened={asking} onClose={() => setAsking(false)} />
    </section>
  );
}
