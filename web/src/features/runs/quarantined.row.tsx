import { settleQuarantinedRun } from '@dossard/contract/runs/run.endpoints.ts';
import type { UnresolvedRun } from '@dossard/contract/runs/unresolved.run.schema.ts';
import { useId } from 'react';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { Bib } from '../../riders/rider.tsx';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { RunFacts } from './run.facts.tsx';
import styles from './undecided.module.css';

/** One run of a judge whose link had ended or was hidden (U3): let it count, or discard it. */
export function QuarantinedRow({ run, settled }: { run: UnresolvedRun; settled: boolean }) {
  const { groupWord } = useGenderWords();
  const titleId = useId();
  const { dossard } = run;
  const params = { id: run.competition_id, submission: run.submission_id };
  const settle = (accept: boolean, said: string) =>
    perform(settleQuarantinedRun, { params, body: { accept } }, { said });
  return (
    <section className={`stack ${styles.row}`} aria-labelledby={titleId}>
      <div className="row">
        <Bib dossard={dossard} />
        <h2 id={titleId}>{m.quarantined_of({ dossard })}</h2>
      </div>
      <RunFacts
        run={{ ...run, ridden_at: run.recorded_at ?? run.received_at }}
        title={`${groupWord(run)} · ${run.zone_name}`}
      />
      <div className="desk-actions">
        <ActionButton
          action={m.quarantined_accept()}
          className="button button-go"
          hindered={!settled}
          act={() => settle(true, m.quarantined_accepted({ dossard }))}
        />
        <ConfirmButton
          className="button button-quiet"
          title={m.unresolved_discard_sure()}
          understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
          action={m.discard_run()}
          danger
          act={() => settle(false, m.unresolved_discarded())}
        >
          <p>
            {m.unresolved_discard_loses({ points: m.points_count({ count: run.points }), referee: run.referee_name })}
          </p>
        </ConfirmButton>
      </div>
    </section>
  );
}
