import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../../ui/parts/icons.tsx';
import { AddParticipantDialog } from './add.participant.dialog.tsx';
import { AddedParticipants } from './added.participants.tsx';

/** Single entry: what it is for, the button that opens its dialog, and whom it added since the tab was opened. */
export function AddTab({ competitionId }: { competitionId: number }) {
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<readonly Participant[]>([]);
  return (
    <div className="card panel">
      <p>{m.add_participant_why()}</p>
      <div>
        <button type="button" className="button button-go" onClick={() => setAdding(true)}>
          <Icon name="plus" /> {m.add_participant()}
        </button>
      </div>
      <AddedParticipants added={added} />
      {adding && (
        <AddParticipantDialog
          competitionId={competitionId}
          onAdded={(participant) => setAdded((before) => [participant, ...before])}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}
