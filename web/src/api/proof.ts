import { Failure } from './failure.ts';

/* Calls that require a recent proof of identity (S20). The desk's frame asks the reader, then the call is repeated. */

let ask: (() => Promise<boolean>) | undefined;
/** The open question, which answers all calls that wait for it. */
let asked: Promise<boolean> | undefined;

/**
 * Sets the function that asks for the proof and resolves to true once it is given; returns a function that removes it.
 */
export function onProofRequired(given: () => Promise<boolean>): () => void {
  ask = given;
  return () => {
    ask = undefined;
  };
}

/** Makes a call; if it requires a proof of identity, asks for it and repeats the call once. Throws a `Failure`. */
export async function withProof<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const isAsked = error instanceof Failure && error.code === 'proof_required';
    if (!isAsked || !ask) throw error;
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    if (!(await asked)) throw error;
    return call();
  }
}
