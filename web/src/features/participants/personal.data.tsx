import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { erasePersonalData, getPersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { callApi } from '../../api/client.ts';
import { formatFailure } from '../../api/failure.ts';
import { saveJson } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { RiderLine } from '../../riders/rider.line.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';

/** Permanently erases a rider's personal data, after showing what stays. */
export function EraseDataDialog({ rider, onClose }: { rider: Participant; onClose: () => void }) {
  const { competition_id, dossard_number: dossard, run_count } = rider;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={m.personal_data_erase_sure()}
      understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
      action={m.personal_data_erase()}
      danger
      act={() =>
        perform(
          erasePersonalData,
          { params: { id: competition_id, dossard } },
          { said: m.personal_data_erased({ dossard }) },
        )
      }
    >
      <RiderLine rider={rider} dossard={dossard} size="large" />
      <p>{m.personal_data_erase_loses()}</p>
      <p>{m.personal_data_erase_keeps({ count: run_count })}</p>
    </ConfirmDialog>
  );
}

/** Downloads all stored data of a rider as JSON, to give to the rider. */
export async function exportData({ competition_id, dossard_number: dossard }: Participant): Promise<void> {
  try {
    const data = await callApi(getPersonalData, { params: { id: competition_id, dossard } });
    saveJson(data, `${m.personal_data_file({ dossard })}.json`);
    toast('participant', m.personal_data_exported({ dossard }));
  } catch (error) {
    toast('participant', formatFailure(error), longToastMs);
  }
}
