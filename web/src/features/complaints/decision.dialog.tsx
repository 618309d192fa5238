import { decideComplaint } from '@dossard/contract/complaints/complaint.endpoints.ts';
import { type Complaint, complaintDecisionSchema } from '@dossard/contract/complaints/complaint.schema.ts';
import type { Outcome } from '@dossard/contract/declarations/outcome.schema.ts';
import { doorNames, type Run } from '@dossard/contract/runs/run.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { complaintsOf } from '../../queries/complaint.queries.ts';
import { invalidateResults } from '../../queries/result.queries.ts';
import { invalidateAllRuns, runsOfRider } from '../../queries/run.queries.ts';
import { formatChronoExact } from '../../text/formats.ts';
import { readLines } from '../../text/typed.values.ts';
import { DialogEnd } from '../../ui/dialogs/dialog.end.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { ParagraphField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { toast } from '../../ui/parts/toast.ts';
import { readRun } from '../runs/run.form.ts';
import styles from './complaints.module.css';

interface Props {
  competitionId: number;
  complaint: Complaint;
  onClose: () => void;
}

/** Closes a complaint with the jury's decision; granting it may correct the run in the same step (E9). */
export function DecisionDialog(props: Props) {
  return (
    <FormDialog title={m.complaint_decide()} onClose={props.onClose}>
      {(close) => <DecisionForm {...props} onCancel={close} />}
    </FormDialog>
  );
}

function DecisionForm({ competitionId, complaint, onClose, onCancel }: Props & { onCancel: () => void }) {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>('granted');
  const [corrects, setCorrects] = useState(false);
  const { dossard, run_number } = complaint;
  const runs = useQuery({ ...runsOfRider(competitionId, dossard), enabled: run_number !== null });
  const run = runs.data?.runs.find((one) => one.run_number === run_number && !one.deleted);
  const isCorrected = corrects && outcome === 'granted' && run !== undefined;
  const { formProps, problems, sending } = useCheckedForm({
    schema: complaintDecisionSchema,
    values: (fields) => ({
      outcome,
      jury: readLines(fields.get('jury')),
      reason: fields.get('reason') ?? '',
      ...(isCorrected && { correction: { ...readRun(fields), zone_id: run.zone_id, version: run.version } }),
    }),
    send: (body) =>
      callApi(decideComplaint, { params: { id: competitionId, complaint: complaint.id }, body }).catch((error) => {
        // Somebody else may have decided first: the list then shows that decision.
        void queryClient.invalidateQueries({ queryKey: complaintsOf(competitionId).queryKey });
        throw error;
      }),
    onDone: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: complaintsOf(competitionId).queryKey }),
        invalidateResults(queryClient, competitionId),
        isCorrected && invalidateAllRuns(queryClient, competitionId),
      ]);
      toast('complaint', m.complaint_closed());
      onClose();
    },
  });
  const needsJury = outcome !== 'withdrawn';
  return (
    <form {...formProps} className="dialog-body">
      {complaint.text && <p className={styles.words}>{complaint.text}</p>}
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
        <label className={styles.corrects}>
          <input type="checkbox" checked={corrects} onChange={(event) => setCorrects(event.target.checked)} />
          {m.complaint_corrects({ number: run.run_number })}
        </label>
      )}
      {isCorrected && <RunFields run={run} problems={problems} />}
      {needsJury && (
        <ParagraphField name="jury" label={m.results_jury()} hint={m.results_jury_hint()} problem={problems.jury} />
      )}
      <TextField name="reason" label={m.tie_reason()} problem={problems.reason} maxLength={300} autoComplete="off" />
      {sending.error && <FailureAlert error={sending.error} />}
      <DialogEnd isPending={sending.isPending} onCancel={onCancel} />
    </form>
  );
}

/** The corrected run. */
function RunFields({ run, problems }: { run: Run; problems: Readonly<Record<string, string>> }) {
  return (
    <>
      <Chips
        legend={m.doors_won()}
        name="doors"
        type="checkbox"
        choices={doorNames.map((door, index) => ({ value: door, label: `P${index + 1}` }))}
        defaultChosen={doorNames.filter((door) => run[door])}
      />
      <TextField
        name="penality"
        type="number"
        min={0}
        step={1}
        inputMode="numeric"
        label={m.penalties()}
        problem={problems['correction.penality']}
        defaultValue={run.penality}
      />
      <TextField
        name="chrono_sec"
        label={m.time()}
        hint={m.time_hint()}
        problem={problems['correction.chrono_sec']}
        defaultValue={formatChronoExact(run.chrono_sec)}
        autoComplete="off"
      />
    </>
  );
}
