import type { Group } from '@dossard/contract/categories/category.schema.ts';
import type { ChainHead } from '@dossard/contract/chain/chain.schema.ts';
import type { Doors, RunSubmission } from '@dossard/contract/runs/run.schema.ts';

/*
 * A run in the outbox of a phone, from the moment the referee submits it until the server has answered for its
 * `submission_id` (O1). Entries are plain data and `moveEntry` is pure: the same rules run in the page, in the
 * service worker and in the simulation. Moments are milliseconds since 1970.
 */

/**
 * `waiting` for its next attempt, `sending`, `sent` (the server has it), `refused` by the server with a reason that
 * time alone does not mend, `signed-out` until its referee signs in again, `discarded` by the referee, with a reason.
 */
export type EntryState = 'waiting' | 'sending' | 'sent' | 'refused' | 'signed-out' | 'discarded';

/** Why the last attempts brought nothing; status 0 when no answer came. */
export interface Problem {
  status: number;
  code: string | null;
  /** The server's own words, if it had any. */
  message: string | null;
}

/** What the list of unsent runs shows of the rider. */
export interface RiderShown extends Group {
  first_name: string;
  last_name: string;
}

/** What the server confirmed of a run that it stored (H4). */
export interface EntryReceipt {
  run_number: number;
  points: number;
  head: ChainHead;
}

export interface Entry {
  submission: RunSubmission;
  /** E-mail address of the account that recorded the run; it is never sent in the name of another. */
  user: string;
  /** The name of that account, as shown with the run. */
  referee_name: string;
  rider: RiderShown;
  /** Whether the bib is unknown: the run waits on the server until an organiser assigns it. */
  unknown_bib?: boolean;
  /** Whether an editor typed it from paper: it then goes the way of sheets, since editors may not send single runs (P3). */
  on_paper?: boolean;
  zone_name: string;
  made_at: number;
  state: EntryState;
  /** What the next attempt does: send the run, or verify whether it arrived. */
  asks: 'send' | 'verify';
  /** Attempts of the present round, of three. */
  attempts: number;
  /** Rounds of three attempts that brought nothing, since the network came back. */
  rounds: number;
  /** No attempt before this moment. */
  due: number;
  /** Until then an attempt is under way somewhere; later it is taken for lost. */
  held_until: number;
  problem: Problem | null;
  /** Absent until it is sent, and for runs that get none: unknown bibs, sheets, older servers. */
  receipt?: EntryReceipt | undefined;
  /** When it was sent or discarded. */
  ended_at: number | null;
  discard_reason: string | null;
  /** Whether the referee has seen that it failed and gone on; absent in entries of earlier versions. */
  dismissed?: boolean;
}

/** Attempts of a round, and the waits between them in milliseconds (O2). */
const roundAttempts = 3;
const verifyAfterMs = 500;
const betweenMs = 1_000;
/** A round that failed is followed by another after 5 s, 10 s, 20 s … up to a minute, less some chance. */
const firstBackOffMs = 5_000;
const longestBackOffMs = 60_000;
/**
 * Without a session a run is asked about this rarely, in milliseconds: a sign-in lets it go at once, and should that be
 * missed, because the refusal came in after it, the run is not stuck.
 */
const signedOutMs = 60_000;
/** Longer than a request may take (O3): an attempt that is older died with its page. */
export const holdMs = 40_000;
/** A server may ask for a longer wait by `Retry-After`; it is obeyed up to this (O4). */
const maxRetryAfterMs = 10_000;

/** What came back for a run that was sent. */
export interface Answer {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /**
   * Whether the answer is Dossard's own: the stored run with this submission id, or a refusal in its form. A captive
   * portal or a proxy may answer anything; that proves nothing, so the run is verified and sent again.
   */
  genuine: boolean;
  code: string | null;
  message: string | null;
  retryAfterMs: number;
  receipt?: EntryReceipt | undefined;
}

export type EntryMove =
  | { type: 'taken'; now: number }
  | { type: 'answered'; answer: Answer; now: number }
  | { type: 'verified'; exists: boolean; receipt?: EntryReceipt | undefined; now: number; chance: number }
  | { type: 'hurried'; now: number }
  | { type: 'retried'; now: number }
  | { type: 'signed-in'; now: number }
  | { type: 'corrected'; dossard: number; doors: Doors; penality: number; rider: RiderShown; now: number }
  | { type: 'discarded'; reason: string; now: number }
  | { type: 'put-back'; now: number }
  | { type: 'dismissed' };

/** Writes a new entry, to be sent at once. */
export function newEntry(
  submission: RunSubmission,
  by: {
    user: string;
    referee_name: string;
    rider: RiderShown;
    unknown_bib?: boolean;
    on_paper?: boolean;
    zone_name: string;
  },
  now: number,
): Entry {
  return {
    submission,
    ...by,
    made_at: now,
    state: 'waiting',
    asks: 'send',
    attempts: 0,
    rounds: 0,
    due: now,
    held_until: 0,
    problem: null,
    ended_at: null,
    discard_reason: null,
    dismissed: false,
  };
}

/** Makes a move; one that does not belong to the present state gives the same entry back. */
export function moveEntry(entry: Entry, move: EntryMove): Entry {
  switch (move.type) {
    case 'taken':
      return isDue(entry, move.now)
        ? {
            ...entry,
            state: 'sending',
            attempts: entry.asks === 'send' ? entry.attempts + 1 : entry.attempts,
            held_until: move.now + holdMs,
          }
        : entry;
    case 'answered':
      return takeAnswer(entry, move);
    case 'verified':
      if (move.exists) return sent(entry, move);
      return entry.state === 'sending' ? afterAttempt(entry, move) : entry;
    case 'hurried':
      return entry.state === 'waiting' ? again(entry, move.now) : entry;
    case 'retried':
      return isUnsent(entry) && entry.state !== 'sending' ? again(entry, move.now) : entry;
    case 'signed-in':
      return entry.state === 'signed-out' ? again(entry, move.now) : entry;
    case 'corrected':
      return canCorrect(entry) ? again(correct(entry, move), move.now) : entry;
    case 'discarded':
      return canDiscard(entry)
        ? { ...entry, state: 'discarded', discard_reason: move.reason, ended_at: move.now }
        : entry;
    case 'put-back':
      return entry.state === 'discarded' ? again({ ...entry, ended_at: null, discard_reason: null }, move.now) : entry;
    case 'dismissed':
      return { ...entry, dismissed: true };
  }
}

/** Whether the run is not on the server as far as this phone knows, and should be. */
export const isUnsent = (entry: Entry): boolean => entry.state !== 'sent' && entry.state !== 'discarded';

/** Returns true after three failed attempts; it is retried automatically, or at once by the referee (F5). */
export const hasFailed = (entry: Entry): boolean =>
  (entry.state === 'waiting' || entry.state === 'sending') && (entry.rounds > 0 || entry.problem?.status === 401);

/** Whether an attempt may be made now. */
export function isDue(entry: Entry, now: number): boolean {
  const moment = momentOf(entry);
  // Further away than the longest wait: the phone's clock was set back.
  return moment !== undefined && (moment <= now || moment > now + longestBackOffMs);
}

/** When the next attempt may be made; an attempt under way counts as lost once it takes too long. */
function momentOf(entry: Entry): number | undefined {
  if (entry.state === 'waiting' || entry.state === 'signed-out') return entry.due;
  return entry.state === 'sending' ? entry.held_until : undefined;
}

/**
 * A run can be corrected here only when the server has surely not stored it: it was refused, or never left the phone.
 * One whose submission id is taken by other content is not corrected but discarded.
 */
export function canCorrect(entry: Entry): boolean {
  if (entry.state === 'refused') return entry.problem?.code !== 'submission_conflict';
  return entry.state === 'waiting' && entry.attempts === 0 && entry.problem === null;
}

export function canDiscard(entry: Entry): boolean {
  return entry.state === 'waiting' || entry.state === 'refused' || entry.state === 'signed-out';
}

/**
 * The entries that may go next, in the order in which they were made: of one rider's runs only the first that is not
 * there yet, so that the server numbers them as they were ridden.
 */
export function firstOfEachRider(entries: readonly Entry[], user: string): Entry[] {
  const first = new Map<string, Entry>();
  const waiting = entries.filter((entry) => entry.user === user && momentOf(entry) !== undefined);
  for (const entry of waiting.sort((a, b) => a.made_at - b.made_at)) {
    const rider = `${entry.submission.competition_id} ${entry.submission.dossard}`;
    if (!first.has(rider)) first.set(rider, entry);
  }
  return [...first.values()];
}

/**
 * When the next attempt is due, in milliseconds since 1970, but for the submissions that are under way here; absent
 * when nothing waits.
 */
export function nextMoment(entries: readonly Entry[], underWay: Pick<ReadonlySet<string>, 'has'>): number | undefined {
  let next: number | undefined;
  for (const entry of entries) {
    const moment = momentOf(entry);
    if (moment === undefined || underWay.has(entry.submission.submission_id)) continue;
    if (next === undefined || moment < next) next = moment;
  }
  return next;
}

function takeAnswer(entry: Entry, move: { answer: Answer; now: number }): Entry {
  const { status, genuine, code, message } = move.answer;
  if (genuine && (status === 200 || status === 201))
    return sent(entry, { now: move.now, receipt: move.answer.receipt });
  if (entry.state !== 'sending') return entry;
  const problem = { status: genuine || status >= 400 ? status : 0, code, message };
  // Harmless if it was somebody else's 401: the run is tried again every minute.
  if (status === 401) return { ...entry, state: 'signed-out', due: move.now + signedOutMs, held_until: 0, problem };
  if (genuine && isFinal(status)) return { ...entry, state: 'refused', held_until: 0, problem };
  // The answer may have been lost after the run was stored: verify before sending again (O2).
  const wait = Math.max(verifyAfterMs, Math.min(move.answer.retryAfterMs, maxRetryAfterMs));
  return { ...entry, state: 'waiting', asks: 'verify', due: move.now + wait, held_until: 0, problem };
}

/** A refusal that the same request will meet again. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** The next attempt of the round a second later, or after a round that failed another one, later each time. */
function afterAttempt(entry: Entry, { now, chance }: { now: number; chance: number }): Entry {
  const next: Entry = { ...entry, state: 'waiting', asks: 'send', held_until: 0 };
  if (entry.attempts < roundAttempts) return { ...next, due: now + betweenMs };
  const backOff = Math.min(longestBackOffMs, firstBackOffMs * 2 ** entry.rounds);
  return { ...next, attempts: 0, rounds: entry.rounds + 1, due: now + Math.round(backOff * (0.5 + chance / 2)) };
}

function sent(entry: Entry, { now, receipt }: { now: number; receipt?: EntryReceipt | undefined }): Entry {
  if (entry.state === 'sent') return entry;
  const ended = { ...entry, state: 'sent', held_until: 0, problem: null, ended_at: now, discard_reason: null } as const;
  return receipt ? { ...ended, receipt } : ended;
}

/** How long a sent run stays with its rider's name, and how long its receipt stays without, in milliseconds. */
const namedMs = 48 * 3_600_000;
const receiptMs = 30 * 24 * 3_600_000;

/**
 * What stays of an entry as time passes: all of an unsent one; of one that ended two days ago its receipt for a month,
 * without the rider's name; nothing of others.
 */
export function ageEntry(entry: Entry, now: number): Entry | undefined {
  const age = now - (entry.ended_at ?? 0);
  if (isUnsent(entry) || age <= namedMs) return entry;
  if (!entry.receipt || age > receiptMs) return undefined;
  return { ...entry, rider: { ...entry.rider, first_name: '', last_name: '' } };
}

/** A first round again, at once. */
function again(entry: Entry, now: number): Entry {
  return {
    ...entry,
    state: 'waiting',
    asks: 'send',
    attempts: 0,
    rounds: 0,
    due: now,
    held_until: 0,
    dismissed: false,
  };
}

function correct(entry: Entry, to: { dossard: number; doors: Doors; penality: number; rider: RiderShown }): Entry {
  const { dossard, doors, penality, rider } = to;
  return {
    ...entry,
    submission: { ...entry.submission, dossard, ...doors, penality },
    rider,
    unknown_bib: false,
    problem: null,
  };
}
