import { useLocation } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { isJudging, knownUser } from '../../session/session.store.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import { ButtonLink } from '../../ui/parts/button.link.tsx';
import { RefereeGuideLink, toSignIn, toUnsent } from '../links/field.links.tsx';
import { hasFailed, isUnsent, type KeptRun } from '../outbox/kept.run.ts';
import { moveRun } from '../outbox/outbox.ts';
import { formatProblem } from '../unsent/problem.words.ts';
import { RiderHead } from './rider.head.tsx';
import { StepButton } from './step.button.tsx';
import styles from './steps.module.css';

/**
 * Returns true if a run waits for its referee to sign in: the server refused this or another run of the same account as
 * signed out, or somebody signed out in another tab.
 */
export function needsSignIn(run: KeptRun, runs: readonly KeptRun[]): boolean {
  if (!isUnsent(run)) return false;
  const isRefused = runs.some(({ user, state }) => user === run.user && state === 'signed-out');
  return isRefused || run.user !== knownUser();
}

/**
 * Finds the first run of this zone that failed after its referee had moved on to the next rider, and that they have not
 * seen yet. `reached` is true if the server answers; while it does not, only refusals are reported.
 */
export function findUnseenFailure(
  runs: readonly KeptRun[],
  { user, zoneId, reached }: { user: string; zoneId: number; reached: boolean },
): KeptRun | undefined {
  return runs.find(
    (run) =>
      run.user === user &&
      run.submission.zone_id === zoneId &&
      !run.dismissed &&
      (run.state === 'refused' || (reached && hasFailed(run) && run.problem?.status !== 401)),
  );
}

/** Offers to retry a run that the server refused or did not accept; it stays in the outbox in any case. */
export function ManualRetry({ run, onCancel }: { run: KeptRun; onCancel?: () => void }) {
  const location = useLocation();
  const id = run.submission.submission_id;
  const refused = run.state === 'refused';
  const signedOut = run.state !== 'refused' && !hasFailed(run);
  async function cancel() {
    await moveRun(id, { type: 'dismissed' });
    onCancel?.();
  }
  return (
    <>
      <div className={styles.low}>
        <Alert kind="problem" title={m.run_failed()}>
          {run.problem && <p>{formatProblem(run.problem, run)}</p>}
          <p>{refused ? m.run_refused_kept() : m.run_kept_here()}</p>
          <p>
            <RefereeGuideLink section={refused ? 'refused' : 'record'} />
          </p>
          {(signedOut || run.problem?.status === 401) && (
            <ButtonLink {...toSignIn(location.pathname)} label={isJudging() ? m.judge_title() : m.sign_in()} />
          )}
          {refused && <ButtonLink {...toUnsent()} label={m.phone_runs()} />}
        </Alert>
        <RiderHead rider={{ ...run.rider, dossard_number: run.submission.dossard }} zoneName={run.zone_name} />
      </div>
      <StepButton action={m.retry()} onClick={() => void moveRun(id, { type: 'retried', now: Date.now() })} />
      <StepButton action={m.cancel()} look="quiet" aria-describedby="retry-cancel" onClick={() => void cancel()} />
      <p id="retry-cancel" className="soft">
        {refused ? m.retry_cancel_refused() : m.retry_cancel()}
      </p>
    </>
  );
}
