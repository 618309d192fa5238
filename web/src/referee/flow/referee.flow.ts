import { type DoorName, type Doors, forDoors } from '@dossard/contract/runs/doors.ts';
import { maxPenality, type RunSubmission } from '@dossard/contract/runs/run.schema.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import type { Moment } from '../../device/clock.ts';
import type { Rider } from './rider.ts';
import { chronoSec, resetTimer, startTimer, statusOf, stopTimer, type Timer } from './run.timer.ts';

/*
 * The five steps of a run on the referee's phone (F1), as a pure reducer. The state is plain data, so that it can be
 * stored on the phone and restored after a reload.
 */

type Step = 'dossard-input' | 'participant-confirmation' | 'run-registration' | 'run-ready-to-submit' | 'success';

export interface Flow {
  step: Step;
  rider: Rider | null;
  /** The rider's graduation at confirmation, so that a run can finish even if the zone loses it. */
  graduation: Graduation | null;
  /** The run's permanent id, created before it is ridden, so that two tabs cannot record it twice. */
  submission_id: string | null;
  timer: Timer;
  doors: Doors;
  penality: number;
}

/** Returns the bib of the rider whose run is being recorded; null between two runs, and for unknown bibs (K4). */
export const ridingNow = ({ step, rider }: Flow): number | null =>
  step === 'run-registration' && rider && !rider.unknown_bib ? rider.dossard_number : null;

export type Move =
  | { type: 'rider-found'; rider: Rider }
  | { type: 'rider-confirmed'; submission_id: string; graduation: Graduation }
  | { type: 'timer-started'; at: Moment }
  | { type: 'timer-stopped'; at: Moment }
  | { type: 'timer-reset' }
  | { type: 'door-toggled'; door: DoorName }
  | { type: 'penality-set'; penality: number }
  | { type: 'run-validated'; at: Moment }
  | { type: 'run-submitted' }
  | { type: 'back' }
  | { type: 'restarted' };

const noDoor = forDoors(() => false);

export const firstFlow: Flow = {
  step: 'dossard-input',
  rider: null,
  graduation: null,
  submission_id: null,
  timer: resetTimer,
  doors: noDoor,
  penality: 0,
};

const before: Partial<Record<Step, Step>> = {
  'participant-confirmation': 'dossard-input',
  'run-registration': 'participant-confirmation',
  'run-ready-to-submit': 'run-registration',
};

/** Applies a move; a move that does not fit the present step changes nothing. */
export function moveFlow(flow: Flow, move: Move): Flow {
  switch (move.type) {
    case 'rider-found':
      return flow.step === 'dossard-input'
        ? { ...firstFlow, step: 'participant-confirmation', rider: move.rider }
        : flow;
    case 'rider-confirmed':
      return flow.step === 'participant-confirmation'
        ? { ...flow, step: 'run-registration', submission_id: move.submission_id, graduation: move.graduation }
        : flow;
    case 'timer-started':
      return registering(flow, { timer: startTimer(flow.timer, move.at) });
    case 'timer-stopped':
      return registering(flow, { timer: stopTimer(flow.timer, move.at) });
    case 'timer-reset':
      return registering(flow, { timer: resetTimer, doors: noDoor, penality: 0 });
    case 'door-toggled':
      if (!flow.timer.begun) return flow;
      return registering(flow, { doors: { ...flow.doors, [move.door]: !flow.doors[move.door] } });
    case 'penality-set':
      if (!flow.timer.begun) return flow;
      return registering(flow, { penality: Math.min(maxPenality, Math.max(0, move.penality)) });
    case 'run-validated':
      return canValidate(flow, move.at)
        ? registering(flow, { step: 'run-ready-to-submit', timer: stopTimer(flow.timer, move.at) })
        : flow;
    case 'run-submitted':
      return flow.step === 'run-ready-to-submit' ? { ...flow, step: 'success' } : flow;
    case 'back': {
      const step = before[flow.step] ?? flow.step;
      // A run that was begun does not wait behind the confirmation for another rider.
      return flow.step === 'run-registration'
        ? { ...flow, step, timer: resetTimer, doors: noDoor, penality: 0 }
        : { ...flow, step };
    }
    case 'restarted':
      return firstFlow;
  }
}

function registering(flow: Flow, change: Partial<Flow>): Flow {
  return flow.step === 'run-registration' ? { ...flow, ...change } : flow;
}

/** Returns true if the run can be validated: the timer was started and is stopped (F2). */
export function canValidate(flow: Flow, now: Moment): boolean {
  return flow.timer.begun && statusOf(flow.timer, now) !== 'running';
}

/** Returns true if a run has begun and is not submitted: leaving would lose it. */
export function isUnderWay(flow: Flow): boolean {
  return (flow.step === 'run-registration' || flow.step === 'run-ready-to-submit') && flow.timer.begun;
}

/** Creates the submission of the run; `at` is when the referee submits. */
export function writeSubmission(
  flow: Flow,
  here: { competition_id: number; zone_id: number; phone_id?: string },
  at: Moment,
): RunSubmission {
  if (!flow.rider || !flow.submission_id) throw new Error('A run needs its rider and its submission id.');
  return {
    submission_id: flow.submission_id,
    ...here,
    dossard: flow.rider.dossard_number,
    ...flow.doors,
    penality: flow.penality,
    chrono_sec: chronoSec(flow.timer, at),
    recorded_at: new Date(at.wall).toISOString(),
  };
}

/** Creates a submission id from time and random text (O1), also where the browser has no `randomUUID`. */
export function createSubmissionId(now: number): string {
  const random = crypto.getRandomValues(new Uint32Array(3));
  return `${now.toString(36)}-${Array.from(random, (part) => part.toString(36)).join('')}`;
}
