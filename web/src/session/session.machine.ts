/*
 * The state machine of authentication and of what follows from an answer (spec §4, §8, §9): who is here, when to ask,
 * when to try again, when a session is over. Pure: no clock, no storage, no network. `session.keeper.ts` is the wiring.
 */

/** The waits before each retry, in milliseconds (spec §9). */
const retryWaitsMs = [1000, 2000] as const;
/** A server may ask for a longer wait by `Retry-After`; it is obeyed up to this (api, 429 and 503). */
const maxRetryAfterMs = 10_000;
/** At how many 401s in a row the session is given up (spec §8). */
const threshold = 3;
/** Calls whose 401 says nothing of a session: the login call, and the authentication check (spec §8). */
const notCounted: ReadonlySet<string> = new Set(['login', 'getProfile']);
/** Pages on which nobody is asked who is here (spec §4). */
const openPages: ReadonlySet<string> = new Set(['/login', '/register', '/forgot-password']);

export interface Session {
  signedIn: boolean;
  loading: boolean;
  /** Whether the server, or a sign-in, said who is here; until then a guarded page asks. */
  asked: boolean;
  /** E-mail address of the person whose page this is; null before that is known. Outlives the session's end. */
  reader: string | null;
  /** Consecutive 401s. */
  unauthorized: number;
}

/** A page as it begins (spec §4). */
export const beginning: Session = { signedIn: false, loading: true, asked: false, reader: null, unauthorized: 0 };

export type Happening =
  /** `marked`: the browser session carries `explicitAuthSet`. `user`: who is remembered on this device, or ''. */
  | { type: 'page-opened'; path: string; marked: boolean; user: string }
  /** The check was answered; `email` when it was a success. */
  | { type: 'checked'; status: number; email?: string; user: string }
  | { type: 'check-broke' }
  | { type: 'signed-in'; email: string }
  | { type: 'signed-out' }
  /** Somebody signed in in another tab of this browser. */
  | { type: 'signed-in-elsewhere'; email: string }
  /** An answer; status 0 for none at all. `attempt` counts from 0. */
  | { type: 'answered'; call: string; status: number; attempt: number; retryAfterMs?: number; path: string };

export type Decision =
  | { do: 'nothing' }
  | { do: 'ask-server' }
  | { do: 'retry'; afterMs: number }
  /** The session is over: forget it, and go to /login unless already there. */
  | { do: 'give-up'; goToLogin: boolean }
  /** What is on screen was read by somebody else. */
  | { do: 'load-anew' };

export interface Step {
  session: Session;
  decision: Decision;
  /** Account this device remembers from now on, by e-mail address; null forgets it and the mark; absent changes nothing. */
  remember?: string | null;
  /** Marks the browser session as signed in explicitly, so that no check is made while it lasts. */
  mark?: true;
}

const nothing: Decision = { do: 'nothing' };

/** What a session is after something happened, and what is to be done. */
export function next(session: Session, happening: Happening): Step {
  switch (happening.type) {
    case 'page-opened':
      return openPage(session, happening);
    case 'checked':
      if (happening.status >= 200 && happening.status < 300) return enter(session, happening.email ?? happening.user);
      return happening.status === 401 ? leave(session) : assumeSignedIn(session, happening.user);
    case 'check-broke':
    case 'signed-out':
      return leave(session);
    case 'signed-in':
      return { ...enter(session, happening.email), mark: true };
    case 'signed-in-elsewhere':
      return { session, decision: isSomebodyElse(session, happening.email) ? { do: 'load-anew' } : nothing };
    case 'answered':
      return weigh(session, happening);
  }
}

function openPage(session: Session, { path, marked, user }: Extract<Happening, { type: 'page-opened' }>): Step {
  if (openPages.has(path)) return { session: { ...session, loading: false }, decision: nothing };
  if (marked) {
    const reader = session.reader ?? (user || null);
    return { session: { ...session, signedIn: true, loading: false, reader }, decision: nothing };
  }
  return session.asked ? { session, decision: nothing } : { session, decision: { do: 'ask-server' } };
}

function enter(session: Session, email: string): Step {
  return {
    session: { ...session, signedIn: true, loading: false, asked: true, reader: email || null },
    decision: nothing,
    remember: email,
  };
}

/**
 * Counts a check that failed as still signed in. It proves nothing, so nothing is remembered, and on a device that
 * knows nobody the next page checks again.
 */
function assumeSignedIn(session: Session, user: string): Step {
  return {
    session: { ...session, signedIn: true, loading: false, asked: user !== '', reader: user || null },
    decision: nothing,
  };
}

function leave(session: Session): Step {
  return {
    session: { ...session, signedIn: false, loading: false, asked: true, reader: null },
    decision: nothing,
    remember: null,
  };
}

const isSomebodyElse = ({ reader }: Session, email: string) =>
  reader !== null && reader.toLowerCase() !== email.toLowerCase();

/** Tries again, counts the 401s in a row, and gives the session up at the third (spec §8). */
function weigh(
  session: Session,
  { call, status, attempt, retryAfterMs = 0, path }: Extract<Happening, { type: 'answered' }>,
): Step {
  const wait = retryWaitsMs[attempt];
  if (wait !== undefined && isWorthRetrying(status)) {
    const afterMs = Math.max(wait, Math.min(retryAfterMs, maxRetryAfterMs));
    return { session, decision: { do: 'retry', afterMs } };
  }
  if (status !== 401) return { session: { ...session, unauthorized: 0 }, decision: nothing };
  if (notCounted.has(call)) return { session, decision: nothing };
  const unauthorized = session.unauthorized + 1;
  if (unauthorized < threshold) return { session: { ...session, unauthorized }, decision: nothing };
  return {
    session: { ...beginning, reader: session.reader },
    decision: { do: 'give-up', goToLogin: path !== '/login' },
    remember: null,
  };
}

/** No answer, a failing server, or one that asks for patience (spec §8). */
function isWorthRetrying(status: number): boolean {
  return status === 0 || status >= 500 || status === 408 || status === 429;
}

/** Which sentence an answer without a message of its own is told in (spec §8); `other` names the status. */
export type Sentence = 'network' | '401' | '403' | '404' | '500' | 'unavailable' | 'other';

/** The sentence for a status; 0 when no answer came or time ran out. */
export function sentenceOf(status: number): Sentence {
  if (status === 0) return 'network';
  if (status === 401 || status === 403 || status === 404 || status === 500) return `${status}`;
  return status === 502 || status === 503 || status === 504 ? 'unavailable' : 'other';
}
