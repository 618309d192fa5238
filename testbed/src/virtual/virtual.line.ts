import type { Chance } from '../referees/chance.ts';
import type { Schedule } from './schedule.ts';
import type { Trace } from './trace.ts';

/** A line that loses, delays, duplicates and reorders messages, until it is healed. */
export interface Line {
  /**
   * Sends a question and returns its answer to `onAnswer`, which is called once, with undefined after the timeout.
   * `there` may be called twice, late, or without its answer arriving.
   */
  carry<Answer>(there: () => Promise<Answer>, timeoutMs: number, onAnswer: (answer: Answer | undefined) => void): void;
  /** Ends all faults from now on. */
  heal(): void;
  /** Blocks all traffic for `ms` milliseconds. */
  cut(ms: number): void;
}

/** Percentages: lost requests, lost answers, duplicated requests, and losses that nobody notices before the timeout. */
const shares = { there: 15, back: 15, doubled: 10, silent: 20 };
/** Usual and rare maximum delay in one direction, in milliseconds. */
const delayMs = 200;
const longDelayMs = 4_000;

/** Opens a line between two machines. */
export function openLine(schedule: Schedule, chance: Chance, trace: Trace): Line {
  let isHealed = false;
  let cutUntil = 0;
  const isCut = () => schedule.now() < cutUntil;
  const delay = () => chance.below(!isHealed && chance.percent(10) ? longDelayMs : delayMs);

  return {
    carry(there, timeoutMs, onAnswer) {
      let isOver = false;
      const end = (answer: Parameters<typeof onAnswer>[0]) => {
        if (isOver) return;
        isOver = true;
        giveUp();
        onAnswer(answer);
      };
      const giveUp = schedule.after(timeoutMs, () => end(undefined));
      // The caller notices some losses soon, others only by the timeout.
      const lose = () => {
        trace.note('lost');
        if (!chance.percent(shares.silent)) schedule.after(delay(), () => end(undefined));
      };
      const arrive = () => {
        if (isCut()) return lose();
        void there().then(
          (answer) => {
            if (isCut() || (!isHealed && chance.percent(shares.back))) lose();
            else schedule.after(delay(), () => end(answer));
          },
          () => lose(),
        );
      };
      if (isCut() || (!isHealed && chance.percent(shares.there))) return lose();
      schedule.after(delay(), arrive);
      if (!isHealed && chance.percent(shares.doubled))
        schedule.after(chance.below(longDelayMs), () => void there().catch(() => undefined));
    },
    heal() {
      isHealed = true;
      cutUntil = 0;
    },
    cut(ms) {
      cutUntil = schedule.now() + ms;
    },
  };
}
