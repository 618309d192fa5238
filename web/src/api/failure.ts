import type { RefusalBody } from '@dossard/contract/refusal.schema.ts';
import { m } from '../paraglide/messages.js';

/** What a proxy answers while the server is away. */
const away: readonly number[] = [502, 503, 504];

/** Why a call failed: the server's refusal, or no answer at all (`status` 0). */
export class Failure extends Error {
  readonly status: number;
  readonly refusal: RefusalBody | undefined;

  constructor(status: number, refusal?: RefusalBody) {
    super(refusal?.message || m.error_status({ status: away.includes(status) ? 'away' : String(status) }));
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

/** Formats any error for the reader. */
export function formatFailure(error: unknown): string {
  return error instanceof Failure ? error.message : m.error_unknown();
}
