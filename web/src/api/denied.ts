import { Failure } from './failure.ts';

/* Refusals that open the Access Denied dialog. Some refusals of the same status are shown differently and do not. */

const shownElsewhere: ReadonlySet<string | undefined> = new Set([
  'email_not_verified',
  'competition_creation_not_allowed',
  'second_factor_required',
  'factor_setup_required',
  'proof_required',
]);

/** A refusal that the dialog shows; `code` is what the server refused for. */
export interface Denial {
  message: string;
  code?: string | undefined;
}

let onDenied: ((denial: Denial) => void) | undefined;
/** A denial from before the frame was mounted; shown once it is mounted. */
let pending: Denial | undefined;

/** Sets the function that opens the dialog; returns a function that removes it. */
export function onAccessDenied(show: (denial: Denial) => void): () => void {
  onDenied = show;
  if (pending !== undefined) denyAccess(pending);
  return () => {
    onDenied = undefined;
  };
}

/** What the server refuses with while only the reader's address must still be verified (A4). */
export const unverified = 'address_not_confirmed';

/** Opens the dialog. */
export function denyAccess(denial: Denial): void {
  pending = onDenied ? undefined : denial;
  onDenied?.(denial);
}

/** How many actions are in progress that take permissions from the reader. */
let takers = 0;

/**
 * Runs an action that takes permissions from the reader. Meanwhile the dialog stays closed, because requests that were
 * sent before the action may be refused.
 */
export async function expectDenials<T>(act: () => Promise<T>): Promise<T> {
  takers += 1;
  try {
    return await act();
  } finally {
    takers -= 1;
  }
}

export const isDenial = (error: unknown): error is Failure =>
  error instanceof Failure && error.status === 403 && !shownElsewhere.has(error.code);

/** The page on which a second factor is set up. */
const setupPath = '/profile/security';

/** Opens the dialog if an error denies access. An account that must set up a second factor first is sent to that page (S21). */
export function showDenial(error: unknown): void {
  if (isDenial(error) && takers === 0) denyAccess(error);
  const mustSetUp = error instanceof Failure && error.code === 'factor_setup_required';
  if (mustSetUp && window.location.pathname !== setupPath) window.location.assign(setupPath);
}

/** Whether the server has no such thing, or does not show it. */
export const isGone = (error: unknown): boolean => error instanceof Failure && error.status === 404;
