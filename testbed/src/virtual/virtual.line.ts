import type { Chance } from '../referees/chance.ts';
import type { Schedule } from './schedule.ts';
import type { Trace } from './trace.ts';

/** A line that loses, delays, doubles and reorders what it carries, until it is healed. */
export interface Line {
  /**
   * Carries a question there and its answer back; `heard` is called once, with undefined when no answer came in time. What
   * happens there may happen twice, late, or without an answer.
   */
  carry<Answer>(there: () => Promise<Answer>, timeoutMs: number, heard: (answer: Answer | undefined) => void): void;
  /** From now on everything goes through. */
  heal(): void;
  /** Nothing goes through for so long. */
  cut(ms: number): void;
}

/** How many of a hundred are lost on the way there, on the way back, and doubled. */
const shares = { there: 15, back: 15, doubled: 10, silent: 20 };
/** Longest delay one way, in milliseconds, and when it is a long one. */
const delayMs = 200;
const longDelayMs = 4_000;

/** Opens a line between two machines. */
export function openLine(schedule: Schedule, chance: Chance, trace: Trace): Line {
  let isHealed = false;
  let cutUntil = 0;
  const isCut = () => schedule.now() < cutUntil;
  const delay = () => chance.below(!isHealed && chance.percent(10) ? longDelayMs : delayMs);

  return {
    carry(there, timeoutMs, heard) {
      let isOver = false;
      const end = (answer: Parameters<typeof heard>[0]) => {
        if (isOver) return;
        isOver = true;
        giveUp();
        heard(answer);
      };
      const giveUp = schedule.after(timeoutMs, () => end(undefined));
      // Some losses are noticed at once, others are silence.
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
