import { maxChronoSec } from '@dossard/contract/runs/run.schema.ts';
import type { Moment } from '../../device/clock.ts';

/*
 * The timer of a run. It measures with the page's monotonic clock, which no change of the phone's time can move; only
 * over a reload, which starts another monotonic clock, it falls back to the wall clock. It reads no clock itself.
 */

export interface Timer {
  /** When it was last started; null while it is stopped. */
  startedAt: Moment | null;
  /** Time before that, in milliseconds. */
  passedMs: number;
  /** Whether it has been started since the last reset. */
  begun: boolean;
  /** Whether the two clocks disagreed while it ran, so that the referee should check the time. */
  doubtful: boolean;
}

export type TimerStatus = 'stopped' | 'running' | 'max_reached';

export const resetTimer: Timer = { startedAt: null, passedMs: 0, begun: false, doubtful: false };
const maxMs = maxChronoSec * 1000;
/** How far the clocks may drift apart during a run before its time is doubtful, in milliseconds. */
const toleranceMs = 2_000;

const monoSince = (start: Moment, now: Moment) => now.mono - start.mono;
const wallSince = (start: Moment, now: Moment) => now.wall - start.wall;

/** Time on the timer in milliseconds, 120 s at most. */
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

/** Starts a stopped timer; one that runs or has reached its end stays as it is. */
export function startTimer(timer: Timer, now: Moment): Timer {
  return statusOf(timer, now) === 'stopped' ? { ...timer, startedAt: now, begun: true } : timer;
}

export function stopTimer(timer: Timer, now: Moment): Timer {
  const { startedAt } = timer;
  const doubtful = timer.doubtful || (startedAt !== null && clocksDisagree(startedAt, now));
  return { ...timer, startedAt: null, passedMs: elapsedMs(timer, now), doubtful };
}

/** Moves a running timer onto the monotonic clock of the page that reads it after a reload. */
export function adoptTimer(timer: Timer, now: Moment): Timer {
  if (timer.startedAt === null || timer.startedAt.page === now.page) return timer;
  return { ...stopTimer(timer, now), startedAt: now };
}

function clocksDisagree(start: Moment, now: Moment): boolean {
  // Two pages share no monotonic clock: there only a clock that was set back gives itself away.
  if (start.page !== now.page) return wallSince(start, now) < 0;
  return Math.abs(wallSince(start, now) - monoSince(start, now)) > toleranceMs;
}

/** What the timer shows as the run's time: seconds with hundredths. */
export function chronoSec(timer: Timer, now: Moment): number {
  return Math.round(elapsedMs(timer, now) / 10) / 100;
}
