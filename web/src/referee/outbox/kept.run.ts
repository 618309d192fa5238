import type { Group } from '@dossard/contract/categories/group.ts';
import type { Doors } from '@dossard/contract/runs/doors.ts';
import type { ReceiptFile } from '@dossard/contract/runs/receipt.schema.ts';
import type { RunSubmission } from '@dossard/contract/runs/run.schema.ts';
import { isFinalRefusal } from '../../api/policy.ts';

/*
 * A run in the outbox of a phone, from the moment the referee submits it until the server has confirmed its
 * `submission_id` (O1). Runs are plain data and `moveRun` is pure: the same rules run in the page, in the service
 * worker and in the simulation. Moments are milliseconds since 1970.
 */

/**
 * `waiting` for its next attempt, `sending`, `sent` (the server has it), `refused` by the server for a reason that a
 * retry does not solve, `signed-out` until its referee signs in again, `discarded` by the referee, with a reason.
 */
export type KeptState = 'waiting' | 'sending' | 'sent' | 'refused' | 'signed-out' | 'discarded';

/** Why the last attempt failed; status 0 when no answer arrived. */
export interface Problem {
  status: number;
  code: string | null;
  /** The server's message, if it had one. */
  message: string | null;
}

/** The facts about the rider that the list of unsent runs shows. */
export interface RiderShown extends Group {
  first_name: string;
  last_name: string;
}

/** The server's receipt for a stored run (H4). */
export type RunReceipt = Pick<ReceiptFile['receipts'][number], 'run_number' | 'points' | 'head'>;

export interface KeptRun {
  submission: RunSubmission;
  /** E-mail address of the account that recorded the run; it is never sent in the name of another. */
  user: string;
  /** The name of that account, as shown with the run. */
  referee_name: string;
  rider: RiderShown;
  /** True if the bib is unknown: the run waits on the server until an organiser assigns it. */
  unknown_bib?: boolean;
  /**
   * True if an editor typed it from paper: it is then sent as a sheet, because editors may not send single runs (P3).
   */
  on_paper?: boolean;
  zone_name: string;
  made_at: number;
  state: KeptState;
  /** The next attempt: send the run, or verify whether it has arrived. */
  asks: 'send' | 'verify';
  /** Attempts in the present round, at most three. */
  attempts: number;
  /** Failed rounds of three attempts since the network was last back. */
  rounds: number;
  /** Time of the next attempt. */
  due: number;
  /** Until then an attempt is in progress somewhere; later it counts as lost. */
  held_until: number;
  /** True if the referee has signed in since the attempt began, so that a 401 says nothing about the new session. */
  signed_in_since?: boolean;
  problem: Problem | null;
  /** Absent until it is sent, and for runs without a receipt: unknown bibs, sheets, older servers. */
  receipt?: RunReceipt | undefined;
  /** When it was sent or discarded. */
  ended_at: number | null;
  discard_reason: string | null;
  /** True if the referee has seen the failure and continued; absent in runs of earlier versions. */
  dismissed?: boolean;
}

/** Attempts of a round, and the waits between them in milliseconds (O2). */
const roundAttempts = 3;
const verifyAfterMs = 500;
const betweenMs = 1_000;
/** The next round follows a failed one after 5 s, 10 s, 20 s … up to a minute, each shortened by random jitter. */
const firstBackOffMs = 5_000;
const longestBackOffMs = 60_000;
/**
 * Interval in milliseconds at which a signed-out run is retried. Normally a sign-in resumes it immediately (O8). The
 * retry is for a refusal that did not come from the server, and for a sign-in that this phone did not see.
 */
const signedOutMs = 60_000;
/** Longer than the timeout of a request (O3): an older attempt died with its page. */
export const holdMs = 40_000;
/** Maximum wait that a server can request by `Retry-After` (O4). */
const maxRetryAfterMs = 10_000;

/** The answer to a run that was sent. */
export interface Answer {
  /** HTTP status; 0 when no answer arrived. */
  status: number;
  /**
   * True if the answer comes from Dossard: the stored run with this submission id, or a refusal in its format. A
   * captive portal or a proxy may answer anything; that proves nothing, so the run is verified and sent again.
   */
  genuine: boolean;
  code: string | null;
  message: string | null;
  retryAfterMs: number;
  receipt?: RunReceipt | undefined;
}

export type RunMove =
  | { type: 'taken'; now: number }
  | { type: 'answered'; answer: Answer; now: number }
  | { type: 'verified'; exists: boolean; receipt?: RunReceipt | undefined; now: number; chance: number }
  | { type: 'hurried'; now: number }
  | { type: 'retried'; now: number }
  | { type: 'signed-in'; now: number }
  | { type: 'corrected'; dossard: number; doors: Doors; penality: number; rider: RiderShown; now: number }
  | { type: 'discarded'; reason: string; now: number }
  | { type: 'put-back'; now: number }
  | { type: 'dismissed' };

/** Creates a kept run that is due immediately. */
export function newKeptRun(
  submission: RunSubmission,
  by: Pick<KeptRun, 'user' | 'referee_name' | 'rider' | 'unknown_bib' | 'on_paper' | 'zone_name'>,
  now: number,
): KeptRun {
  return {
    submission,
    ...by,
    made_at: now,
    ...firstRound(now),
    problem: null,
    ended_at: null,
    discard_reason: null,
  };
}

/** A first round of attempts that starts immediately. */
const firstRound = (now: number) =>
  ({ state: 'waiting', asks: 'send', attempts: 0, rounds: 0, due: now, held_until: 0, dismissed: false }) as const;

/** Applies a move; returns the same run if the move does not fit its present state. */
export function moveRun(run: KeptRun, move: RunMove): KeptRun {
  switch (move.type) {
    case 'taken':
      return isDue(run, move.now)
        ? {
            ...run,
            state: 'sending',
            attempts: run.asks === 'send' ? run.attempts + 1 : run.attempts,
            held_until: move.now + holdMs,
            signed_in_since: false,
          }
        : run;
    case 'answered':
      return takeAnswer(run, move);
    case 'verified':
      if (move.exists) return sent(run, move);
      return run.state === 'sending' ? afterAttempt(run, move) : run;
    case 'hurried':
      return run.state === 'waiting' ? again(run, move.now) : run;
    case 'retried':
      return isUnsent(run) && run.state !== 'sending' ? again(run, move.now) : run;
    case 'signed-in':
      if (run.state === 'sending') return { ...run, signed_in_since: true };
      return run.state === 'signed-out' ? again(run, move.now) : run;
    case 'corrected':
      return canCorrect(run) ? again(correct(run, move), move.now) : run;
    case 'discarded':
      return canDiscard(run) ? { ...run, state: 'discarded', discard_reason: move.reason, ended_at: move.now } : run;
    case 'put-back':
      return run.state === 'discarded' ? again({ ...run, ended_at: null, discard_reason: null }, move.now) : run;
    case 'dismissed':
      return { ...run, dismissed: true };
  }
}

/** Returns true if the run should be on the server and, as far as this phone knows, is not. */
export const isUnsent = (run: KeptRun): boolean => run.state !== 'sent' && run.state !== 'discarded';

/** A zone of a competition. */
export interface ZoneHere {
  competition_id: number;
  zone_id: number;
}

/** Lists the runs in a zone that were not discarded. */
export const runsInZone = (runs: readonly KeptRun[], { competition_id, zone_id }: ZoneHere): KeptRun[] =>
  runs.filter(
    ({ state, submission }) =>
      state !== 'discarded' && submission.competition_id === competition_id && submission.zone_id === zone_id,
  );

/** Returns true after three failed attempts; the run is retried automatically, or immediately by the referee (F5). */
export const hasFailed = (run: KeptRun): boolean =>
  (run.state === 'waiting' || run.state === 'sending') && (run.rounds > 0 || run.problem?.status === 401);

/** Returns true if an attempt may be made now. */
export function isDue(run: KeptRun, now: number): boolean {
  const moment = momentOf(run);
  // A moment further away than the longest wait means that the phone's clock was set back.
  return moment !== undefined && (moment <= now || moment > now + longestBackOffMs);
}

/** Returns when the next attempt may be made; an attempt in progress counts as lost once it takes too long. */
function momentOf(run: KeptRun): number | undefined {
  if (run.state === 'waiting' || run.state === 'signed-out') return run.due;
  return run.state === 'sending' ? run.held_until : undefined;
}

/**
 * Returns true if the server has certainly not stored the run: it was refused, or never left the phone. A run whose
 * submission id is already used by other content cannot be corrected, only discarded.
 */
export function canCorrect(run: KeptRun): boolean {
  if (run.state === 'refused') return run.problem?.code !== 'submission_conflict';
  return run.state === 'waiting' && run.attempts === 0 && run.problem === null;
}

export function canDiscard(run: KeptRun): boolean {
  return run.state === 'waiting' || run.state === 'refused' || run.state === 'signed-out';
}

/**
 * Lists the runs that may be sent next, in the order in which they were made. Of each rider only the first one that
 * the server does not have yet, so that the server numbers runs in the order they were ridden.
 */
export function firstOfEachRider(runs: readonly KeptRun[], isSender: (user: string) => boolean): KeptRun[] {
  const first = new Map<string, KeptRun>();
  const waiting = runs.filter((run) => isSender(run.user) && momentOf(run) !== undefined);
  for (const run of waiting.sort((a, b) => a.made_at - b.made_at)) {
    const rider = `${run.submission.competition_id} ${run.submission.dossard}`;
    if (!first.has(rider)) first.set(rider, run);
  }
  return [...first.values()];
}

/**
 * Returns when the next attempt is due, in milliseconds since 1970, ignoring submissions that are in progress here;
 * undefined if nothing waits.
 */
export function nextMoment(runs: readonly KeptRun[], underWay: Pick<ReadonlySet<string>, 'has'>): number | undefined {
  let next: number | undefined;
  for (const run of runs) {
    const moment = momentOf(run);
    if (moment === undefined || underWay.has(run.submission.submission_id)) continue;
    if (next === undefined || moment < next) next = moment;
  }
  return next;
}

function takeAnswer(run: KeptRun, move: { answer: Answer; now: number }): KeptRun {
  const { status, genuine, code, message } = move.answer;
  if (genuine && (status === 200 || status === 201)) return sent(run, { now: move.now, receipt: move.answer.receipt });
  if (run.state !== 'sending') return run;
  const problem = { status: genuine || status >= 400 ? status : 0, code, message };
  if (status === 401 && run.signed_in_since) return again(run, move.now);
  // Harmless if the 401 came from a proxy: the run is retried every minute.
  if (status === 401) return { ...run, state: 'signed-out', due: move.now + signedOutMs, held_until: 0, problem };
  if (genuine && isFinalRefusal(status)) return { ...run, state: 'refused', held_until: 0, problem };
  // The answer may have been lost after the run was stored: verify before sending again (O2).
  const wait = Math.max(verifyAfterMs, Math.min(move.answer.retryAfterMs, maxRetryAfterMs));
  return { ...run, state: 'waiting', asks: 'verify', due: move.now + wait, held_until: 0, problem };
}

/** Schedules the next attempt a second later, or after a failed round the next round, with a growing back-off. */
function afterAttempt(run: KeptRun, { now, chance }: { now: number; chance: number }): KeptRun {
  const next: KeptRun = { ...run, state: 'waiting', asks: 'send', held_until: 0 };
  if (run.attempts < roundAttempts) return { ...next, due: now + betweenMs };
  const backOff = Math.min(longestBackOffMs, firstBackOffMs * 2 ** run.rounds);
  return { ...next, attempts: 0, rounds: run.rounds + 1, due: now + Math.round(backOff * (0.5 + chance / 2)) };
}

function sent(run: KeptRun, { now, receipt }: { now: number; receipt?: RunReceipt | undefined }): KeptRun {
  if (run.state === 'sent') return run;
  const ended = { ...run, state: 'sent', held_until: 0, problem: null, ended_at: now, discard_reason: null } as const;
  return receipt ? { ...ended, receipt } : ended;
}

/** How long a sent run keeps its rider's name, and how long its receipt is kept without it, in milliseconds. */
const namedMs = 48 * 3_600_000;
const receiptMs = 30 * 24 * 3_600_000;

/**
 * Removes old data: an unsent run stays unchanged; two days after it ended a run loses its rider's name, and is
 * deleted if it has no receipt; a receipt is deleted after a month.
 */
export function ageRun(run: KeptRun, now: number): KeptRun | undefined {
  const age = now - (run.ended_at ?? 0);
  if (isUnsent(run) || age <= namedMs) return run;
  if (!run.receipt || age > receiptMs) return undefined;
  return { ...run, rider: { ...run.rider, first_name: '', last_name: '' } };
}

/** Starts a first round again, immediately. */
const again = (run: KeptRun, now: number): KeptRun => ({ ...run, ...firstRound(now) });

function correct(run: KeptRun, { dossard, doors, penality, rider }: Extract<RunMove, { type: 'corrected' }>): KeptRun {
  return {
    ...run,
    submission: { ...run.submission, dossard, ...doors, penality },
    rider,
    unknown_bib: false,
    problem: null,
  };
}
