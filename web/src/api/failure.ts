import type { RefusalBody } from '@dossard/contract/refusals/refusal.schema.ts';
import { m } from '../paraglide/messages.js';

/** Why a call failed: the server's refusal, or no answer at all (`status` 0). */
export class Failure extends Error {
  readonly status: number;
  readonly refusal: RefusalBody | undefined;

  constructor(status: number, refusal?: RefusalBody) {
    super(refusal?.message || sayStatus(status));
    this.status = status;
    this.refusal = refusal;
  }

  get code(): string | undefined {
    return this.refusal?.code;
  }

  /** The session ended, as the screens say it with sign-in and retry (spec §8). */
  get isSessionExpired(): boolean {
    return this.status === 401;
  }
}

/** The sentence for a status whose answer brings none (spec §8). */
function sayStatus(status: number): string {
  if (status === 0) return m.error_network();
  if (status === 401) return m.error_401();
  if (status === 403) return m.error_403();
  if (status === 404) return m.error_404();
  if (status === 500) return m.error_500();
  if (status === 502 || status === 503 || status === 504) return m.error_unavailable();
  return m.error_other({ status });
}

/** Says any error to the reader. */
export function sayFailure(error: unknown): string {
  return error instanceof Failure ? error.message : m.error_unknown();
}
