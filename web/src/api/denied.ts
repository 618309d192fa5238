import { Failure } from './failure.ts';

/* Refusals that show the Access Denied dialog (spec §6). Those of the same status with a display of their own do not. */

const shownElsewhere: ReadonlySet<string | undefined> = new Set([
  'email_not_verified',
  'competition_creation_not_allowed',
]);

let onDenied: ((message: string) => void) | undefined;
/** A denial that came before the frame was mounted; it is shown once the frame is there. */
let untold: string | undefined;

/** Sets what is shown when access is denied; returns how to undo it. */
export function whenAccessIsDenied(show: (message: string) => void): () => void {
  onDenied = show;
  if (untold !== undefined) denyAccess(untold);
  return () => {
    onDenied = undefined;
  };
}

/** Shows the dialog. */
export function denyAccess(message: string): void {
  untold = onDenied ? undefined : message;
  onDenied?.(message);
}

export const isDenial = (error: unknown): error is Failure =>
  error instanceof Failure && error.status === 403 && !shownElsewhere.has(error.code);

/** Shows the dialog when this is what an error means. */
export function tellDenial(error: unknown): void {
  if (isDenial(error)) denyAccess(error.message);
}
