import { type Decision, initialSession, reduceSession, type Session, type SessionEvent } from './session.machine.ts';

/* Holds the state of the session machine, accesses the browser's storage, and carries out the machine's decisions. */

/** Marks a browser session in which somebody signed in explicitly; while it is set, the session is not checked. */
const marker = 'explicitAuthSet';
/**
 * The account that last signed in on this device and has not signed out, so that public pages need no request (decision
 * 004).
 */
const hint = 'session-known';

export interface SessionHandlers {
  /** Leaves the pages that need a session. */
  giveUp: (goToLogin: boolean) => unknown;
  /** Reloads the page, because another account signed in in another tab. */
  reload: () => void;
}

let session: Session = initialSession;
let handlers: SessionHandlers = { giveUp: () => {}, reload: () => {} };

/** Sets the handlers for the session's end, and follows sign-ins in other tabs. */
export function handleSessionEnd(given: SessionHandlers): void {
  handlers = given;
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === hint && newValue) dispatch({ type: 'signed-in-elsewhere', email: newValue });
  });
}

/** Remembers the account again after the browser has cleared its storage. */
export function rememberReader(): void {
  if (session.signedIn && session.reader) localStorage.setItem(hint, session.reader);
}

export const isSessionKnown = (): boolean => localStorage.getItem(hint) !== null;

/**
 * Returns the account that this device remembers, by e-mail address, or ''. Data stored on a shared phone belongs to
 * one account.
 */
export const knownUser = (): string => judge ?? accountHere();

/** Returns the account that this device remembers, also on the pages of a judge with a link. */
export const accountHere = (): string => localStorage.getItem(hint) ?? '';

/** On the pages of a judge with a link: by which their runs are kept apart from those of accounts, '' before a name. */
let judge: string | undefined;

/** Makes this page act as a judge with a link, also while somebody is signed in (U2). */
export function actAsJudge(name: string): void {
  judge = name;
}

/** Returns true on the pages of a judge with a link. */
export const isJudging = (): boolean => judge !== undefined;

/**
 * Returns the account that this page belongs to, even after the session ended or another tab signed out; '' if unknown.
 */
export const readerHere = (): string => (isJudging() ? knownUser() : (session.reader ?? knownUser()));

/** Returns true if this browser session is marked as signed in. */
export const isMarked = (): boolean => sessionStorage.getItem(marker) !== null;

export const currentSession = (): Session => session;

/** Applies an event to the session, stores what the machine decides to remember, and returns its decision. */
export function dispatch(event: SessionEvent): Decision | undefined {
  const { session: after, decision, remember, mark } = reduceSession(session, event);
  session = after;
  if (remember === null) {
    sessionStorage.removeItem(marker);
    localStorage.removeItem(hint);
  } else if (remember !== undefined) {
    localStorage.setItem(hint, remember);
  }
  if (mark) sessionStorage.setItem(marker, 'true');
  if (decision?.do === 'give-up') handlers.giveUp(decision.goToLogin);
  if (decision?.do === 'reload') handlers.reload();
  return decision;
}
