import { Failure } from './failure.ts';

/* Calls that want the reader to show again who they are (S20). The desk's frame asks; then the call is made again. */

let ask: (() => Promise<boolean>) | undefined;

/** Sets what asks the reader, and resolves to whether they have shown it; returns a function that unsets it. */
export function onProofRequired(given: () => Promise<boolean>): () => void {
  ask = given;
  return () => {
    ask = undefined;
  };
}

/** Makes a call, and once more after the reader has shown who they are if it asks for that. Throws a `Failure`. */
export async function withProof<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const isAsked = error instanceof Failure && error.code === 'proof_required';
    if (!isAsked || !ask || !(await ask())) throw error;
    return call();
  }
}
