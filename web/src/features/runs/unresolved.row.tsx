import { deleteUnresolvedRun, resolveUnresolvedRun } from '@dossard/contract/runs/run.endpoints.ts';
import { resolutionSchema, type UnresolvedRun } from '@dossard/contract/runs/unresolved.run.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { laterPart } from '../../device/later.part.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { Bib } from '../../riders/rider.tsx';
import { parseNumber } from '../../text/typed.values.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { RunFacts } from './run.facts.tsx';
import styles from './undecided.module.css';

const AddParticipantDialog = laterPart(() =>
  import('../participants/add.participant.tsx').then((it) => ({ default: it.AddParticipantDialog })),
);

interface Props {
  run: UnresolvedRun;
  /** True if the reader may add riders. */
  mayAdd: boolean;
}

/** One run of an unknown bib, with the choices: assign it to a rider, add the rider, or discard it. */
export function UnresolvedRow({ run, mayAdd }: Props) {
  const { groupWord } = useGenderWords();
  const titleId = useId();
  const [isAdding, setIsAdding] = useState(false);
  const params = { id: run.competition_id, submission: run.submission_id };
  const resolve = (dossard: number) =>
    perform(resolveUnresolvedRun, { params, body: { dossard } }, { said: m.unresolved_resolved({ dossard }) });
  const { formProps, sending, failure } = useCheckedForm({
    schema: resolutionSchema,
    values: (fields) => ({ dossard: parseNumber(fields.get('dossard')) }),
    send: ({ dossard }) => resolve(dossard),
    fieldOf: { participant_not_found: 'dossard', no_matching_graduation: 'dossard' },
  });
  const resolving = useMutation({
    mutationFn: resolve,
    onSettled: () => setIsAdding(false),
  });
  return (
    <section className={`stack ${styles.row}`} aria-labelledby={titleId}>
      <div className="row">
        <Bib dossard={run.dossard} />
        <h2 id={titleId}>{m.unresolved_bib({ dossard: run.dossard })}</h2>
      </div>
      <RunFacts
        run={{ ...run, ridden_at: run.recorded_at ?? run.received_at }}
        title={`${groupWord(run)} · ${run.zone_name}`}
      />
      <Form {...formProps} className="row">
        <TextField name="dossard" label={m.unresolved_dossard()} inputMode="numeric" autoComplete="off" />
        <div className="desk-actions">
          <button type="submit" className="button button-go" disabled={sending.isPending}>
            {m.unresolved_resolve()}
          </button>
          {mayAdd && <Button onClick={() => setIsAdding(true)}>{m.unresolved_add_rider()}</Button>}
          <ConfirmButton
            look="quiet"
            title={m.unresolved_discard_sure()}
            understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
            action={m.discard_run()}
            danger
            act={() => perform(deleteUnresolvedRun, { params }, { said: m.unresolved_discarded() })}
          >
            <p>
              {m.unresolved_discard_loses({ points: m.points_count({ count: run.points }), referee: run.referee_name })}
            </p>
          </ConfirmButton>
        </div>
      </Form>
      {(failure ?? resolving.error) && <FailureAlert error={failure ?? resolving.error} />}
      {isAdding && (
        <Suspense>
          <AddParticipantDialog
            competitionId={run.competition_id}
            initial={{ dossard_number: run.dossard, category: run.category, gender: run.gender }}
            onAdded={({ dossard_number }) => {
              setIsAdding(false);
              resolving.mutate(dossard_number);
            }}
            onClose={() => setIsAdding(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
