import { maxChronoSec } from '@dossard/contract/runs/run.schema.ts';
import type { Moment } from '../../device/clock.ts';

/*
 * The timer of a run. It measures with the page's monotonic clock, which does not change with the phone's time. Only
 * over a reload, which starts another monotonic clock, it falls back to the wall clock. It reads no clock itself.
 */

export interface Timer {
  /** When it was last started; null while it is stopped. */
  startedAt: Moment | null;
  /** Time counted before the last start, in milliseconds. */
  passedMs: number;
  /** True if it was started since the last reset. */
  begun: boolean;
  /** True if the two clocks disagreed while it ran, so that the referee should check the time. */
  doubtful: boolean;
}

export type TimerStatus = 'stopped' | 'running' | 'max_reached';

export const resetTimer: Timer = { startedAt: null, passedMs: 0, begun: false, doubtful: false };
const maxMs = maxChronoSec * 1000;
/** How far the clocks may drift apart during a run before its time is doubtful, in milliseconds. */
const toleranceMs = 2_000;

const monoSince = (start: Moment, now: Moment) => now.mono - start.mono;
const wallSince = (start: Moment, now: Moment) => now.wall - start.wall;

/** Returns the time on the timer in milliseconds, at most 120 s. */
export function elapsedMs(timer: Timer, now: Moment): number {
  const { startedAt } = timer;
  if (startedAt === null) return Math.min(maxMs, timer.passedMs);
  const running = startedAt.page === now.page ? monoSince(startedAt, now) : wallSince(startedAt, now);
  return Math.min(maxMs, timer.passedMs + Math.max(0, running));
}

export function statusOf(timer: Timer, now: Moment): TimerStatus {
  if (elapsedMs(timer, now) >= maxMs) return 'max_reached';
  return timer.startedAt === null ? 'stopped' : 'running';
}

/** Starts a stopped timer; one that runs or has reached its maximum does not change. */
export function startTimer(timer: Timer, now: Moment): Timer {
  return statusOf(timer, now) === 'stopped' ? { ...timer, startedAt: now, begun: true } : timer;
}

export function stopTimer(timer: Timer, now: Moment): Timer {
  const { startedAt } = timer;
  const doubtful = timer.doubtful || (startedAt !== null && clocksDisagree(startedAt, now));
  return { ...timer, startedAt: null, passedMs: elapsedMs(timer, now), doubtful };
}

/** Moves a running timer to the monotonic clock of the reloaded page. */
export function adoptTimer(timer: Timer, now: Moment): Timer {
  if (timer.startedAt === null || timer.startedAt.page === now.page) return timer;
  return { ...stopTimer(timer, now), startedAt: now };
}

function clocksDisagree(start: Moment, now: Moment): boolean {
  // Two pages share no monotonic clock, so only a clock that was set back can be detected.
  if (start.page !== now.page) return wallSince(start, now) < 0;
  return Math.abs(wallSince(start, now) - monoSince(start, now)) > toleranceMs;
}

/** Returns the run's time in seconds, rounded to hundredths. */
export function chronoSec(timer: Timer, now: Moment): number {
  return Math.round(elapsedMs(timer, now) / 10) / 100;
}
