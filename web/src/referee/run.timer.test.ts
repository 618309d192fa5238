import { describe, expect, it } from 'vitest';
import { chronoSec, elapsedMs, resetTimer, startTimer, statusOf, stopTimer, wasStarted } from './run.timer.ts';

const start = 1_000_000;

describe('the timer of a run', () => {
  it('stands still until it is started, runs, and stops', () => {
    expect([statusOf(resetTimer, start), wasStarted(resetTimer)]).toEqual(['stopped', false]);
    const running = startTimer(resetTimer, start);
    expect([statusOf(running, start + 100), elapsedMs(running, start + 100)]).toEqual(['running', 100]);
    const stopped = stopTimer(running, start + 5_250);
    expect([statusOf(stopped, start + 99_000), chronoSec(stopped, start + 99_000)]).toEqual(['stopped', 5.25]);
  });

  it('goes on where it stopped', () => {
    const again = startTimer(stopTimer(startTimer(resetTimer, start), start + 5_000), start + 60_000);
    expect(elapsedMs(again, start + 61_000)).toBe(6_000);
  });

  it('ends at 120 seconds, however long the phone slept', () => {
    const running = startTimer(resetTimer, start);
    expect(statusOf(running, start + 119_999)).toBe('running');
    expect(statusOf(running, start + 120_000)).toBe('max_reached');
    expect(chronoSec(stopTimer(running, start + 3_600_000), start)).toBe(120);
    expect(startTimer(stopTimer(running, start + 3_600_000), start + 3_600_001).startedAt).toBeNull();
  });

  it('does not start twice, and never runs backwards when the clock is set back', () => {
    const running = startTimer(resetTimer, start);
    expect(startTimer(running, start + 500)).toBe(running);
    expect(elapsedMs(running, start - 10_000)).toBe(0);
  });
});
