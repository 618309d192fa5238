/*
 * The state machine of authentication: who is signed in, when to ask the server, and when the session is over. Pure: no
 * clock, no storage, no network. `session.store.ts` connects it to the browser.
 */

/** Pages that need no account and therefore never check the session. */
const openPages: ReadonlySet<string> = new Set(['/login', '/register', '/forgot-password']);

export interface Session {
  signedIn: boolean;
  loading: boolean;
  /** True once the server or a sign-in has confirmed the account; until then a guarded page asks the server. */
  asked: boolean;
  /** E-mail address of the account that the page belongs to; null before it is known. Kept after the session's end. */
  reader: string | null;
}

/** The session of a newly opened page. */
export const initialSession: Session = { signedIn: false, loading: true, asked: false, reader: null };

export type SessionEvent =
  /** `marked`: `explicitAuthSet` is set in session storage. `user`: the account that this device remembers, or ''. */
  | { type: 'page-opened'; path: string; marked: boolean; user: string }
  /** The server answered the check; `email` is set on success. */
  | { type: 'checked'; status: number; email?: string; user: string }
  | { type: 'check-broke' }
  | { type: 'signed-in'; email: string }
  | { type: 'signed-out' }
  /** Somebody signed in in another tab of this browser. */
  | { type: 'signed-in-elsewhere'; email: string }
  /** The server refused the session several times in a row. */
  | { type: 'refused'; path: string };

export type Decision =
  | { do: 'ask-server' }
  /** The session is over: forget it, and go to /login unless already there. */
  | { do: 'give-up'; goToLogin: boolean }
  /** Another account's data is on screen: reload the page. */
  | { do: 'reload' };

export interface Step {
  session: Session;
  decision?: Decision;
  /**
   * The account to remember on this device, by e-mail address; null deletes it and the mark; undefined changes nothing.
   */
  remember?: string | null;
  /** Marks the browser session as signed in explicitly; while it is marked, no check is made. */
  mark?: true;
}

/** Returns the session after an event, and the decision about it. */
export function reduceSession(session: Session, event: SessionEvent): Step {
  switch (event.type) {
    case 'page-opened':
      return openPage(session, event);
    case 'checked':
      if (event.status >= 200 && event.status < 300) return enter(session, event.email ?? event.user);
      return event.status === 401 ? leave(session) : assumeSignedIn(session, event.user);
    case 'check-broke':
    case 'signed-out':
      return leave(session);
    case 'signed-in':
      return { ...enter(session, event.email), mark: true };
    case 'signed-in-elsewhere':
      return isSomebodyElse(session, event.email) ? { session, decision: { do: 'reload' } } : { session };
    case 'refused':
      return {
        session: { ...initialSession, reader: session.reader },
        decision: { do: 'give-up', goToLogin: event.path !== '/login' },
        remember: null,
      };
  }
}

function openPage(session: Session, { path, marked, user }: Extract<SessionEvent, { type: 'page-opened' }>): Step {
  if (openPages.has(path)) return { session: { ...session, loading: false } };
  if (marked) {
    const reader = session.reader ?? (user || null);
    return { session: { ...session, signedIn: true, loading: false, reader } };
  }
  return session.asked ? { session } : { session, decision: { do: 'ask-server' } };
}

function enter(session: Session, email: string): Step {
  return {
    session: { ...session, signedIn: true, loading: false, asked: true, reader: email || null },
    remember: email,
  };
}

/**
 * Treats a failed check as still signed in. It proves nothing, so nothing is remembered, and a device without a
 * remembered account checks again on the next page.
 */
function assumeSignedIn(session: Session, user: string): Step {
  return {
    session: { ...session, signedIn: true, loading: false, asked: user !== '', reader: user || null },
  };
}

function leave(session: Session): Step {
  return {
    session: { ...session, signedIn: false, loading: false, asked: true, reader: null },
    remember: null,
  };
}

const isSomebodyElse = ({ reader }: Session, email: string) =>
  reader !== null && reader.toLowerCase() !== email.toLowerCase();
