import { applyAnswer, buildRequest, type Numbered } from '@dossard/contract/places/exchange.ts';
import { isEven } from '@dossard/contract/places/home.ts';
import { answerMs, pauseBeforeAsking } from '@dossard/contract/places/pace.ts';
import type { Chance } from '../referees/chance.ts';
import type { Schedule } from './schedule.ts';
import type { Trace } from './trace.ts';
import type { Line } from './virtual.line.ts';
import type { VirtualServer } from './virtual.server.ts';

/** Shared by all parts of a play. */
export interface World {
  schedule: Schedule;
  chance: Chance;
  trace: Trace;
  fail: (error: unknown) => void;
}

/** Exchanges like the product's courier: one question at a time, with a longer pause after each missing answer. */
export function carryBetween(
  [caller, called]: readonly [VirtualServer, VirtualServer],
  line: Line,
  { schedule, chance, trace, fail }: World,
): void {
  let failures = 0;
  const again = (hasMore: boolean) =>
    schedule.after(pauseBeforeAsking(failures, hasMore, chance.next()), () => void ask().catch(fail));
  async function ask(): Promise<void> {
    if (!caller.isUp()) {
      failures += 1;
      return void again(false);
    }
    const question = await buildRequest(caller.ledger);
    line.carry(
      () => called.answer(question),
      answerMs,
      (answer) => void takeAnswer(answer).catch(fail),
    );
  }
  async function takeAnswer(answer: Numbered | undefined): Promise<void> {
    trace.note('heard', answer?.sequence ?? 0, schedule.now());
    failures = answer && caller.isUp() ? 0 : failures + 1;
    if (answer && caller.isUp()) await applyAnswer(caller.ledger, answer);
    again(!isEven(caller.ledger.standing, caller.ledger.end()));
  }
  again(true);
}
