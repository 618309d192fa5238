import { deleteUnresolvedRun, resolveUnresolvedRun } from '@dossard/contract/runs/run.endpoints.ts';
import { resolutionSchema, type UnresolvedRun } from '@dossard/contract/runs/unresolved.run.schema.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { laterPart } from '../../device/later.part.ts';
import { m } from '../../paraglide/messages.js';
import { invalidateAllRuns } from '../../queries/run.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { Bib } from '../../riders/rider.tsx';
import { RunChips } from '../../riders/run.chips.tsx';
import { formatChronoExact, formatTime } from '../../text/formats.ts';
import { parseNumber } from '../../text/typed.values.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { toast } from '../../ui/parts/toast.ts';
import styles from './doubtful.module.css';
import runsStyles from './runs.module.css';

const AddParticipantDialog = laterPart(() =>
  import('../participants/add.participant.tsx').then((it) => ({ default: it.AddParticipantDialog })),
);

interface Props {
  run: UnresolvedRun;
  /** True if the reader may add riders. */
  mayAdd: boolean;
}

/** One run of an unknown bib, with the choices: assign it to a rider, add the rider, or discard it. */
export function UnresolvedCard({ run, mayAdd }: Props) {
  const { groupWord } = useGenderWords();
  const queryClient = useQueryClient();
  const titleId = useId();
  const [doing, setDoing] = useState<'adding' | 'discarding'>();
  const params = { id: run.competition_id, submission: run.submission_id };
  const resolve = (dossard: number) => callApi(resolveUnresolvedRun, { params, body: { dossard } });
  function done(message: string) {
    setDoing(undefined);
    toast('unresolved', message);
    void invalidateAllRuns(queryClient, run.competition_id);
  }
  const { formProps, problems, sending, failure } = useCheckedForm({
    schema: resolutionSchema,
    values: (fields) => ({ dossard: parseNumber(fields.get('dossard')) }),
    send: ({ dossard }) => resolve(dossard),
    fieldOf: { participant_not_found: 'dossard', no_matching_graduation: 'dossard' },
    onDone: ({ dossard }) => done(m.unresolved_resolved({ dossard })),
  });
  const resolving = useMutation({
    mutationFn: resolve,
    onSuccess: ({ dossard }) => done(m.unresolved_resolved({ dossard })),
    onSettled: () => setDoing(undefined),
  });
  return (
    <section className="card panel" aria-labelledby={titleId}>
      <div className={styles.rider}>
        <Bib dossard={run.dossard} size="large" />
        <div>
          <h2 id={titleId}>{m.unresolved_bib({ dossard: run.dossard })}</h2>
          <p className="soft numbers">
            {groupWord(run)} · {run.zone_name} · {run.referee_name} ·{' '}
            {formatTime(new Date(run.recorded_at ?? run.received_at))}
          </p>
        </div>
        <p className={`${runsStyles.points} numbers`}>
          {run.points} <span>{m.points()}</span>
        </p>
      </div>
      <RunChips doors={run} />
      <p className="numbers">{m.run_facts({ penality: run.penality, time: formatChronoExact(run.chrono_sec) })}</p>
      <form {...formProps} className={styles.unresolvedForm}>
        <TextField
          name="dossard"
          label={m.unresolved_dossard()}
          inputMode="numeric"
          autoComplete="off"
          problem={problems.dossard}
        />
        <div className="desk-actions">
          <button type="submit" className="button button-go" disabled={sending.isPending}>
            {m.unresolved_resolve()}
          </button>
          {mayAdd && (
            <button type="button" className="button" onClick={() => setDoing('adding')}>
              {m.unresolved_add_rider()}
            </button>
          )}
          <button type="button" className="button button-quiet" onClick={() => setDoing('discarding')}>
            {m.discard_run()}
          </button>
        </div>
      </form>
      {(failure ?? resolving.error) && <FailureAlert error={failure ?? resolving.error} />}
      {doing === 'adding' && (
        <Suspense>
          <AddParticipantDialog
            competitionId={run.competition_id}
            initial={{ dossard_number: run.dossard, category: run.category, gender: run.gender }}
            onAdded={({ dossard_number }) => {
              setDoing(undefined);
              resolving.mutate(dossard_number);
            }}
            onClose={() => setDoing(undefined)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        opened={doing === 'discarding'}
        onClose={() => setDoing(undefined)}
        title={m.unresolved_discard_sure()}
        understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
        action={m.discard_run()}
        danger
        act={() => callApi(deleteUnresolvedRun, { params })}
        onDone={() => done(m.unresolved_discarded())}
      >
        <p>
          {m.unresolved_discard_loses({ points: m.points_count({ count: run.points }), referee: run.referee_name })}
        </p>
      </ConfirmDialog>
    </section>
  );
}
