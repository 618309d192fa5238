import { beginning, type Decision, type Happening, next, type Session } from './session.machine.ts';

/* The wiring of the session's machine: where its state is, what the browser keeps of it, and who carries out what it decides. */

/** Marks a browser session in which somebody signed in; while it is there, no check is made (spec §4). */
const marker = 'explicitAuthSet';
/** Remembers on this device who signed in last and not out, so that public pages need not ask (decision 004). */
const hint = 'session-known';

let session: Session = beginning;
let onGiveUp: (goToLogin: boolean) => unknown = () => {};
let onLoadAnew = () => {};

/** Sets what happens when a session is over, and when somebody else's began. */
export function whenSessionEnds(then: { giveUp: (goToLogin: boolean) => unknown; loadAnew: () => void }): void {
  onGiveUp = then.giveUp;
  onLoadAnew = then.loadAnew;
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === hint && newValue) happened({ type: 'signed-in-elsewhere', email: newValue });
  });
}

export const isSessionKnown = (): boolean => localStorage.getItem(hint) !== null;

/** Who uses this device, as far as it knows: what a referee keeps on a shared phone belongs to one account. */
export const knownUser = (): string => localStorage.getItem(hint) ?? '';

/**
 * Whose page this is, also once the session is over or was ended in another tab: what is begun here stays theirs. Empty
 * where nobody is known.
 */
export const readerHere = (): string => session.reader ?? knownUser();

/** Whether this browser session is marked as signed in. */
export const isMarked = (): boolean => sessionStorage.getItem(marker) !== null;

export const currentSession = (): Session => session;

/** Tells the machine what happened, keeps what it wants kept, and returns what it decided. */
export function happened(happening: Happening): Decision {
  const { session: after, decision, remember, mark } = next(session, happening);
  session = after;
  if (remember === null) {
    sessionStorage.removeItem(marker);
    localStorage.removeItem(hint);
  } else if (remember !== undefined) {
    localStorage.setItem(hint, remember);
  }
  if (mark) sessionStorage.setItem(marker, 'true');
  if (decision.do === 'give-up') onGiveUp(decision.goToLogin);
  if (decision.do === 'load-anew') onLoadAnew();
  return decision;
}
