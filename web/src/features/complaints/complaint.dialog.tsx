import { createComplaint } from '@dossard/contract/complaints/complaint.endpoints.ts';
import { complaintInputSchema } from '@dossard/contract/complaints/complaint.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { complaintsOf } from '../../queries/complaint.queries.ts';
import { parseNumber } from '../../text/typed.values.ts';
import { DialogEnd } from '../../ui/dialogs/dialog.end.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { ParagraphField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { toast } from '../../ui/parts/toast.ts';

interface Props {
  competitionId: number;
  onClose: () => void;
}

/** Records a complaint on behalf of a rider (E9). */
export function ComplaintDialog({ competitionId, onClose }: Props) {
  return (
    <FormDialog title={m.complaint_write()} onClose={onClose}>
      {(close) => <ComplaintForm competitionId={competitionId} onClose={onClose} onCancel={close} />}
    </FormDialog>
  );
}

function ComplaintForm({ competitionId, onClose, onCancel }: Props & { onCancel: () => void }) {
  const queryClient = useQueryClient();
  const { formProps, problems, sending } = useCheckedForm({
    schema: complaintInputSchema,
    values: (fields) => ({
      dossard: parseNumber(fields.get('dossard')),
      run_number: fields.get('run_number') === '' ? null : parseNumber(fields.get('run_number')),
      text: fields.get('text') ?? '',
      fee: fields.get('fee') ?? '',
    }),
    fieldOf: { participant_not_found: 'dossard', run_not_found: 'run_number' },
    send: (body) => callApi(createComplaint, { params: { id: competitionId }, body }),
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: complaintsOf(competitionId).queryKey });
      toast('complaint', m.complaint_saved());
      onClose();
    },
  });
  const isMarked = Boolean(problems.dossard || problems.run_number);
  return (
    <form {...formProps} className="dialog-body">
      <TextField name="dossard" label={m.dossard()} inputMode="numeric" problem={problems.dossard} autoComplete="off" />
      <TextField
        name="run_number"
        label={m.complaint_run()}
        hint={m.complaint_run_hint()}
        inputMode="numeric"
        problem={problems.run_number}
        autoComplete="off"
      />
      <ParagraphField name="text" label={m.complaint_text()} problem={problems.text} maxLength={1000} />
      <TextField name="fee" label={m.complaint_fee()} problem={problems.fee} maxLength={100} autoComplete="off" />
      {sending.error && !isMarked && <FailureAlert error={sending.error} />}
      <DialogEnd isPending={sending.isPending} onCancel={onCancel} />
    </form>
  );
}
