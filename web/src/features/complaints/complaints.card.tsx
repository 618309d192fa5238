import { createComplaint, decideComplaint } from '@dossard/contract/complaints/complaint.endpoints.ts';
import {
  type Complaint,
  complaintDecisionSchema,
  complaintInputSchema,
} from '@dossard/contract/complaints/complaint.schema.ts';
import type { Outcome } from '@dossard/contract/declarations/outcome.schema.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { TypedRider } from '../../desk/typed.rider.tsx';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { complaintsOf } from '../../queries/result.queries.ts';
import { runsOfRider } from '../../queries/run.queries.ts';
import { complaintWords } from '../../riders/complaint.words.ts';
import { Bib } from '../../riders/rider.tsx';
import { fullName } from '../../riders/rider.words.tsx';
import { DoorsField, RunNumbers, readRun } from '../../riders/run.fields.tsx';
import { formatMoment, joinFacts } from '../../text/formats.ts';
import { parseNumber, readLines } from '../../text/typed.values.ts';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { DossardField, ParagraphField, SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/parts/card.tsx';

/** The complaints of a competition: recorded here on behalf of riders, and closed with the jury's decision (E9). */
export function ComplaintsCard({ lastJury }: { lastJury: readonly string[] }) {
  return (
    <Card id="complaints-title" title={m.complaints()} why={m.complaints_why()} className="above">
      <Reading of={useQuery(complaintsOf(usePageCompetition().id))} waiting={5}>
        {(data) =>
          data.complaints.length > 0 && (
            <ul className="lines">
              {data.complaints.map((complaint) => (
                <li key={complaint.id}>
                  <ComplaintEntry {...{ complaint, lastJury }} />
                </li>
              ))}
            </ul>
          )
        }
      </Reading>
      <OpenButton action={m.complaint_write()}>
        <ComplaintDialog />
      </OpenButton>
    </Card>
  );
}

interface EntryProps {
  complaint: Complaint;
  lastJury: readonly string[];
}

/** One complaint: by whom, about what, and its outcome. */
function ComplaintEntry({ complaint, lastJury }: EntryProps) {
  const { dossard, run_number, text, fee, made_by, made_at, state, jury, reason } = complaint;
  return (
    <article className="stack-close" aria-label={`${m.complaint()} ${dossard}`}>
      <div className="row">
        <Bib dossard={dossard} />
        <strong>{fullName(complaint)}</strong>
        <span className={state === 'open' ? 'end warning' : 'end soft'}>{complaintWords[state]()}</span>
      </div>
      {text && <p className="prose">{text}</p>}
      <p className="soft">
        {run_number !== null && (
          <>
            <PageLink page="runs" search={{ bib: dossard }} label={m.run_number({ number: run_number })} />
            {' · '}
          </>
        )}
        {joinFacts(fee && m.complaint_fee_is({ fee }), formatMoment(made_at), made_by)}
      </p>
      {state !== 'open' && (reason || jury.length > 0) && (
        <p>{joinFacts(reason, jury.length > 0 && m.complaint_jury_is({ names: jury.join(', ') }))}</p>
      )}
      {state === 'open' && (
        <OpenButton action={m.complaint_decide()} look="go" of={dossard}>
          <DecisionDialog {...{ complaint, lastJury }} />
        </OpenButton>
      )}
    </article>
  );
}

const describeRun = ({ run_number, zone_name, points }: Run) =>
  joinFacts(m.run_number({ number: run_number }), zone_name, m.points_count({ count: points }));

/** Records a complaint on behalf of a rider (E9), about one of their runs or none. */
function ComplaintDialog() {
  const { id } = usePageCompetition();
  const [dossard, setDossard] = useState<number>();
  const isBib = dossard !== undefined && dossard > 0;
  const { data } = useQuery({ ...runsOfRider(id, dossard ?? 0), enabled: isBib });
  const runs = isBib ? data?.runs.filter((run) => !run.deleted) : [];
  const { formProps } = useCheckedForm({
    schema: complaintInputSchema,
    values: (fields) => ({
      dossard: parseNumber(fields.get('dossard')),
      run_number: fields.get('run_number') === '' ? null : parseNumber(fields.get('run_number')),
      text: fields.get('text') ?? '',
      fee: fields.get('fee') ?? '',
    }),
    fieldOf: { participant_not_found: 'dossard', run_not_found: 'run_number' },
    send: (body) => perform(createComplaint, { params: { id }, body, said: m.complaint_saved() }),
  });
  return (
    <FormDialog title={m.complaint_write()} of={formProps}>
      <DossardField onValue={(value) => setDossard(parseNumber(value))} />
      <TypedRider dossard={dossard} />
      <SelectField
        key={dossard}
        name="run_number"
        label={m.complaint_run()}
        empty={m.complaint_run_none()}
        options={runs?.map((run) => [run.run_number, describeRun(run)])}
      />
      <ParagraphField name="text" label={m.complaint_text()} />
      <TextField name="fee" label={m.complaint_fee_optional()} autoComplete="off" />
    </FormDialog>
  );
}

/** Whether a correction leaves a run as it is. */
const isUnchanged = (run: Run, correction: Partial<Run>): boolean =>
  Object.entries(correction).every(([name, value]) => run[name as keyof Run] === value);

/** Closes a complaint with the jury's decision; granting it may correct the run in the same step (E9). */
function DecisionDialog({ complaint, lastJury }: EntryProps) {
  const { id } = usePageCompetition();
  const [outcome, setOutcome] = useState<Outcome>();
  const [corrects, setCorrects] = useState(true);
  const { dossard, run_number } = complaint;
  const runs = useQuery({ ...runsOfRider(id, dossard), enabled: run_number !== null });
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
    objections: ({ correction }): Record<string, string> =>
      correction && run && isUnchanged(run, correction) ? { corrects: m.complaint_nothing_corrected() } : {},
    send: (body) =>
      perform(decideComplaint, {
        params: { id, complaint: complaint.id },
        body,
        said: m.complaint_closed(),
      }),
  });
  const needsJury = outcome !== 'withdrawn';
  return (
    <FormDialog title={m.complaint_decide()} of={formProps}>
      {complaint.text && <p className="prose">{complaint.text}</p>}
      {run && <p className="soft">{describeRun(run)}</p>}
      <Chips
        legend={m.complaint_outcome()}
        name="outcome"
        type="radio"
        words={{ granted: m.complaint_granted, refused: m.complaint_refused, withdrawn: m.complaint_withdrawn }}
        onChoose={setOutcome}
      />
      {outcome === 'granted' && run && (
        <Tick
          name="corrects"
          label={m.complaint_corrects({ number: run.run_number })}
          checked={corrects}
          onTick={setCorrects}
        />
      )}
      {outcome === 'granted' && !isCorrected && <p className="soft">{m.complaint_points_stay()}</p>}
      {isCorrected && (
        <>
          <DoorsField initial={run} />
          <RunNumbers initial={run} prefix="correction." />
        </>
      )}
      {needsJury && (
        <ParagraphField
          name="jury"
          label={m.results_jury()}
          hint={m.results_jury_hint()}
          defaultValue={lastJury.join('\n')}
        />
      )}
      <TextField name="reason" label={m.tie_reason()} autoComplete="off" />
    </FormDialog>
  );
}
