import { Failure } from './failure.ts';

/*
 * Refusals that show the Access Denied dialog (spec §6): code `forbidden` alone, because the other refusals of the same
 * status have displays of their own.
 */

let onDenied = (_message: string) => {};

/** Sets what is shown when an answer denies access; returns how to undo it. */
export function whenAccessIsDenied(show: (message: string) => void): () => void {
  onDenied = show;
  return () => {
    onDenied = () => {};
  };
}

export const isDenial = (error: unknown): boolean => error instanceof Failure && error.code === 'forbidden';

/** Shows the dialog when this is what an error means. */
export function tellDenial(error: unknown): void {
  if (isDenial(error)) onDenied((error as Failure).message);
}
