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
 * Sends the waiting entries of an outbox. Its only own state are the requests in progress: every step is read from the
 * store and written back before and after each request, so that the pump may stop at any point, and other tabs, the
 * service worker or the next start can continue.
 */

/** The storage of the entries. `move` reads, changes and writes one entry atomically. */
export interface OutboxStore {
  list: () => Promise<KeptRun[]>;
  /** Resolves to false if an entry with this submission id exists already; that one does not change. */
  add: (entry: KeptRun) => Promise<boolean>;
  /** Resolves to the changed entry; undefined if the move did not fit its state, or it does not exist. */
  move: (submissionId: string, move: RunMove) => Promise<KeptRun | undefined>;
}

export interface OutboxNetwork {
  send: (entry: KeptRun) => Promise<Answer>;
  /** Resolves to whether the server has the submission, with the status of the answer. */
  verify: (entry: KeptRun) => Promise<{ status: number; exists: boolean; receipt?: RunReceipt | undefined }>;
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
  /** Whether the entries of a sender may be sent now: the account that is signed in, or a judge with a link. */
  isSender: (user: string) => boolean;
  /** Whether the device reports a network. */
  online: () => boolean;
  /** Called when the store itself fails; the pump retries later. */
  failed: (error: unknown) => void;
}

export interface Pump {
  /** Triggers another turn after a change of the outbox. */
  nudge: () => void;
  /** Starts a new round for all waiting entries, when the network is back or on request. */
  hurry: () => Promise<void>;
  /** Resumes the runs that waited for their referee to sign in again. */
  signedIn: () => Promise<void>;
  /** Resolves when no request is in progress; entries due later still wait. */
  settled: () => Promise<void>;
  stop: () => void;
}

/** Maximum number of concurrent requests, each for another rider. */
const together = 3;
/** Wait after a failure of the store, in milliseconds. */
const storeRetryMs = 5_000;

/** Starts sending the entries of the store as they become due, until it is stopped. */
export function startPump(parts: PumpParts): Pump {
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
    for (const entry of first) {
      if (!isDue(entry, clock.now())) continue;
      const id = entry.submission.submission_id;
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
      for (const entry of await store.list()) {
        if (isSender(entry.user)) await store.move(entry.submission.submission_id, move);
      }
    });
    nudge();
  }

  nudge();
  return {
    nudge,
    hurry: () => moveAll({ type: 'hurried', now: clock.now() }),
    signedIn: () => moveAll({ type: 'signed-in', now: clock.now() }),
    settled: async () => {
      await turning;
      while (carried.size > 0) {
        await Promise.all(carried.values());
        await turning;
      }
    },
    stop: () => {
      stopped = true;
      callOff();
    },
  };
}

/** Takes an entry that is due, sends or verifies it, and stores the outcome. */
async function carry(id: string, { store, network, clock }: PumpParts): Promise<void> {
  const entry = await store.move(id, { type: 'taken', now: clock.now() });
  if (!entry) return;
  if (entry.asks === 'send') {
    const answer = await network.send(entry);
    await store.move(id, { type: 'answered', answer, now: clock.now() });
    return;
  }
  const { status, exists, receipt } = await network.verify(entry);
  const answer = { status, genuine: false, code: null, message: null, retryAfterMs: 0 };
  await store.move(
    id,
    status === 401
      ? { type: 'answered', answer, now: clock.now() }
      : { type: 'verified', exists, receipt, now: clock.now(), chance: clock.chance() },
  );
}
