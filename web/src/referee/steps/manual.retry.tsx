import { Link, useLocation } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { isJudging, knownUser } from '../../session/session.store.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import { toSignIn, toUnsent } from '../links/field.links.ts';
import { RefereeGuideLink } from '../links/guide.link.tsx';
import { hasFailed, isUnsent, type KeptRun } from '../outbox/kept.run.ts';
import { moveRun } from '../outbox/outbox.ts';
import { formatProblem } from '../unsent/problem.words.ts';
import { RiderHead } from './rider.head.tsx';
import styles from './steps.module.css';

/**
 * Returns true if a run waits for its referee to sign in: the server refused this or another run of the same account as
 * signed out, or somebody signed out in another tab.
 */
export function needsSignIn(entry: KeptRun, entries: readonly KeptRun[]): boolean {
  if (!isUnsent(entry)) return false;
  const isRefused = entries.some(({ user, state }) => user === entry.user && state === 'signed-out');
  return isRefused || entry.user !== knownUser();
}

/**
 * Finds the first run of this zone that failed after its referee had moved on to the next rider, and that they have not
 * seen yet. `reached` is true if the server answers; while it does not, only refusals are reported.
 */
export function findUnseenFailure(
  entries: readonly KeptRun[],
  { user, zoneId, reached }: { user: string; zoneId: number; reached: boolean },
): KeptRun | undefined {
  return entries.find(
    (entry) =>
      entry.user === user &&
      entry.submission.zone_id === zoneId &&
      !entry.dismissed &&
      (entry.state === 'refused' || (reached && hasFailed(entry) && entry.problem?.status !== 401)),
  );
}

interface Props {
  entry: KeptRun;
  onCancel?: () => void;
}

/** Offers to retry a run that the server refused or did not accept; it stays in the outbox in any case. */
export function ManualRetry({ entry, onCancel }: Props) {
  const location = useLocation();
  const id = entry.submission.submission_id;
  const refused = entry.state === 'refused';
  const signedOut = entry.state !== 'refused' && !hasFailed(entry);
  async function cancel() {
    await moveRun(id, { type: 'dismissed' });
    onCancel?.();
  }
  return (
    <>
      <div className={styles.low}>
        <Alert kind="problem" title={m.run_failed()}>
          {entry.problem && <p>{formatProblem(entry.problem)}</p>}
          <p>{refused ? m.run_refused_kept() : m.run_kept_here()}</p>
          <p>
            <RefereeGuideLink section={refused ? 'refused' : 'record'} />
          </p>
          {(signedOut || entry.problem?.status === 401) && (
            <Link {...toSignIn(location.pathname)} className="button">
              {isJudging() ? m.judge_title() : m.sign_in()}
            </Link>
          )}
          {refused && (
            <Link {...toUnsent()} className="button">
              {m.unsent_runs()}
            </Link>
          )}
        </Alert>
        <RiderHead rider={{ ...entry.rider, dossard_number: entry.submission.dossard }} zoneName={entry.zone_name} />
      </div>
      <button
        type="button"
        className={`button button-go ${styles.go}`}
        onClick={() => void moveRun(id, { type: 'retried', now: Date.now() })}
      >
        {m.retry()}
      </button>
      <button
        type="button"
        className={`button button-quiet ${styles.quiet}`}
        aria-describedby="retry-cancel"
        onClick={() => void cancel()}
      >
        {m.cancel()}
      </button>
      <p id="retry-cancel" className="soft">
        {refused ? m.retry_cancel_refused() : m.retry_cancel()}
      </p>
    </>
  );
}
