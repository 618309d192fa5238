import { updateStatus } from '@dossard/contract/participants/participant.endpoints.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { type StatusFacts, statusUpdateSchema } from '@dossard/contract/participants/status.fields.ts';
import { statusSchema } from '@dossard/contract/rankings/rider.status.ts';
import { useState } from 'react';
import { ConflictNote } from '../../changes/conflict.note.tsx';
import { useMergedEdit, withoutConflict } from '../../changes/merged.edit.ts';
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
  const { competition_id, dossard_number, status = null, status_reason = null } = rider;
  const edit = useMergedEdit<StatusFacts>({ status, status_reason });
  const { formProps } = useCheckedForm({
    schema: statusUpdateSchema,
    values: (fields) => ({
      competition_id,
      dossard_number,
      status: fields.get('status') || null,
      reason: fields.get('reason') ?? '',
    }),
    send: (body) =>
      edit.attempt({ status: body.status, status_reason: body.reason || null }, () =>
        perform(updateStatus, { body: { ...body, seen: edit.seen }, said: m.status_saved() }),
      ),
  });
  return (
    <FormDialog
      title={m.status_title({ dossard: dossard_number })}
      of={{ ...formProps, state: withoutConflict(formProps.state) }}
    >
      <RiderLine rider={rider} dossard={dossard_number} size="large" />
      <StatusFields key={edit.conflicts} initial={edit.initial} hasRuns={rider.run_count > 0} />
      <ConflictNote before={edit.before} now={edit.seen} />
    </FormDialog>
  );
}

function StatusFields({ initial, hasRuns }: { initial: StatusFacts; hasRuns: boolean }) {
  const [status, setStatus] = useState<string>(initial.status ?? '');
  return (
    <>
      <Chips
        legend={m.rider_status()}
        name="status"
        type="radio"
        choices={choices.map(({ value, label }) => ({ value, label: label() }))}
        defaultChosen={[status]}
        onChoose={setStatus}
      />
      <p className="field-hint">{m.status_means({ status })}</p>
      {status !== '' && (
        <TextField
          name="reason"
          label={m.status_reason()}
          hint={m.status_reason_hint()}
          defaultValue={initial.status_reason ?? ''}
        />
      )}
      {hasRuns && status !== '' && status !== 'dnf' && <Alert kind="warning" title={m.status_has_runs()} />}
    </>
  );
}
