import { updateStatus } from '@dossard/contract/participants/participant.endpoints.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { statusUpdateSchema } from '@dossard/contract/participants/status.fields.ts';
import { statusSchema } from '@dossard/contract/rankings/rider.status.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { RiderLine } from '../../riders/rider.line.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';

const choices = [
  { value: '', label: m.status_none },
  ...statusSchema.options.map((value) => ({ value, label: () => formatStatus(value) })),
];

/** Sets that a rider did not start, did not finish, is disqualified or not classified, with the reason (R10–R13). */
export function StatusDialog({ rider }: { rider: Participant }) {
  const { competition_id, dossard_number } = rider;
  const [status, setStatus] = useState<string>(rider.status ?? '');
  // As it was when the dialog opened: a colleague's change arrives meanwhile.
  const [seen] = useState({ status: rider.status ?? null });
  const { formProps } = useCheckedForm({
    schema: statusUpdateSchema,
    values: (fields) => ({
      competition_id,
      dossard_number,
      status: fields.get('status') || null,
      reason: fields.get('reason') ?? '',
      seen,
    }),
    send: (body) => perform(updateStatus, { body, said: m.status_saved() }),
  });
  return (
    <FormDialog title={m.status_title({ dossard: dossard_number })} of={formProps}>
      <RiderLine rider={rider} dossard={dossard_number} size="large" />
      <Chips
        legend={m.rider_status()}
        name="status"
        type="radio"
        choices={choices.map(({ value, label }) => ({ value, label: label() }))}
        defaultChosen={[rider.status ?? '']}
        onChoose={setStatus}
      />
      {status !== '' && (
        <TextField
          name="reason"
          label={m.status_reason()}
          hint={m.status_reason_hint()}
          defaultValue={rider.status_reason ?? ''}
          maxLength={200}
        />
      )}
      {rider.run_count > 0 && status !== '' && status !== 'dnf' && <Alert kind="warning" title={m.status_has_runs()} />}
    </FormDialog>
  );
}
