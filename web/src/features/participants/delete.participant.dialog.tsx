import { deleteParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { m } from '../../paraglide/messages.js';
import { invalidateParticipants } from '../../queries/participant.queries.ts';
import { Bib, riderName } from '../../riders/rider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import styles from './participants.module.css';

/** Deletes a rider, after showing how many runs are deleted with them. */
export function DeleteParticipantDialog({ rider, onClose }: { rider: Participant; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { competition_id, dossard_number, run_count } = rider;
  const offerUndo = useUndoToast(competition_id);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={m.delete_participant_sure()}
      understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
      afterwards={m.restorable_from_history()}
      action={m.delete()}
      danger
      act={() => callApi(deleteParticipant, { body: { competition_id, dossard_number } })}
      onDone={() => {
        onClose();
        const message = m.participant_deleted({ dossard: dossard_number });
        offerUndo({ kind: 'participant', key: String(dossard_number), message });
        void invalidateParticipants(queryClient, competition_id);
      }}
    >
      <div className={styles.who}>
        <Bib dossard={dossard_number} size="large" />
        <strong>{riderName(rider)}</strong>
      </div>
      <p>{run_count > 0 ? m.delete_participant_runs({ count: run_count }) : m.delete_participant_no_runs()}</p>
    </ConfirmDialog>
  );
}
