import type { RefusalBody } from '@dossard/contract/refusal.schema.ts';
import { m } from '../paraglide/messages.js';
import { type Sentence, sentenceOf } from '../session/session.machine.ts';

/** Why a call failed: the server's refusal, or no answer at all (`status` 0). */
export class Failure extends Error {
  readonly status: number;
  readonly refusal: RefusalBody | undefined;

  constructor(status: number, refusal?: RefusalBody) {
    super(refusal?.message || sentences[sentenceOf(status)]({ status }));
    this.status = status;
    this.refusal = refusal;
  }

  get code(): string | undefined {
    return this.refusal?.code;
  }

  /** Whether somebody else has changed the same thing since it was read. */
  get isEditConflict(): boolean {
    return this.code === 'edit_conflict';
  }

  /** Whether the session ended, by status or by the words of the message: screens then offer sign-in and retry. */
  get isSessionExpired(): boolean {
    return this.status === 401 || /session expired|invalid credentials|please login again|401/i.test(this.message);
  }
}

const sentences: Record<Sentence, (given: { status: number }) => string> = {
  network: () => m.error_network(),
  401: () => m.error_401(),
  403: () => m.error_403(),
  404: () => m.error_404(),
  500: () => m.error_500(),
  unavailable: () => m.error_unavailable(),
  other: (given) => m.error_other(given),
};

/** Says any error to the reader. */
export function sayFailure(error: unknown): string {
  return error instanceof Failure ? error.message : m.error_unknown();
}
