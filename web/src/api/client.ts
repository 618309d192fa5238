import type { AnswerOf, BodyInput, ClientEndpoint, ParamsOf, QueryInput } from '@dossard/contract/calls/endpoint.ts';
import type { RefusalBody } from '@dossard/contract/refusal.schema.ts';
import { attemptCall, type Request } from './attempt.ts';
import { Failure } from './failure.ts';
import { countUnauthorized, retryWait } from './policy.ts';

type Given<Name extends string, T> = keyof NonNullable<T> extends never ? { [K in Name]?: T } : { [K in Name]: T };
type Optional<Name extends string, T> = Partial<T> extends T ? { [K in Name]?: T } : { [K in Name]: T };

interface Way extends Pick<Request, 'file' | 'headers' | 'signal' | 'answersFile'> {
  /** One attempt only, whose 401 is not counted: for callers that retry themselves. */
  once?: boolean;
  /** The call starts a session, which replaces one that is still to be signed out. */
  startsSession?: true;
}

export type Sending<E extends ClientEndpoint> = Given<'params', ParamsOf<E>> &
  (QueryInput<E> extends undefined ? { query?: undefined } : Optional<'query', QueryInput<E>>) &
  (BodyInput<E> extends undefined ? { body?: undefined } : { body: BodyInput<E> }) &
  Way;

/** Session checks around each call; the client itself has no knowledge of a session. */
export interface CallGuard {
  /** Resolves to false while the session must not be used, because a sign-out has not reached the server. */
  maySendSession: () => Promise<boolean>;
  /** The headers that name who calls, where the cookies alone do not. */
  callerHeaders?: () => Record<string, string>;
  onSessionStarted: () => void;
  /** Called when the server has refused the session several times in a row. */
  onSessionRefused?: () => void;
}

let guard: CallGuard | undefined;
let unauthorized = 0;

/** Sets the session checks around each call. */
export function guardCalls(given: CallGuard): void {
  guard = given;
}

/** Calls an endpoint of the contract and returns its answer. Throws a `Failure`. */
export async function callApi<E extends ClientEndpoint>(endpoint: E, sending: Sending<E>): Promise<AnswerOf<E>> {
  const request = await prepare(endpoint, sending);
  for (let attempt = 0; ; attempt += 1) {
    const { status, body, retryAfterMs } = await attemptCall(endpoint, request);
    if (!sending.once) {
      const wait = retryWait({ status, attempt, retryAfterMs });
      if (wait !== undefined) {
        await sleep(wait);
        sending.signal?.throwIfAborted();
        continue;
      }
      noteFinalStatus(endpoint.name, status);
    }
    if (status < 200 || status >= 300) throw new Failure(status, body as RefusalBody | undefined);
    if (sending.startsSession) guard?.onSessionStarted();
    return body as AnswerOf<E>;
  }
}

/** Calls an endpoint that answers a file. Throws a `Failure`. */
export async function fetchFile<E extends ClientEndpoint>(endpoint: E, sending: Sending<E>): Promise<Blob> {
  const answer: unknown = await callApi(endpoint, { ...sending, answersFile: true });
  if (!(answer instanceof Blob)) throw new Error(`${endpoint.name} answered no file.`);
  return answer;
}

/** Adds what all attempts at a call share. A pending sign-out is sent first; until it succeeds, no cookie is sent. */
async function prepare<E extends ClientEndpoint>(endpoint: E, sending: Sending<E>) {
  const maySendSession = (await guard?.maySendSession()) ?? true;
  // One key for all attempts, so that a write whose answer was lost is not done twice.
  const key = endpoint.method === 'GET' || sending.once ? undefined : createKey();
  return {
    ...sending,
    headers: { ...guard?.callerHeaders?.(), ...sending.headers, ...(key && { 'idempotency-key': key }) },
    credentials: maySendSession || sending.startsSession ? ('same-origin' as const) : ('omit' as const),
  };
}

function noteFinalStatus(call: string, status: number): void {
  const { count, isOver } = countUnauthorized(unauthorized, { call, status });
  unauthorized = count;
  if (isOver) guard?.onSessionRefused?.();
}

/** Creates an idempotency key, or another unguessable name. Over plain http a browser has no `randomUUID`. */
export function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
