import fc from 'fast-check';
import { admin, type Product } from '../product/product.ts';
import {
  type DescribedRequest,
  type Description,
  listOperations,
  type Operation,
  requestsOf,
} from './described.requests.ts';

/** Calls that would end what the others need, or never end. */
const leftOut = ['resetSystem', 'deleteAccount', 'logout', 'streamRankings', 'streamLinkedSpeaker'];
/** How long one answer may take before it counts as none, in milliseconds. */
const patienceMs = 30_000;
const atOnce = 4;

export interface SentReport {
  sent: number;
  operations: number;
  /** How many answers there were of each hundred: 2, 4, 5. */
  answers: Record<string, number>;
  /** Requests that were answered 5xx or not at all, or with a status that the description does not have. */
  failures: (DescribedRequest & { status: number })[];
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

/** Signs in, and makes a competition for the requests to be about. */
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

/** Sends requests made from the product's own description, from a seed: by a super administrator, and by nobody. */
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
  // Mixed, so that calls meet what others have changed.
  const mixed =
    fc.sample(fc.shuffledSubarray(waiting, { minLength: waiting.length }), { seed, numRuns: 1 })[0] ?? waiting;
  const report: SentReport = { sent: 0, operations: operations.length, answers: {}, failures: [] };
  const send = async ({ operation, request }: { operation: Operation; request: DescribedRequest }) => {
    const isSignedIn = report.sent % 5 !== 0;
    report.sent += 1;
    const headers = { ...request.headers, ...(isSignedIn && { cookie }) };
    const answer = await call(product.url, { ...request, headers }).catch(() => undefined);
    await answer?.body?.cancel();
    const status = answer?.status ?? 0;
    const hundred = String(Math.floor(status / 100));
    report.answers[hundred] = (report.answers[hundred] ?? 0) + 1;
    const isDescribed = String(status) in operation.responses || status === 304;
    if (status >= 500 || status === 0 || !isDescribed) report.failures.push({ ...request, status });
  };
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = mixed.pop(); next; next = mixed.pop()) await send(next);
    }),
  );
  return report;
}
