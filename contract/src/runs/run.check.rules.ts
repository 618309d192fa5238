import type { PaperRun } from './run.check.schema.ts';
import { doorNames } from './run.schema.ts';

/**
 * Returns true if a time on paper is that of a run, both in seconds: judges write whole seconds, so these match what is
 * less than a second away; hundredths match exactly (P5).
 */
export function isSameTime(recorded: number, onPaper: number): boolean {
  const apart = Math.abs(Math.round(recorded * 100) - Math.round(onPaper * 100));
  return Number.isInteger(onPaper) ? apart < 100 : apart === 0;
}

/** Returns true if a run and a line of a sheet say the same (P5). */
export function isSameOnPaper(run: PaperRun, paper: PaperRun): boolean {
  return (
    doorNames.every((door) => run[door] === paper[door]) &&
    run.penality === paper.penality &&
    isSameTime(run.chrono_sec, paper.chrono_sec)
  );
}

/** A recorded run as a line is compared with it: the check of its present version, if there is one. */
export interface ComparedRun extends PaperRun {
  check: (PaperRun & { state: 'same' | 'differs' | 'recorded' | 'paper' }) | null;
}

/**
 * Finds the run that a line of a sheet is about, among those of its rider in the zone in the order in which they were
 * ridden: one that is the same and not yet checked; else one that this line was compared with before; else the first that
 * is not checked. Undefined where all were compared with other lines (P5).
 */
export function findRunOfLine<R extends ComparedRun>(runs: readonly R[], line: PaperRun): R | undefined {
  return (
    runs.find((run) => !run.check && isSameOnPaper(run, line)) ??
    runs.find((run) => run.check && (isSameOnPaper(run, line) || isSameOnPaper(run.check, line))) ??
    runs.find((run) => !run.check)
  );
}
