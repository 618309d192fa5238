import { deleteParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { Bib, riderName } from '../../riders/rider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';

/** Deletes a rider, after showing how many runs are deleted with them. */
export function DeleteParticipantDialog({ rider, onClose }: { rider: Participant; onClose: () => void }) {
  const { competition_id, dossard_number, run_count } = rider;
  const offerUndo = useUndoToast(competition_id);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={m.delete_participant_sure()}
      understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
      afterwards={m.stays_in_history()}
      action={m.delete()}
      danger
      act={() => perform(deleteParticipant, { body: { competition_id, dossard_number } })}
      onDone={() => {
        const message = m.participant_deleted({ dossard: dossard_number });
        offerUndo({ kind: 'participant', key: String(dossard_number), message });
      }}
    >
      <div className="row">
        <Bib dossard={dossard_number} size="large" />
        <strong>{riderName(rider)}</strong>
      </div>
      <p>{run_count > 0 ? m.delete_participant_runs({ count: run_count }) : m.delete_participant_no_runs()}</p>
    </ConfirmDialog>
  );
}
