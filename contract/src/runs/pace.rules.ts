/** Length of a step of the pace, in seconds, and how many steps the last hour has (P4). */
export const paceStepSec = 300;
export const paceSteps = 12;

/** The number of latest steps that determine the present pace: half an hour (P4). */
const presentSteps = 6;
/** With fewer runs than this in these steps, the pace is unknown (P4). */
const presentRuns = 3;
/** Steps without a run after which a zone counts as quiet: a quarter of an hour (P4). */
const quietSteps = 3;

/** Counts each step's runs in the last hour, oldest step first. `ages` are the seconds since each run. */
export function countBySteps(ages: readonly number[]): number[] {
  const counts = Array<number>(paceSteps).fill(0);
  for (const age of ages) {
    const step = paceSteps - 1 - Math.floor(Math.max(0, age) / paceStepSec);
    if (step >= 0) counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
}

/** Estimates how long `missing` runs take at the present pace, in seconds; null while the pace is unknown (P4). */
export function secondsUntilThrough(lastHour: readonly number[], missing: number): number | null {
  if (missing === 0) return 0;
  const recent = sum(lastHour.slice(-presentSteps));
  if (recent < presentRuns) return null;
  // For a zone that has just opened, the time before its first run does not count.
  const sinceFirst = lastHour.length - lastHour.findIndex((count) => count > 0);
  const steps = Math.min(presentSteps, sinceFirst);
  return Math.ceil((missing * steps * paceStepSec) / recent);
}

/** Whether a zone has had no run for a while, although runs came earlier in the hour (P4). */
export function isQuiet(lastHour: readonly number[]): boolean {
  return sum(lastHour) > 0 && sum(lastHour.slice(-quietSteps)) === 0;
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
