import { describe, expect, it } from 'vitest';
import type { Moment } from '../../device/clock.ts';
import { adoptTimer, chronoSec, elapsedMs, resetTimer, startTimer, statusOf, stopTimer } from './run.timer.ts';

const noon = 1_800_000_000_000;
/** The moment `ms` after the start on both clocks; `wallBy` is how far the wall clock was changed meanwhile. */
const at = (ms: number, wallBy = 0): Moment => ({ mono: 500 + ms, wall: noon + ms + wallBy, page: 1 });
/** The same moment on a page that was reloaded meanwhile. */
const reloadedAt = (ms: number, wallBy = 0): Moment => ({ mono: 20, wall: noon + ms + wallBy, page: 2 });
const running = startTimer(resetTimer, at(0));

describe('the timer of a run', () => {
  it('is stopped until it is started, runs, and stops', () => {
    expect([statusOf(resetTimer, at(0)), resetTimer.begun]).toEqual(['stopped', false]);
    expect([statusOf(running, at(100)), elapsedMs(running, at(100)), running.begun]).toEqual(['running', 100, true]);
    const stopped = stopTimer(running, at(5_250));
    expect([statusOf(stopped, at(99_000)), chronoSec(stopped, at(99_000))]).toEqual(['stopped', 5.25]);
  });

  it('continues where it stopped', () => {
    const again = startTimer(stopTimer(running, at(5_000)), at(60_000));
    expect(elapsedMs(again, at(61_000))).toBe(6_000);
  });

  it('ends at 120 seconds, however long it runs', () => {
    expect(statusOf(running, at(119_999))).toBe('running');
    expect(statusOf(running, at(120_000))).toBe('max_reached');
    expect(chronoSec(stopTimer(running, at(3_600_000)), at(0))).toBe(120);
    expect(startTimer(stopTimer(running, at(3_600_000)), at(3_600_001)).startedAt).toBeNull();
  });

  it('does not start twice', () => {
    expect(startTimer(running, at(500))).toBe(running);
  });
});

describe('a phone whose clock is changed during a run', () => {
  it.each([
    ['45 s ahead', 45_000, true],
    ['60 s back', -60_000, true],
    ['a little, as phones do all day', 300, false],
  ])('%s: the time is that of the run', (_, wallBy, doubtful) => {
    const stopped = stopTimer(running, at(1_500, wallBy));
    expect([chronoSec(stopped, at(9_000)), stopped.begun, stopped.doubtful]).toEqual([1.5, true, doubtful]);
  });

  it('keeps a run that has not lasted any time', () => {
    expect(stopTimer(running, at(0, -60_000)).begun).toBe(true);
  });

  it('stays doubtful when the timer continues, until a reset', () => {
    const again = stopTimer(startTimer(stopTimer(running, at(1_500, 45_000)), at(9_000, 45_000)), at(10_000, 45_000));
    expect([again.doubtful, resetTimer.doubtful]).toEqual([true, false]);
  });
});

describe('a page that is reloaded during a run', () => {
  it('continues by the wall clock, then by its own monotonic clock', () => {
    const adopted = adoptTimer(running, reloadedAt(8_000));
    expect(elapsedMs(adopted, reloadedAt(8_000))).toBe(8_000);
    const later: Moment = { mono: 2_020, wall: noon + 99_000, page: 2 };
    expect(elapsedMs(adopted, later)).toBe(10_000);
  });

  it('is doubtful when the wall clock was set back, and never counts backwards', () => {
    const adopted = adoptTimer(running, reloadedAt(8_000, -60_000));
    expect([elapsedMs(adopted, reloadedAt(8_000, -60_000)), adopted.doubtful, adopted.begun]).toEqual([0, true, true]);
  });

  it('does not change a stopped timer or one of the same page', () => {
    const stopped = stopTimer(running, at(3_000));
    expect([adoptTimer(stopped, reloadedAt(9_000)), adoptTimer(running, at(9_000))]).toEqual([stopped, running]);
  });
});
