import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { getPersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { callApi } from '../../api/client.ts';
import { formatFailure } from '../../api/failure.ts';
import { saveFile } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { toast } from '../../ui/parts/toast.ts';

/** Has the browser keep all that is held of a rider, as JSON to be handed out. */
export async function exportData({ competition_id, dossard_number: dossard }: Participant): Promise<void> {
  try {
    const data = await callApi(getPersonalData, { params: { id: competition_id, dossard } });
    const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
    saveFile(file, `${m.personal_data_file({ dossard })}.json`);
    toast('participant', m.personal_data_exported({ dossard }));
  } catch (error) {
    toast('participant', formatFailure(error), 6_000);
  }
}
