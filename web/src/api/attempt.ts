import type { ClientEndpoint } from '@dossard/contract/calls/endpoint.ts';
import { getLocale } from '@dossard/contract/language/locale.ts';
import { abortAfter } from '../device/time.limit.ts';

/* One HTTP attempt at a call, without retries and without any knowledge of a session. */

/** How long a request may take, in milliseconds. */
const timeoutMs = 30_000;

export interface Request {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  file?: File;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** `omit` sends the request without the session cookie. */
  credentials?: 'same-origin' | 'omit';
  /** The call answers a file instead of JSON. */
  answersFile?: true;
}

export interface Attempt {
  /** HTTP status; 0 when no answer arrived, or when it was not the server's. */
  status: number;
  body: unknown;
  retryAfterMs: number;
}

let send: (address: string, init: RequestInit) => Promise<Response> = (address, init) => fetch(address, init);

/** Sends requests in another way than by the browser, on the server. */
export function sendBy(given: typeof send): void {
  send = given;
}

const noAnswer: Attempt = { status: 0, body: undefined, retryAfterMs: 0 };

/** Sends a request once. Throws only when the caller's signal aborts it. */
export async function attemptCall(endpoint: ClientEndpoint, request: Request): Promise<Attempt> {
  const attempt = async (signal: AbortSignal): Promise<Attempt> => {
    const response = await send(addressOf(endpoint, request), {
      method: endpoint.method,
      credentials: request.credentials ?? 'same-origin',
      signal,
      ...contentOf(request),
    });
    if (response.headers.get('x-token-refreshed') === 'true') console.log('session prolonged');
    const body = await readBody(response);
    request.signal?.throwIfAborted();
    const { status } = response;
    if (response.ok && !isServersAnswer(endpoint, request, status, body)) return noAnswer;
    return { status, body, retryAfterMs: Number(response.headers.get('retry-after')) * 1000 || 0 };
  };
  try {
    return await abortAfter(timeoutMs, attempt, request.signal);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    return noAnswer;
  }
}

/**
 * Checks that a success comes from the server. A captive portal or a proxy may answer 200 with its own page, and a
 * write that is wrongly taken for done would be lost, so the answer to a write must match the endpoint's schema.
 */
function isServersAnswer(endpoint: ClientEndpoint, request: Request, status: number, body: unknown): boolean {
  if (request.answersFile) return !(body instanceof Blob && body.type.startsWith('text/html'));
  if (endpoint.method === 'GET') return typeof body === 'object' && body !== null && !(body instanceof Blob);
  return endpoint.answer ? endpoint.answer.safeParse(body).success : status === 204;
}

/** Reads JSON or a file; undefined for an empty body and for truncated JSON, where the status is enough. */
async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type');
  try {
    if (type?.includes('json')) return await response.json();
    return type && response.ok ? await response.blob() : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the address of a call, also for links to files. */
export function addressOf(endpoint: ClientEndpoint, request: Pick<Request, 'params' | 'query'>): string {
  const params = (request.params ?? {}) as Record<string, string | number>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) values.set(name, String(value));
  }
  const search = String(values);
  return `/api${path}${search && `?${search}`}`;
}

function contentOf({ body, file, headers: more }: Request): RequestInit {
  const headers: Record<string, string> = { ...more, 'accept-language': getLocale() };
  if (file) {
    const form = new FormData();
    form.set('file', file);
    if (body !== undefined) form.set('options', JSON.stringify(body));
    return { headers, body: form };
  }
  if (body === undefined) return { headers };
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
