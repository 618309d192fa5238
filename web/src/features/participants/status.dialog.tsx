import { updateStatus } from '@dossard/contract/participants/participant.endpoints.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { statusUpdateSchema } from '@dossard/contract/participants/status.fields.ts';
import { statusSchema } from '@dossard/contract/rankings/rider.status.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { invalidateRiderStatus } from '../../queries/run.queries.ts';
import { Bib, riderName } from '../../riders/rider.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { DialogEnd } from '../../ui/dialogs/dialog.end.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import { toast } from '../../ui/parts/toast.ts';
import styles from './participants.module.css';

interface Props {
  rider: Participant;
  onClose: () => void;
}

/** Sets that a rider did not start, did not finish, is disqualified or not classified, with the reason (R10–R13). */
export function StatusDialog(props: Props) {
  return (
    <FormDialog title={m.status_title({ dossard: props.rider.dossard_number })} onClose={props.onClose}>
      {(close) => <StatusForm {...props} onCancel={close} />}
    </FormDialog>
  );
}

const choices = [
  { value: '', label: m.status_none },
  ...statusSchema.options.map((value) => ({ value, label: () => formatStatus(value) })),
];

function StatusForm({ rider, onClose, onCancel }: Props & { onCancel: () => void }) {
  const queryClient = useQueryClient();
  const { competition_id, dossard_number } = rider;
  const [status, setStatus] = useState<string>(rider.status ?? '');
  const { formProps, problems, sending } = useCheckedForm({
    schema: statusUpdateSchema,
    values: (fields) => ({
      competition_id,
      dossard_number,
      status: fields.get('status') || null,
      reason: fields.get('reason') ?? '',
    }),
    send: (body) => callApi(updateStatus, { body }),
    onDone: async () => {
      await invalidateRiderStatus(queryClient, competition_id, dossard_number);
      toast('status', m.status_saved());
      onClose();
    },
  });
  return (
    <form {...formProps} className="dialog-body">
      <div className={styles.who}>
        <Bib dossard={dossard_number} size="large" />
        <span>{riderName(rider)}</span>
      </div>
      <Chips
        legend={m.rider_status()}
        name="status"
        type="radio"
        choices={choices.map(({ value, label }) => ({ value, label: label() }))}
        defaultChosen={[rider.status ?? '']}
        onChoose={setStatus}
        problem={problems.status}
      />
      {status !== '' && (
        <TextField
          name="reason"
          label={m.status_reason()}
          hint={m.status_reason_hint()}
          problem={problems.reason}
          defaultValue={rider.status_reason ?? ''}
          maxLength={200}
        />
      )}
      {rider.run_count > 0 && status !== '' && status !== 'dnf' && <Alert kind="warning" title={m.status_has_runs()} />}
      {sending.error && <FailureAlert error={sending.error} />}
      <DialogEnd isPending={sending.isPending} onCancel={onCancel} />
    </form>
  );
}
