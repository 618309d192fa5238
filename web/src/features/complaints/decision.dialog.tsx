import { decideComplaint } from '@dossard/contract/complaints/complaint.endpoints.ts';
import { type Complaint, complaintDecisionSchema } from '@dossard/contract/complaints/complaint.schema.ts';
import type { Outcome } from '@dossard/contract/declarations/outcome.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { runsOfRider } from '../../queries/run.queries.ts';
import { DoorsField, RunNumbers } from '../../riders/run.fields.tsx';
import { readLines } from '../../text/typed.values.ts';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { ParagraphField, TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { readRun } from '../runs/run.form.ts';

interface Props {
  competitionId: number;
  complaint: Complaint;
  onClose: () => void;
}

/** Closes a complaint with the jury's decision; granting it may correct the run in the same step (E9). */
export function DecisionDialog({ competitionId, complaint, onClose }: Props) {
  const [outcome, setOutcome] = useState<Outcome>('granted');
  const [corrects, setCorrects] = useState(false);
  const { dossard, run_number } = complaint;
  const runs = useQuery({ ...runsOfRider(competitionId, dossard), enabled: run_number !== null });
  const run = runs.data?.runs.find((one) => one.run_number === run_number && !one.deleted);
  const isCorrected = corrects && outcome === 'granted' && run !== undefined;
  const { formProps } = useCheckedForm({
    schema: complaintDecisionSchema,
    values: (fields) => ({
      outcome,
      jury: readLines(fields.get('jury')),
      reason: fields.get('reason') ?? '',
      ...(isCorrected && {
        correction: { ...readRun(fields, 'correction.'), zone_id: run.zone_id, version: run.version },
      }),
    }),
    send: (body) =>
      perform(
        decideComplaint,
        { params: { id: competitionId, complaint: complaint.id }, body },
        { said: m.complaint_closed() },
      ),
    onDone: onClose,
  });
  const needsJury = outcome !== 'withdrawn';
  return (
    <FormDialog title={m.complaint_decide()} of={formProps} onClose={onClose}>
      {complaint.text && <p className="prose">{complaint.text}</p>}
      <Chips
        legend={m.complaint_outcome()}
        name="outcome"
        type="radio"
        choices={[
          { value: 'granted', label: m.complaint_granted() },
          { value: 'refused', label: m.complaint_refused() },
          { value: 'withdrawn', label: m.complaint_withdrawn() },
        ]}
        defaultChosen={['granted']}
        onChoose={setOutcome}
      />
      {outcome === 'granted' && run && (
        <Tick
          label={m.complaint_corrects({ number: run.run_number })}
          checked={corrects}
          onChange={({ target }) => setCorrects(target.checked)}
        />
      )}
      {isCorrected && (
        <>
          <DoorsField initial={run} />
          <RunNumbers initial={run} prefix="correction." />
        </>
      )}
      {needsJury && <ParagraphField name="jury" label={m.results_jury()} hint={m.results_jury_hint()} />}
      <TextField name="reason" label={m.tie_reason()} maxLength={300} autoComplete="off" />
    </FormDialog>
  );
}
