import { maxChronoSec } from '@dossard/contract/runs/run.schema.ts';

/*
 * The timer of a run, computed from the moment it was started: sleep, a reload or a slow phone cannot break it.
 * It knows no clock; `now` is given, in milliseconds since 1970.
 */

export interface Timer {
  /** When it was last started; null while it stands still. */
  startedAt: number | null;
  /** What had passed before that, in milliseconds. */
  passedMs: number;
}

export type TimerStatus = 'stopped' | 'running' | 'max_reached';

export const resetTimer: Timer = { startedAt: null, passedMs: 0 };
const maxMs = maxChronoSec * 1000;

/** Time on the timer in milliseconds, 120 s at most. */
export function elapsedMs(timer: Timer, now: number): number {
  const running = timer.startedAt === null ? 0 : Math.max(0, now - timer.startedAt);
  return Math.min(maxMs, timer.passedMs + running);
}

export function statusOf(timer: Timer, now: number): TimerStatus {
  if (elapsedMs(timer, now) >= maxMs) return 'max_reached';
  return timer.startedAt === null ? 'stopped' : 'running';
}

/** Whether it has ever been started since the last reset; doors and penalties wait for that (spec §4). */
export function wasStarted(timer: Timer): boolean {
  return timer.startedAt !== null || timer.passedMs > 0;
}

export function startTimer(timer: Timer, now: number): Timer {
  return statusOf(timer, now) === 'stopped' ? { ...timer, startedAt: now } : timer;
}

export function stopTimer(timer: Timer, now: number): Timer {
  return { startedAt: null, passedMs: elapsedMs(timer, now) };
}

/** What the timer shows as the run's time: seconds with hundredths. */
export function chronoSec(timer: Timer, now: number): number {
  return Math.round(elapsedMs(timer, now) / 10) / 100;
}
