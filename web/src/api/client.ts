import type { AnswerOf, BodyInput, Endpoint, ParamsOf, QueryInput } from '@dossard/contract/calls/endpoint.ts';
import type { RefusalBody } from '@dossard/contract/refusal.schema.ts';
import { dropPendingSignOut, settleSignOut } from '../session/pending.sign.out.ts';
import { happened } from '../session/session.keeper.ts';
import { attemptCall } from './attempt.ts';
import { Failure } from './failure.ts';

type Given<Name extends string, T> = keyof NonNullable<T> extends never ? { [K in Name]?: T } : { [K in Name]: T };
type Optional<Name extends string, T> = Partial<T> extends T ? { [K in Name]?: T } : { [K in Name]: T };

export type Sending<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  (QueryInput<E> extends undefined ? { query?: undefined } : Optional<'query', QueryInput<E>>) &
  (BodyInput<E> extends undefined ? { body?: undefined } : { body: BodyInput<E> }) & {
    file?: File;
    headers?: Record<string, string>;
    signal?: AbortSignal;
    /** One attempt only, and no part in counting 401s: for callers with attempts of their own. */
    once?: boolean;
    answersFile?: true;
    /** The call starts a session, so it replaces the one that waits to be signed out. */
    startsSession?: true;
  };

/** Calls an endpoint of the contract and returns its answer. Throws a `Failure`. */
export async function callApi<E extends Endpoint>(endpoint: E, sending: Sending<E>): Promise<AnswerOf<E>> {
  const request = await prepare(endpoint, sending);
  for (let attempt = 0; ; attempt += 1) {
    const { status, body, retryAfterMs } = await attemptCall(endpoint, request);
    if (!sending.once) {
      const path = window.location.pathname;
      const decision = happened({ type: 'answered', call: endpoint.name, status, attempt, retryAfterMs, path });
      if (decision.do === 'retry') {
        await sleep(decision.afterMs);
        sending.signal?.throwIfAborted();
        continue;
      }
    }
    if (status < 200 || status >= 300) throw new Failure(status, body as RefusalBody | undefined);
    if (sending.startsSession) dropPendingSignOut();
    return body as AnswerOf<E>;
  }
}

/** Adds what every attempt at a call shares. A pending sign-out goes first; while it fails, the old session is not used. */
async function prepare<E extends Endpoint>(endpoint: E, sending: Sending<E>) {
  const signedOut = await settleSignOut();
  // One key for all attempts, so that a write whose answer was lost is not done twice.
  const key = endpoint.method === 'GET' || sending.once ? undefined : createKey();
  return {
    ...sending,
    headers: { ...sending.headers, ...(key && { 'idempotency-key': key }) },
    credentials: signedOut || sending.startsSession ? ('same-origin' as const) : ('omit' as const),
  };
}

/** Creates the name of one write. Over plain http a browser has no `randomUUID`. */
function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
