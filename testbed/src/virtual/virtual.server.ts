import type { Row, Side } from '@dossard/contract/places/exchange.schema.ts';
import { answerRequest, type Numbered } from '@dossard/contract/places/exchange.ts';
import { canGiveHome, giveHome, homeOf, takeHome } from '@dossard/contract/places/home.ts';
import type { RunSubmission } from '@dossard/contract/runs/run.schema.ts';
import type { Answer } from '@dossard/web/referee/outbox/kept.run.ts';
import { createMemoryLedger, type MemoryLedger } from './memory.ledger.ts';
import { runOf } from './virtual.rows.ts';

/** One installation without network or disk. Its stored rows survive its process. */
export interface VirtualServer {
  ledger: MemoryLedger;
  isHome: () => boolean;
  /** Records a run like `POST /run`. */
  record: (submission: RunSubmission) => Promise<Answer>;
  /** Returns whether it has a submission, like `GET /run`. */
  has: (submissionId: string) => boolean;
  answer: (question: Numbered) => Promise<Numbered>;
  /** Changes a row at home; does nothing on the other side. */
  edit: (row: Row) => Promise<void>;
  moveHome: (to: 'here' | 'there') => void;
  /** Stops the process until `start` is called; meanwhile it does not answer. */
  stop: () => void;
  start: () => void;
  isUp: () => boolean;
}

const stored: Answer = { status: 201, genuine: true, code: null, message: null, retryAfterMs: 0 };

/** Starts an installation as side `side` of a shared competition. */
export function startVirtualServer(side: Side, now: () => number): VirtualServer {
  const ledger = createMemoryLedger(side);
  let isUp = true;
  const isHome = () => homeOf(ledger.standing.epoch) === side;
  // One message or write at a time, like a transaction that locks the competition.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };
  const refuseWhenDown = () => {
    if (!isUp) throw new Error('The server is down.');
  };
  const has = (id: string) => ledger.rows.has(`run ${id}`) || ledger.rows.has(`unresolved_run ${id}`);

  return {
    ledger,
    isHome,
    has,
    record: (submission) =>
      inTurn(async () => {
        refuseWhenDown();
        const { submission_id, dossard } = submission;
        if (has(submission_id)) return { ...stored, status: 200 };
        if (!(await ledger.hasRider(dossard)))
          return { ...stored, status: 404, code: 'participant_not_found', message: '' };
        await ledger.put(runOf(submission, await ledger.reserveNumber(dossard), now()), true);
        return stored;
      }),
    answer: (question) =>
      inTurn(async () => {
        refuseWhenDown();
        return answerRequest(ledger, question);
      }),
    edit: (row) => inTurn(async () => (isUp && isHome() ? ledger.put(row, true) : undefined)),
    moveHome(to) {
      const { standing } = ledger;
      if (!isUp || isHome() === (to === 'here')) return;
      if (to === 'here') Object.assign(standing, takeHome(standing));
      else if (canGiveHome(standing)) Object.assign(standing, giveHome(standing, ledger.end()));
    },
    stop: () => {
      isUp = false;
    },
    start: () => {
      isUp = true;
    },
    isUp: () => isUp,
  };
}
