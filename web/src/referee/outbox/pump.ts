import {
  type Answer,
  firstOfEachRider,
  isDue,
  type KeptRun,
  nextMoment,
  type RunMove,
  type RunReceipt,
} from './kept.run.ts';

/*
 * Sends the waiting runs of an outbox. Its only own state are the requests in progress: every step is read from the
 * store and written back before and after each request, so that the pump may stop at any point, and other tabs, the
 * service worker or the next start can continue.
 */

/** The storage of the runs. `move` reads, changes and writes one run atomically. */
export interface OutboxStore {
  list: () => Promise<KeptRun[]>;
  /** Resolves to false if a run with this submission id exists already; that one does not change. */
  add: (run: KeptRun) => Promise<boolean>;
  /** Resolves to the changed run; undefined if the move did not fit its state, or it does not exist. */
  move: (submissionId: string, move: RunMove) => Promise<KeptRun | undefined>;
}

export interface OutboxNetwork {
  send: (run: KeptRun) => Promise<Answer>;
  /** Resolves to whether the server has the submission, with the status of the answer. */
  verify: (run: KeptRun) => Promise<{ status: number; exists: boolean; receipt?: RunReceipt | undefined }>;
}

export interface PumpClock {
  now: () => number;
  /** A number from 0 to 1, to spread the attempts of many phones. */
  chance: () => number;
  /** Calls back after `ms` milliseconds; returns a function that cancels it. */
  wake: (ms: number, then: () => void) => () => void;
}

export interface PumpParts {
  store: OutboxStore;
  network: OutboxNetwork;
  clock: PumpClock;
  /** Whether the runs of a sender may be sent now: the account that is signed in, or a judge with a link. */
  isSender: (user: string) => boolean;
  /** Whether the device reports a network. */
  online: () => boolean;
  /** Called when the store itself fails; the pump retries later. */
  failed: (error: unknown) => void;
}

export type Pump = ReturnType<typeof startPump>;

/** Maximum number of concurrent requests, each for another rider. */
const together = 3;
/** Wait after a failure of the store, in milliseconds. */
const storeRetryMs = 5_000;

/** Starts sending the runs of the store as they become due, until it is stopped. */
export function startPump(parts: PumpParts) {
  const { store, clock, isSender, online, failed } = parts;
  const carried = new Map<string, Promise<void>>();
  let callOff = () => {};
  /** A failed store is not used until this moment. */
  let restUntil = 0;
  let stopped = false;
  let turning: Promise<void> = Promise.resolve();

  async function turn(): Promise<void> {
    callOff();
    if (stopped || !online()) return;
    const rest = restUntil - clock.now();
    // A rest longer than `storeRetryMs` means that the phone's clock was set back.
    if (rest > 0 && rest <= storeRetryMs) return wakeAt(restUntil);
    const first = firstOfEachRider(await store.list(), isSender);
    for (const run of first) {
      if (!isDue(run, clock.now())) continue;
      const id = run.submission.submission_id;
      if (carried.size >= together || stopped) return;
      if (!carried.has(id))
        carried.set(
          id,
          guarded(() => carry(id, parts))
            .finally(() => carried.delete(id))
            .then(nudge),
        );
    }
    wakeAt(nextMoment(first, carried));
  }

  function wakeAt(moment: number | undefined): void {
    callOff();
    if (moment !== undefined && !stopped) callOff = clock.wake(Math.max(0, moment - clock.now()), nudge);
  }

  /** Reports a failing store and retries later. */
  async function guarded(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      failed(error);
      restUntil = clock.now() + storeRetryMs;
      wakeAt(restUntil);
    }
  }

  function nudge(): void {
    turning = turning.then(() => guarded(turn));
  }

  async function moveAll(move: RunMove): Promise<void> {
    await guarded(async () => {
      for (const run of await store.list()) {
        if (isSender(run.user)) await store.move(run.submission.submission_id, move);
      }
    });
    nudge();
  }

  nudge();
  return {
    /** Triggers another turn after a change of the outbox. */
    nudge,
    /** Starts a new round for all waiting runs, when the network is back or on request. */
    hurry: () => moveAll({ type: 'hurried', now: clock.now() }),
    /** Resumes the runs that waited for their referee to sign in again. */
    signedIn: () => moveAll({ type: 'signed-in', now: clock.now() }),
    /** Resolves when no request is in progress; runs due later still wait. */
    idle: async (): Promise<void> => {
      await turning;
      while (carried.size > 0) {
        await Promise.all(carried.values());
        await turning;
      }
    },
    stop: (): void => {
      stopped = true;
      callOff();
    },
  };
}

/** Takes a run that is due, sends or verifies it, and stores the outcome. */
async function carry(id: string, { store, network, clock }: PumpParts): Promise<void> {
  const run = await store.move(id, { type: 'taken', now: clock.now() });
  if (!run) return;
  if (run.asks === 'send') {
    const answer = await network.send(run);
    await store.move(id, { type: 'answered', answer, now: clock.now() });
    return;
  }
  const { status, exists, receipt } = await network.verify(run);
  const answer = { status, genuine: false, code: null, message: null, retryAfterMs: 0 };
  await store.move(
    id,
    status === 401
      ? { type: 'answered', answer, now: clock.now() }
      : { type: 'verified', exists, receipt, now: clock.now(), chance: clock.chance() },
  );
}
