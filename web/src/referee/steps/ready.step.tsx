import { doubtsAboutRun, pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import { readMoment } from '../../device/clock.ts';
import { m } from '../../paraglide/messages.js';
import { RunChips } from '../../riders/run.chips.tsx';
import { formatChrono } from '../../text/formats.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import { Fact } from '../../ui/parts/fact.tsx';
import { useSettled } from '../../ui/parts/taps.ts';
import type { Flow, Move } from '../flow/referee.flow.ts';
import { chronoSec } from '../flow/run.timer.ts';
import { RiderHead } from './rider.head.tsx';
import styles from './steps.module.css';

interface Props {
  flow: Flow;
  zoneName: string;
  graduation: Graduation | undefined;
  /** True if the zone has lost the graduation since the rider was confirmed. */
  graduationIsGone: boolean;
  move: (move: Move) => void;
  submit: () => Promise<void>;
}

/** Fourth step: a summary of the run to be recorded. */
export function ReadyStep({ flow, zoneName, graduation, graduationIsGone, move, submit }: Props) {
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
          <Fact name={m.points()}>{pointsOfRun(flow.doors, graduation)}</Fact>
          <Fact name={m.penalties()}>{flow.penality}</Fact>
          <Fact name={m.time()}>{formatChrono(chrono_sec)}</Fact>
        </dl>
        {graduationIsGone && <Alert kind="warning" title={m.graduation_gone()} why={m.graduation_gone_why()} />}
        {flow.timer.doubtful && <Alert kind="warning" title={m.timer_doubtful()} why={m.timer_doubtful_why()} />}
        {doubts.map((doubt) => (
          <Alert key={doubt} kind="warning" title={m.run_doubt({ doubt })} />
        ))}
      </div>
      <button
        type="button"
        className={`button button-go ${styles.go}`}
        disabled={!graduation || !settled}
        onClick={() => void submit()}
      >
        {m.submit_run()}
      </button>
      <button
        type="button"
        className={`button button-quiet ${styles.quiet}`}
        // It stands where the first half of a double tap has validated the run.
        onClick={() => settled && move({ type: 'back' })}
      >
        {m.back()}
      </button>
    </>
  );
}
