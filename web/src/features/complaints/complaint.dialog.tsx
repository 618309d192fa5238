import { createComplaint } from '@dossard/contract/complaints/complaint.endpoints.ts';
import { complaintInputSchema } from '@dossard/contract/complaints/complaint.schema.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { parseNumber } from '../../text/typed.values.ts';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { ParagraphField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';

interface Props {
  competitionId: number;
  onClose: () => void;
}

/** Records a complaint on behalf of a rider (E9). */
export function ComplaintDialog({ competitionId, onClose }: Props) {
  const { formProps } = useCheckedForm({
    schema: complaintInputSchema,
    values: (fields) => ({
      dossard: parseNumber(fields.get('dossard')),
      run_number: fields.get('run_number') === '' ? null : parseNumber(fields.get('run_number')),
      text: fields.get('text') ?? '',
      fee: fields.get('fee') ?? '',
    }),
    fieldOf: { participant_not_found: 'dossard', run_not_found: 'run_number' },
    send: (body) => perform(createComplaint, { params: { id: competitionId }, body }, { said: m.complaint_saved() }),
    onDone: onClose,
  });
  return (
    <FormDialog title={m.complaint_write()} of={formProps} onClose={onClose}>
      <TextField name="dossard" label={m.dossard()} inputMode="numeric" autoComplete="off" />
      <TextField
        name="run_number"
        label={m.complaint_run()}
        hint={m.complaint_run_hint()}
        inputMode="numeric"
        autoComplete="off"
      />
      <ParagraphField name="text" label={m.complaint_text()} maxLength={1000} />
      <TextField name="fee" label={m.complaint_fee()} maxLength={100} autoComplete="off" />
    </FormDialog>
  );
}
