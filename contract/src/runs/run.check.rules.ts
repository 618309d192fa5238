import { doorNames } from './doors.ts';
import type { PaperRun } from './run.check.schema.ts';

/**
 * Whether a time on paper matches that of a run, both in seconds: judges write whole seconds, which match anything less
 * than a second away; hundredths must match exactly (P5).
 */
export function isSameTime(recorded: number, onPaper: number): boolean {
  const apart = Math.abs(Math.round(recorded * 100) - Math.round(onPaper * 100));
  return Number.isInteger(onPaper) ? apart < 100 : apart === 0;
}

/** Whether a run and a line of a sheet agree (P5). */
export function isSameOnPaper(run: PaperRun, paper: PaperRun): boolean {
  return (
    doorNames.every((door) => run[door] === paper[door]) &&
    run.penality === paper.penality &&
    isSameTime(run.chrono_sec, paper.chrono_sec)
  );
}

/** A recorded run with the check of its present version, if any. */
export interface ComparedRun extends PaperRun {
  check: (PaperRun & { state: 'same' | 'differs' | 'recorded' | 'paper' }) | null;
}

/**
 * Finds the run that a line of a sheet describes, among the rider's runs in the zone in the order in which they were
 * ridden: first an equal run without a check; then one that this line was compared with before; then the first without
 * a check. Undefined if all were compared with other lines (P5).
 */
export function findRunOfLine<R extends ComparedRun>(runs: readonly R[], line: PaperRun): R | undefined {
  return (
    runs.find((run) => !run.check && isSameOnPaper(run, line)) ??
    runs.find((run) => run.check && (isSameOnPaper(run, line) || isSameOnPaper(run.check, line))) ??
    runs.find((run) => !run.check)
  );
}
