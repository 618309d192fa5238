import { settleQuarantinedRun } from '@dossard/contract/runs/run.endpoints.ts';
import type { UnresolvedRun } from '@dossard/contract/runs/unresolved.run.schema.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { DiscardButton, WaitingRun } from './waiting.run.tsx';

/** One run of a judge whose link had ended or was hidden (U3): let it count, or discard it. */
export function QuarantinedRow({ run, settled }: { run: UnresolvedRun; settled: boolean }) {
  const { dossard } = run;
  const params = { id: run.competition_id, submission: run.submission_id };
  const settle = (accept: boolean, said: string) =>
    perform(settleQuarantinedRun, { params, body: { accept } }, { said });
  return (
    <WaitingRun run={run} title={m.quarantined_of({ dossard })}>
      <div className="desk-actions">
        <ActionButton
          action={m.quarantined_accept()}
          className="button button-go"
          hindered={!settled}
          act={() => settle(true, m.quarantined_accepted({ dossard }))}
        />
        <DiscardButton run={run} act={() => settle(false, m.unresolved_discarded())} />
      </div>
    </WaitingRun>
  );
}
