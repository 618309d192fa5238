import type { AnswerOf, BodyInput, Endpoint, ParamsOf, QueryInput } from '@dossard/contract/endpoint.ts';
import type { RefusalBody } from '@dossard/contract/refusals/refusal.schema.ts';
import { getLocale } from '../paraglide/runtime.js';
import { happened } from '../session/session.keeper.ts';
import { timeoutMs } from '../session/session.machine.ts';
import { Failure } from './failure.ts';

type Given<Name extends string, T> = keyof NonNullable<T> extends never ? { [K in Name]?: T } : { [K in Name]: T };
type Optional<Name extends string, T> = Partial<T> extends T ? { [K in Name]?: T } : { [K in Name]: T };

export type Sending<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  (QueryInput<E> extends undefined ? { query?: undefined } : Optional<'query', QueryInput<E>>) &
  (BodyInput<E> extends undefined ? { body?: undefined } : { body: BodyInput<E> }) & {
    file?: File;
    headers?: Record<string, string>;
    signal?: AbortSignal;
    /** One attempt only, and no part in counting 401s: for callers with attempts of their own (api, "Retries"). */
    once?: boolean;
  };

/** Calls an endpoint of the contract and returns its answer. Throws a `Failure`. */
export async function callApi<E extends Endpoint>(endpoint: E, sending: Sending<E>): Promise<AnswerOf<E>> {
  // The same for all attempts, so that a write whose answer was lost is not done twice (api, "Retries").
  const key = endpoint.method === 'GET' || sending.once ? undefined : newKey();
  for (let attempt = 0; ; attempt += 1) {
    const answer = await attemptCall(endpoint, sending, key);
    const { status, retryAfterMs } = answer;
    if (!sending.once) {
      const path = window.location.pathname;
      const decision = happened({ type: 'answered', call: endpoint.name, status, attempt, retryAfterMs, path });
      if (decision.do === 'retry') {
        await sleep(decision.afterMs);
        sending.signal?.throwIfAborted();
        continue;
      }
    }
    if (answer.status >= 200 && answer.status < 300) return answer.body as AnswerOf<E>;
    throw new Failure(answer.status, answer.body as RefusalBody | undefined);
  }
}

/** A name for one write. Over plain http a browser has no `randomUUID`. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Attempt {
  /** HTTP status; 0 when no answer came. */
  status: number;
  body: unknown;
  retryAfterMs: number;
}

async function attemptCall<E extends Endpoint>(
  endpoint: E,
  sending: Sending<E>,
  key: string | undefined,
): Promise<Attempt> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timeout = setTimeout(end, timeoutMs);
  sending.signal?.addEventListener('abort', end);
  try {
    const response = await fetch(addressOf(endpoint, sending), {
      method: endpoint.method,
      credentials: 'same-origin',
      signal: ending.signal,
      ...contentOf(sending, key),
    });
    if (response.headers.get('x-token-refreshed') === 'true') console.log('session prolonged');
    return {
      status: response.status,
      body: await readBody(response),
      retryAfterMs: Number(response.headers.get('retry-after') ?? 0) * 1000 || 0,
    };
  } catch (error) {
    if (sending.signal?.aborted) throw error;
    return { status: 0, body: undefined, retryAfterMs: 0 };
  } finally {
    clearTimeout(timeout);
    sending.signal?.removeEventListener('abort', end);
  }
}

/** JSON, a file, or nothing. */
async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type');
  if (type?.includes('json')) return response.json();
  return type && response.ok ? response.blob() : undefined;
}

function addressOf(endpoint: Endpoint, sending: { params?: unknown; query?: unknown }): string {
  const params = (sending.params ?? {}) as Record<string, string | number>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(sending.query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`;
}

function contentOf(
  { body, file, headers: more }: { body?: unknown; file?: File; headers?: Record<string, string> },
  key: string | undefined,
): RequestInit {
  const headers: Record<string, string> = {
    ...more,
    'accept-language': getLocale(),
    ...(key && { 'idempotency-key': key }),
  };
  if (file) {
    const form = new FormData();
    form.set('file', file);
    return { headers, body: form };
  }
  if (body === undefined) return { headers };
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
