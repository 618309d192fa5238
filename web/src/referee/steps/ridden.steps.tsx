import { type Laps, lapsOf } from '@dossard/contract/competitions/laps.ts';
import { doubtsAboutRun, pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import { clockOf } from '@dossard/contract/starts/start.times.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import type { ComponentProps } from 'react';
import { readMoment } from '../../device/clock.ts';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { RunChips } from '../../riders/run.chips.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { formatChrono, formatTime } from '../../text/formats.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import { Fact } from '../../ui/parts/fact.tsx';
import { useSettled } from '../../ui/parts/taps.ts';
import { createSubmissionId } from '../flow/referee.flow.ts';
import type { Rider } from '../flow/rider.ts';
import { chronoSec } from '../flow/run.timer.ts';
import { isUnsent, runsInZone, type ZoneHere } from '../outbox/kept.run.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { serverNow } from '../phone/phone.clock.ts';
import { RegistrationStep } from './registration.step.tsx';
import { RiderHead } from './rider.head.tsx';
import { StepButton } from './step.button.tsx';
import styles from './steps.module.css';

type Props = ConfirmationProps & ComponentProps<typeof RegistrationStep> & ReadyProps;

/** The steps from a found rider to a checked run, the same in a zone and in practice. */
export function RiddenSteps(props: Props) {
  const { step } = props.flow;
  if (step === 'participant-confirmation') return <ConfirmationStep {...props} />;
  if (step === 'run-registration') return <RegistrationStep {...props} />;
  return step === 'run-ready-to-submit' && <ReadyStep {...props} />;
}

interface ReadyProps extends Omit<ComponentProps<typeof RegistrationStep>, 'call'> {
  /** True if the zone has lost the graduation since the rider was confirmed. */
  graduationIsGone: boolean;
  submit: () => Promise<void>;
}

/** Fourth step: a summary of the run to be recorded. */
function ReadyStep({ flow, zoneName, graduation, graduationIsGone, move, submit }: ReadyProps) {
  const settled = useSettled(flow.step);
  const { rider } = flow;
  if (!rider) return null;
  const chrono_sec = chronoSec(flow.timer, readMoment());
  const doubts = doubtsAboutRun({ ...flow.doors, penality: flow.penality, chrono_sec });
  return (
    <>
      <div className={styles.low}>
        <h2 className={styles.question}>{m.check_run()}</h2>
        <RiderHead rider={rider} zoneName={zoneName} />
        {graduation && <RunChips doors={flow.doors} graduation={graduation} />}
        <dl className={`${styles.runSums} numbers`}>
          <Fact name={m.points()} value={pointsOfRun(flow.doors, graduation)} />
          <Fact name={m.penalties()} value={flow.penality} />
          <Fact name={m.time()} value={formatChrono(chrono_sec)} />
        </dl>
        {graduationIsGone && <Alert kind="warning" title={m.graduation_gone()} why={m.graduation_gone_why()} />}
        {flow.timer.doubtful && <Alert kind="warning" title={m.timer_doubtful()} why={m.timer_doubtful_why()} />}
        {doubts.map((doubt) => (
          <Alert key={doubt} kind="warning" title={m.run_doubt({ doubt })} />
        ))}
      </div>
      <StepButton action={m.submit_run()} disabled={!graduation || !settled} onClick={() => void submit()} />
      {/* It stands where the first half of a double tap has validated the run. */}
      <StepButton action={m.back()} look="quiet" onClick={() => settled && move({ type: 'back' })} />
    </>
  );
}

interface ConfirmationProps extends Pick<ReadyProps, 'flow' | 'zoneName' | 'move'> {
  here: ZoneHere;
  /** Undefined until the zone has loaded. */
  graduations: readonly Graduation[] | undefined;
  /** The planned number of runs (P1). */
  laps: Laps;
}

/** Second step: confirms that this is the rider, and that they may ride this zone. */
function ConfirmationStep({ flow, here, zoneName, graduations, laps, move }: ConfirmationProps) {
  const { genderWord } = useGenderWords();
  const settled = useSettled(flow.step);
  const { rider } = flow;
  if (!rider) return null;
  const graduation = graduations && graduationFor(graduations, rider);
  return (
    <>
      <div className={styles.low}>
        <h2 className={styles.question}>{m.confirm_rider()}</h2>
        <RiderHead rider={rider} zoneName={zoneName} />
        {graduations && !graduation && (
          <Alert
            kind="problem"
            title={m.rider_without_graduation({
              category: rider.category,
              gender: genderWord(rider.gender, rider.category),
            })}
          />
        )}
        {rider.status && <Alert kind="warning" title={formatStatus(rider.status)} />}
        {rider.start_time && <p className="numbers">{m.starts_at({ time: clockOf(rider.start_time) })}</p>}
        {rider.unknown_bib && <Alert kind="note" title={m.unknown_bib_note()} />}
        {graduation && <RunsAlready rider={rider} here={here} laps={lapsOf(laps, rider)} />}
        {rider.list_of !== undefined && (
          <p className="soft">{m.list_of({ time: formatTime(rider.list_of, 'minute') })}</p>
        )}
      </div>
      <StepButton
        action={m.confirm()}
        disabled={!graduation || !settled}
        onClick={() =>
          graduation && move({ type: 'rider-confirmed', submission_id: createSubmissionId(Date.now()), graduation })
        }
      />
      <StepButton action={m.other_dossard()} look="quiet" onClick={() => move({ type: 'back' })} />
    </>
  );
}

/** A second run within this time may already be recorded by another phone, in milliseconds (D1). */
const soonMs = 120_000;

interface RunsAlreadyProps {
  rider: Rider;
  here: ZoneHere;
  laps: number | null;
}

/** The rider's earlier runs in this zone, on the server and on this phone, and the number of this one (P2). */
function RunsAlready({ rider, here, laps }: RunsAlreadyProps) {
  const { runs = [] } = useOutbox();
  const { count, last } = rider.earlier;
  const unsent = runsInZone(runs, here).filter(
    (run) => isUnsent(run) && run.submission.dossard === rider.dossard_number,
  );
  const soon = last !== undefined && Math.abs(serverNow() - Date.parse(last.recorded_at)) < soonMs;
  const number = count + unsent.length + 1;
  const isPlanned = laps !== null && number <= laps;
  return (
    <>
      {isPlanned && <p className="numbers">{m.run_of_laps({ number, laps })}</p>}
      {laps !== null && !isPlanned && <Alert kind="warning" title={m.beyond_laps({ number, laps })} />}
      {count > 0 && (
        <Alert
          kind={isPlanned ? 'note' : 'warning'}
          title={
            last
              ? m.rider_has_run_here({
                  count,
                  points: m.points_count({ count: last.points }),
                  time: formatTime(last.recorded_at, 'minute'),
                })
              : m.rider_has_runs_here({ count })
          }
        />
      )}
      {unsent.length > 0 && <Alert kind="warning" title={m.rider_unsent_here({ count: unsent.length })} />}
      {soon && <Alert kind="warning" title={m.rider_just_rode()} />}
    </>
  );
}
