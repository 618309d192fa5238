import { type DoorName, type DoorPoints, type Doors, doorNames, lastDoor, pointsNames } from './doors.ts';
import { maxChronoSec, maxPenality, type RecordedRun, type RunSubmission } from './run.schema.ts';

/** Pairs each door with its points in a graduation, first to last. */
export function pointsPerDoor(graduation: DoorPoints): { door: DoorName; points: number }[] {
  return doorNames.map((door, index) => ({ door, points: graduation[pointsNames[index] as keyof DoorPoints] }));
}

/** Computes the points of a run: the sum over its won doors (R1); 0 if the graduation no longer exists (R9). */
export function pointsOfRun(doors: Doors, graduation: DoorPoints | undefined): number {
  if (graduation === undefined) return 0;
  return doorNames.reduce(
    (sum, door, index) => sum + (doors[door] ? graduation[pointsNames[index] as keyof DoorPoints] : 0),
    0,
  );
}

/** Whether all doors are won without a penalty. */
export const isClean = (run: Doors & { penality: number }): boolean =>
  run.penality === 0 && doorNames.every((door) => run[door]);

export type RunDoubt = 'clean_with_penalties' | 'ended_with_last_door' | 'last_door_without_reason';

/** Lists what looks unlikely in a run, as hints for the referee and never as refusals (D1). `chrono_sec` in seconds. */
export function doubtsAboutRun(run: Doors & { penality: number; chrono_sec: number }): RunDoubt[] {
  const clean = doorNames.every((door) => run[door]);
  const ended = run.penality >= maxPenality || run.chrono_sec >= maxChronoSec;
  const doubts: RunDoubt[] = [];
  if (clean && run.penality > 0) doubts.push('clean_with_penalties');
  if (ended && run[lastDoor]) doubts.push('ended_with_last_door');
  if (run.penality === 0 && run.chrono_sec < maxChronoSec && !run[lastDoor]) doubts.push('last_door_without_reason');
  return doubts;
}

const sentNames = [
  ...(['submission_id', 'competition_id', 'dossard', 'zone_id', 'penality', 'chrono_sec'] as const),
  ...doorNames,
];

/** Whether a stored run, of a rider or of an unknown bib, has the content of a submission. */
export const isAsSent = (run: Pick<RunSubmission, (typeof sentNames)[number]>, submission: RunSubmission): boolean =>
  sentNames.every((name) => run[name] === submission[name]);

/**
 * Whether a run is the stored form of a submission. Bib, zone, doors, penalties and time may differ once an editor has
 * moved or corrected the run, which raises its version (O5).
 */
export function isRunOfSubmission(run: RecordedRun, submission: RunSubmission): boolean {
  if (run.version === 1) return isAsSent(run, submission);
  return run.submission_id === submission.submission_id && run.competition_id === submission.competition_id;
}
