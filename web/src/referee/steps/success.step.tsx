import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import { useEffect } from 'react';
import { useUnchanged } from '../../device/clock.ts';
import { buzz } from '../../device/hardware.ts';
import { useNetwork } from '../../device/online.ts';
import { m } from '../../paraglide/messages.js';
import { RunChips } from '../../riders/run.chips.tsx';
import { formatChrono } from '../../text/formats.ts';
import { Spinner } from '../../ui/parts/spinner.tsx';
import { useSettled } from '../../ui/parts/taps.ts';
import type { Flow, Move } from '../flow/referee.flow.ts';
import { hasFailed, type KeptRun } from '../outbox/kept.run.ts';
import { isRunKept, useOutbox } from '../outbox/outbox.ts';
import { ManualRetry, needsSignIn } from './manual.retry.tsx';
import { RiderHead } from './rider.head.tsx';
import { StepButton } from './step.button.tsx';
import styles from './steps.module.css';

/** How long the confirmation is shown before the next rider, in milliseconds. */
const nextRiderMs = 3_000;
/** How long to wait for an answer before the run counts as kept and the flow continues, in milliseconds. */
const patienceMs = 3_000;

/** What became of the run. `kept`: stored on the phone and sent in the background; `failed`: manual retry. */
type Delivery = 'sending' | 'recorded' | 'kept' | 'failed';

function deliveryOf(run: KeptRun, runs: readonly KeptRun[], slow: boolean, offline: boolean): Delivery {
  if (run.state === 'sent') return 'recorded';
  if (run.state === 'refused' || needsSignIn(run, runs)) return 'failed';
  if (offline || run.state === 'discarded') return 'kept';
  if (hasFailed(run)) return 'failed';
  return slow ? 'kept' : 'sending';
}

interface Props {
  flow: Flow;
  zoneName: string;
  move: (move: Move) => void;
}

/** Last step: the run is recorded, or stored on this phone until it is. */
export function SuccessStep({ flow, zoneName, move }: Props) {
  const { runs } = useOutbox();
  const offline = useNetwork() === 'offline';
  const settled = useSettled(flow.step);
  const run = runs?.find(({ submission }) => submission.submission_id === flow.submission_id);
  // One attempt has had no answer for too long.
  const slow = useUnchanged(run && `${flow.submission_id} ${run.attempts} ${run.problem?.status}`, patienceMs);
  const delivery = run && runs && deliveryOf(run, runs, slow, offline);
  const goesOn = delivery === 'recorded' || delivery === 'kept';
  const missing = runs !== undefined && run === undefined ? (flow.submission_id ?? '') : null;
  useEffect(() => {
    if (missing === null) return;
    let ended = false;
    isRunKept(missing).then(
      // A missing run was deleted because of its age: start with the next rider.
      (isKept) => !isKept && !ended && move({ type: 'restarted' }),
      (error) => console.error('The outbox could not be read:', error),
    );
    return () => {
      ended = true;
    };
  }, [missing, move]);
  useNextRider(goesOn, move);
  if (!run || !delivery) return <Spinner label={m.loading()} />;
  if (delivery === 'failed') return <ManualRetry run={run} onCancel={() => move({ type: 'restarted' })} />;
  return (
    <>
      <div className={`${styles.low} ${styles.runRecorded}`} role="status">
        {delivery === 'sending' ? (
          <Spinner label={m.sending_run()} />
        ) : (
          <>
            <span className={styles.runRecordedSign} data-delivery={delivery} aria-hidden="true">
              {delivery === 'recorded' ? '✓' : '↓'}
            </span>
            <h2>{delivery === 'recorded' ? m.run_recorded() : m.run_kept()}</h2>
            <RecordedRun run={run} graduation={flow.graduation ?? undefined} />
          </>
        )}
        <RiderHead rider={{ ...run.rider, dossard_number: run.submission.dossard }} zoneName={zoneName} />
        <RunChips doors={run.submission} graduation={flow.graduation ?? undefined} />
        {delivery === 'sending' && <p className="soft">{m.run_safe_here()}</p>}
        {delivery === 'kept' && <p className="soft">{offline ? m.run_kept_goes_later() : m.run_kept_here()}</p>}
      </div>
      <StepButton
        action={m.next_rider()}
        className={styles.next}
        data-goes-on={goesOn || undefined}
        disabled={!settled}
        onClick={() => move({ type: 'restarted' })}
      />
    </>
  );
}

/** The figures of a run, as large as the timer was: its points, its time and its penalties. */
function RecordedRun({ run: { submission }, graduation }: { run: KeptRun; graduation: Graduation | undefined }) {
  return (
    <dl className={`${styles.recorded} numbers`}>
      <div>
        <dd>{pointsOfRun(submission, graduation)}</dd>
        <dt>{m.points()}</dt>
      </div>
      <div>
        <dd>{formatChrono(submission.chrono_sec)}</dd>
        <dt>
          {m.time()} · {m.penalties_count({ count: submission.penality })}
        </dt>
      </div>
    </dl>
  );
}

/** Goes on to the next rider after the confirmation of a run (F1). */
export function useNextRider(goesOn: boolean, move: Props['move']): void {
  useEffect(() => {
    if (!goesOn) return;
    buzz(60);
    const next = setTimeout(() => move({ type: 'restarted' }), nextRiderMs);
    return () => clearTimeout(next);
  }, [goesOn, move]);
}
