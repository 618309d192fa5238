import { createEvent } from '../product/event.ts';
import { admin, call, freePort, type Product, signIn, startProduct } from '../product/product.ts';
import type { Target } from './attack.ts';

const referees = 4;
const metricsToken = 'only-for-the-attacks';

/**
 * Starts a product to attack. Behind a proxy, which the attackers pretend to be, it counts attempts; otherwise it
 * counts none, as if each came from another address.
 */
export async function startTargeted(throughProxy: boolean, environment: Record<string, string> = {}): Promise<Product> {
  return startProduct({
    ...environment,
    HTTPS: 'on',
    HTTPS_PORT: String(await freePort()),
    METRICS_TOKEN: metricsToken,
    ...(throughProxy && { RATE_LIMIT: 'on', TRUST_PROXY: '1' }),
  });
}

/** Creates a public competition with riders, a public series with it, an organiser on a known device, and referees. */
export async function createTarget({ url, port, securePort }: Product, riders: number): Promise<Target> {
  const signedIn = await fetch(`${url}/api/login`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const [session = '', device = ''] = ['session', 'device'].map((name) =>
    cookies.find((one) => one.startsWith(`${name}=`)),
  );
  const organiser = { url, cookie: session };
  const { competition_id: competitionId, zone_id: zoneId } = await createEvent(organiser, riders);
  await call(organiser, 'PUT', '/competition/visibility', { competition_id: competitionId, is_public: true });
  const { id: seriesId } = await call<{ id: number }>(organiser, 'POST', '/series', {
    name: 'Trophée',
    season: '2027',
  });
  await call(organiser, 'PUT', `/series/${seriesId}/competitions`, { competition_ids: [competitionId] });
  await call(organiser, 'PUT', `/series/${seriesId}`, { is_public: true });
  const { token } = await call<{ token: string }>(organiser, 'GET', `/competition/${competitionId}/referee/invitation`);
  const page = await (await fetch(`${url}/`)).text();
  return {
    ...{ port, securePort, competitionId, zoneId, riders, seriesId },
    files: [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? ''),
    referees: await Promise.all(
      Array.from({ length: referees }, (_, index) => makeReferee(url, token, competitionId, index)),
    ),
    organiser: { ...admin, session, device },
  };
}

async function makeReferee(url: string, token: string, competitionId: number, index: number): Promise<string> {
  const account = { email: `referee-${competitionId}-${index}@dossard.test`, password: 'Trial-2027' };
  await call({ url, cookie: '' }, 'POST', '/invitation/accept-unauthenticated', {
    ...account,
    ...{ token, first_name: 'Camille', last_name: 'Exemple' },
  });
  return signIn(url, account);
}

/** Names of the server's counters that must be 0 when there is no request. */
const counters = [
  'dossard_open_streams',
  'dossard_requests_under_way',
  'dossard_visitors_under_way',
  'dossard_requests_unfinished',
  'dossard_hashes_under_way',
];
/**
 * Timeout for the counters, in milliseconds: the server waits 15 s for an incomplete head, and finishes queued hashing.
 */
const settleMs = 60_000;

/** Reads values of the server's metrics, by name. */
async function readMetrics<Name extends string>(url: string, names: readonly Name[]): Promise<Record<Name, number>> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const text = await answer.text();
  const values = names.map((name) => [name, Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])]);
  return Object.fromEntries(values);
}

/** Reads the memory of the server's process, in megabytes. */
export async function readMemory(url: string): Promise<number> {
  const { process_resident_memory_bytes: bytes } = await readMetrics(url, ['process_resident_memory_bytes']);
  return Math.round(bytes / 1024 / 1024);
}

/** Waits until every counter is 0; returns those that are not in time. */
export async function readCountersLeft(url: string): Promise<Record<string, number>> {
  const end = Date.now() + settleMs;
  for (;;) {
    const values = Object.entries(await readMetrics(url, counters));
    const left = values.filter(([, value]) => value !== 0);
    if (left.length === 0 || Date.now() > end) return Object.fromEntries(left);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
