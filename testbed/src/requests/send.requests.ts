import fc from 'fast-check';
import { admin, type Product } from '../product/product.ts';
import {
  type DescribedRequest,
  type Description,
  listOperations,
  type Operation,
  requestsOf,
} from './described.requests.ts';

/** Calls that would delete what the others need, or never end. */
const leftOut = ['resetSystem', 'deleteAccount', 'logout', 'streamRankings', 'streamLinkedSpeaker'];
/** Timeout of an answer, in milliseconds. */
const patienceMs = 30_000;
const atOnce = 4;
/** One sign-in is sent for this many requests; its duration is the reference for the others. */
const requestsPerSignIn = 50;

interface Counted {
  sent: number;
  operations: number;
  /** Number of answers by class of status: 2, 4, 5. */
  answers: Record<string, number>;
  /** Requests answered with a 5xx or a status that is not described, or not at all. */
  failures: (DescribedRequest & { status: number })[];
}

export interface SentReport extends Counted {
  /** The 90th percentile of the sign-ins that were sent among the requests, in milliseconds. */
  sign_in_ms: number;
  /** The slowest answers, each of another operation; `times` is the duration as a multiple of `sign_in_ms`. */
  slowest: { operation: string; status: number; ms: number; times: number }[];
}

/** An answer with its duration until the last byte in milliseconds; status 0 without an answer. */
interface Timed {
  status: number;
  ms: number;
}

async function call(
  url: string,
  { method, path, headers, body }: Omit<DescribedRequest, 'operation'>,
): Promise<Response> {
  return fetch(`${url}${path}`, {
    ...{ method, headers, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) },
    ...(body !== undefined && { body }),
  });
}

async function time(url: string, request: Omit<DescribedRequest, 'operation'>): Promise<Timed> {
  const start = performance.now();
  try {
    const answer = await call(url, request);
    await answer.arrayBuffer();
    return { status: answer.status, ms: performance.now() - start };
  } catch {
    return { status: 0, ms: performance.now() - start };
  }
}

/** A sign-in that hashes a password but creates no session: an unknown address takes as long as a known one (S4). */
const signInRequest = {
  ...{ method: 'PUT', path: '/api/login', headers: { 'content-type': 'application/json' } },
  body: JSON.stringify({ email: 'nobody@dossard.test', password: admin.password }),
};

/** Signs in, and creates a competition for the requests. */
async function prepare({ url }: Product): Promise<{ cookie: string; ids: Record<string, number | string> }> {
  const json = { 'content-type': 'application/json' };
  const signed = await call(url, { method: 'PUT', path: '/api/login', headers: json, body: JSON.stringify(admin) });
  const cookie = (signed.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  const post = async (path: string, body: object) => {
    const answer = await call(url, { method: 'POST', path, headers: { ...json, cookie }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { id: number; graduations: { id: number }[] };
  };
  const place = { date: '2027-06-12', location: 'Pommiers', organizer: 'Vélo Club Fictif', contact: 'c@dossard.test' };
  const { id } = await post('/api/competition', { name: 'Trial décrit', ...place });
  const points = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
  const zone = await post(`/api/competition/${id}/zone`, {
    name: 'Les Dalles',
    graduations: [{ category: 'U13', gender: 'F', ...points }],
  });
  const rider = { category: 'U13', gender: 'F', first_name: 'Zoé', last_name: 'Exemple' };
  await post('/api/participant', { competition_id: id, dossard_number: 1, ...rider });
  const ids = {
    id,
    zoneId: zone.id,
    graduationId: zone.graduations[0]?.id ?? 1,
    dossard: 1,
    category: 'U13',
    gender: 'F',
  };
  return { cookie, ids: { ...ids, revision: 1, entry: 1 } };
}

/** Sends requests generated from the product's own description and a seed: as a super administrator, and signed out. */
export async function sendDescribed(product: Product, count: number, seed: number): Promise<SentReport> {
  const { cookie, ids } = await prepare(product);
  const description = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as Description;
  const operations = listOperations(description).filter(({ operationId }) => !leftOut.includes(operationId));
  const each = Math.ceil(count / operations.length);
  const waiting = operations.flatMap((operation, at) =>
    fc
      .sample(requestsOf(operation, ids), { seed: seed + at, numRuns: each })
      .map((request) => ({ operation, request })),
  );
  // Shuffled, so that calls meet the changes of others.
  const mixed =
    fc.sample(fc.shuffledSubarray(waiting, { minLength: waiting.length }), { seed, numRuns: 1 })[0] ?? waiting;
  const report: Counted = { sent: 0, operations: operations.length, answers: {}, failures: [] };
  const slowest = new Map<string, Timed>();
  const signIns: number[] = [];
  const send = async ({ operation, request }: { operation: Operation; request: DescribedRequest }) => {
    const isSignedIn = report.sent % 5 !== 0;
    const hasSignIn = report.sent % requestsPerSignIn === 0;
    report.sent += 1;
    const headers = { ...request.headers, ...(isSignedIn && { cookie }) };
    const answer = await time(product.url, { ...request, headers });
    const { status, ms } = answer;
    if (ms > (slowest.get(operation.operationId)?.ms ?? 0)) slowest.set(operation.operationId, answer);
    const hundred = String(Math.floor(status / 100));
    report.answers[hundred] = (report.answers[hundred] ?? 0) + 1;
    const isDescribed = String(status) in operation.responses || status === 304;
    if (status >= 500 || status === 0 || !isDescribed) report.failures.push({ ...request, status });
    if (hasSignIn) signIns.push((await time(product.url, signInRequest)).ms);
  };
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = mixed.pop(); next; next = mixed.pop()) await send(next);
    }),
  );
  const sign_in_ms = percentile(signIns, 0.9);
  return { ...report, sign_in_ms: Math.round(sign_in_ms), slowest: rankSlowest(slowest, sign_in_ms) };
}

/** Returns the value below which `part` of all values are; 0 without values. */
function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Lists the five operations with the slowest answers, the slowest first. */
function rankSlowest(slowest: ReadonlyMap<string, Timed>, signInMs: number): SentReport['slowest'] {
  return [...slowest]
    .map(([operation, { status, ms }]) => ({
      operation,
      status,
      ms: Math.round(ms),
      times: Math.round((10 * ms) / signInMs) / 10,
    }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, 5);
}
