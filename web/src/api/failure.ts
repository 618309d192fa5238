import type { RefusalBody } from '@dossard/contract/refusal.schema.ts';
import { m } from '../paraglide/messages.js';

/** Why a call failed: the server's refusal, or no answer at all (`status` 0). */
export class Failure extends Error {
  readonly status: number;
  readonly refusal: RefusalBody | undefined;

  constructor(status: number, refusal?: RefusalBody) {
    super(refusal?.message || formatStatus(status));
    this.status = status;
    this.refusal = refusal;
  }

  get code(): string | undefined {
    return this.refusal?.code;
  }

  /** True if somebody else has changed the same thing since it was read. */
  get isEditConflict(): boolean {
    return this.code === 'edit_conflict';
  }

  /** True if the session ended, by status or by the message; screens then offer sign-in and retry. */
  get isSessionExpired(): boolean {
    return this.status === 401 || /session expired|invalid credentials|please login again|401/i.test(this.message);
  }
}

/** Formats a status whose answer has no message; 0 when no answer arrived. */
function formatStatus(status: number): string {
  switch (status) {
    case 0:
      return m.error_network();
    case 401:
      return m.error_401();
    case 403:
      return m.error_403();
    case 404:
      return m.error_404();
    case 500:
      return m.error_500();
    case 502:
    case 503:
    case 504:
      return m.error_unavailable();
    default:
      return m.error_other({ status });
  }
}

/** Formats any error for the reader. */
export function formatFailure(error: unknown): string {
  return error instanceof Failure ? error.message : m.error_unknown();
}
