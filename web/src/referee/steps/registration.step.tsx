import { pointsOfRun, pointsPerDoor } from '@dossard/contract/runs/run.rules.ts';
import { maxPenality } from '@dossard/contract/runs/run.schema.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Moment, readMoment, useMoment } from '../../device/clock.ts';
import { buzz, useWakeLock } from '../../device/hardware.ts';
import { m } from '../../paraglide/messages.js';
import { formatChrono } from '../../text/formats.ts';
import { focused } from '../../ui/parts/focused.ts';
import { PlainButton } from '../../ui/parts/plain.button.tsx';
import { useSecondTap, useSettled } from '../../ui/parts/taps.ts';
import { canValidate, type Flow, type Move } from '../flow/referee.flow.ts';
import { elapsedMs, statusOf, type TimerStatus } from '../flow/run.timer.ts';
import styles from './registration.step.module.css';
import { RiderHead } from './rider.head.tsx';
import { StepButton } from './step.button.tsx';
import stepStyles from './steps.module.css';

interface Props {
  flow: Flow;
  zoneName: string;
  graduation: Graduation | undefined;
  move: (move: Move) => void;
  /** Calls the desk; absent in practice. */
  call?: ReactNode;
}

const timerBeatMs = 100;

/** Third step: timer, doors and penalties of the run that is being ridden (F3). */
export function RegistrationStep({ flow, zoneName, graduation, move, call }: Props) {
  const running = flow.timer.startedAt !== null;
  const now = useMoment(timerBeatMs, running);
  const status = statusOf(flow.timer, now);
  const started = flow.timer.begun;
  useWakeLock(running);
  useEffect(() => {
    if (status !== 'max_reached') return;
    buzz(400);
    move({ type: 'timer-stopped', at: readMoment() });
  }, [status, move]);

  const { rider } = flow;
  if (!rider) return null;
  const over = flow.penality === maxPenality;
  return (
    <>
      <RiderHead rider={rider} zoneName={zoneName} />
      <div className={`${styles.runClock} numbers`}>
        <div>
          <div role="timer" aria-label={m.time()} className={styles.runClockTime} data-status={status}>
            <span translate="no">{formatChrono(elapsedMs(flow.timer, now) / 1000)}</span>
            {status === 'max_reached' && <span className={styles.runClockMax}>{m.timer_max()}</span>}
            <span role="status">
              {over && status !== 'max_reached' && <span className={styles.runClockMax}>{m.run_over()}</span>}
            </span>
          </div>
          {!started && (
            <p id="run-doors-hint" className={`soft small ${styles.runHint}`}>
              {m.doors_after_start()}
            </p>
          )}
        </div>
        <div className={`soft small ${styles.runClockPoints}`}>
          <span>{m.points()}</span>
          <output translate="no">{pointsOfRun(flow.doors, graduation)}</output>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot distribute the remaining height. */}
      <div className={styles.runDoors} role="group" aria-label={m.doors()} aria-describedby="run-doors-hint">
        {graduation &&
          pointsPerDoor(graduation).map(({ door, points }, index) => (
            <DoorButton
              key={door}
              name={`P${index + 1}`}
              points={points}
              won={flow.doors[door]}
              enabled={started}
              onToggle={() => move({ type: 'door-toggled', door })}
            />
          ))}
      </div>
      <Penalties
        penality={flow.penality}
        enabled={started}
        onChange={(penality) => move({ type: 'penality-set', penality })}
      />
      <RunButtons flow={flow} now={now} status={status} move={move} />
      <div className={stepStyles.ways}>
        <LeaveButton word={m.back()} asks={started} onLeave={() => move({ type: 'back' })} />
        <LeaveButton word={m.cancel_run()} asks={started} onLeave={() => move({ type: 'restarted' })} />
        {call}
      </div>
    </>
  );
}

interface DoorProps {
  name: string;
  points: number;
  won: boolean;
  enabled: boolean;
  onToggle: () => void;
}

function DoorButton({ name, points, won, enabled, onToggle }: DoorProps) {
  return (
    <PlainButton
      look={won && 'go'}
      className={styles.door}
      disabled={!enabled}
      aria-pressed={won}
      onClick={() => {
        buzz();
        onToggle();
      }}
    >
      <span>
        <span className={styles.doorName} translate="no">
          {name}
        </span>
        <span className="small">{m.points_count({ count: points })}</span>
      </span>
      <span className={styles.doorSign} aria-hidden="true">
        {won ? '✓' : '✕'}
      </span>
      <span className="visually-hidden">{won ? m.door_won() : m.door_lost()}</span>
    </PlainButton>
  );
}

interface ButtonsProps extends Pick<Props, 'flow' | 'move'> {
  now: Moment;
  status: TimerStatus;
}

/** Starts, stops, resumes and resets the timer, and validates the run. */
function RunButtons({ flow, now, status, move }: ButtonsProps) {
  const settled = useSettled(status);
  const started = flow.timer.begun;
  const over = flow.penality === maxPenality;
  const isRidden = flow.penality > 0 || Object.values(flow.doors).some(Boolean);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The pressed button is gone: move the focus to its replacement, once that is enabled.
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (settled && isLost && status !== undefined && started !== undefined) next.current?.focus();
  }, [settled, status, started]);
  const reset = useSecondTap(() => move({ type: 'timer-reset' }));
  const moveTimer = (type: 'timer-started' | 'timer-stopped') => {
    buzz();
    move({ type, at: readMoment() });
  };
  return (
    <>
      <div className={stepStyles.ways}>
        {status === 'running' ? (
          <StepButton
            // The button for one more penalty is now disabled, and would lose the focus.
            ref={over ? focused : next}
            action={m.timer_stop()}
            data-now={over || undefined}
            // The second tap of a double tap on the start would end the run at 0:00.
            onClick={() => (settled || isRidden) && moveTimer('timer-stopped')}
          />
        ) : (
          <>
            {started && (
              <PlainButton
                action={reset.asking ? m.timer_reset_sure() : m.timer_reset()}
                look={reset.asking && 'danger'}
                className={stepStyles.side}
                disabled={!settled}
                {...reset.ofButton}
              />
            )}
            {status === 'stopped' && (
              <PlainButton
                ref={started ? undefined : next}
                action={started ? m.timer_resume() : m.timer_start()}
                look={!started && 'go'}
                className={started ? stepStyles.side : stepStyles.go}
                disabled={!settled}
                onClick={() => moveTimer('timer-started')}
              />
            )}
          </>
        )}
      </div>
      <StepButton
        ref={started && status !== 'running' ? next : undefined}
        action={m.validate_run()}
        look={canValidate(flow, now) && 'go'}
        className={canValidate(flow, now) ? '' : styles.later}
        disabled={!canValidate(flow, now) || !settled}
        onClick={() => move({ type: 'run-validated', at: readMoment() })}
      />
    </>
  );
}

interface LeaveProps {
  word: string;
  /** True once the run was begun, which leaving discards. */
  asks: boolean;
  onLeave: () => void;
}

/** Leaves the step; asks for a second tap if that discards a run. */
function LeaveButton({ word, asks, onLeave }: LeaveProps) {
  const { asking, ofButton } = useSecondTap(onLeave);
  return (
    <PlainButton
      action={asking ? m.cancel_run_sure() : word}
      look={asking ? 'danger' : 'quiet'}
      className={stepStyles.quiet}
      {...(asks ? ofButton : { onClick: onLeave })}
    />
  );
}

/** Counts the dabs, 0 to 5, as pips between two large buttons. */
function Penalties({
  penality,
  enabled,
  onChange,
}: {
  penality: number;
  enabled: boolean;
  onChange: (penality: number) => void;
}) {
  const change = (by: number) => {
    buzz();
    onChange(penality + by);
  };
  return (
    <fieldset className={`${styles.runPenalties} numbers`} disabled={!enabled}>
      <legend className="visually-hidden">{m.penalties()}</legend>
      <output className={styles.runPenaltiesWord}>{m.penalties_count({ count: penality })}</output>
      <PlainButton action="−" aria-label={m.penalty_less()} disabled={penality === 0} onClick={() => change(-1)} />
      <span className={styles.pips} aria-hidden="true">
        {Array.from({ length: maxPenality }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the five pips are identified only by their position.
          <span key={index} className={styles.pip} data-on={index < penality || undefined} />
        ))}
      </span>
      <PlainButton
        action="+"
        aria-label={m.penalty_more()}
        disabled={penality === maxPenality}
        onClick={() => change(1)}
      />
    </fieldset>
  );
}
