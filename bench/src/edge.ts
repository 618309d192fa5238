import { call, signIn, startProduct } from '@dossard/testbed/product/product.ts';
import type { Bench } from './bench.ts';
import { makeField, rankingPath, submissionOf } from './events.ts';
import { openCrowd } from './fanout.ts';
import type { Figure } from './figure.ts';
import { openReaders, type Readers } from './readers.ts';
import { freePort, hasVarnish, startVarnish } from './varnish.ts';

/*
 * 10,000 spectators behind a shared cache: the requests that reach the server, and the age of the ranking that
 * spectators get.
 */

const streaming = 5_000;
const polling = 5_000;
/** Poll interval of spectators without a stream, and the time over which those with one read after an event, in ms. */
const pollMs = 5_000;
const spreadMs = 500;
/** Duration of the measurement, and interval between runs, in milliseconds. */
const lengthMs = 30_000;
const runEveryMs = 1_500;
/** How long the server is down, in milliseconds. */
const awayMs = 60_000;
const riders = 120;
const metricsToken = 'edge-measurement-0123456789';

interface Measured {
  originPerSecond: number;
  readsPerSecond: number;
  runs: number;
  /** Seconds from a commit to the last answer without it. */
  staleness: number;
  /** Seconds from the answer to the click that made a competition private to the last public answer. */
  privateAfter: number;
  /** Page requests while the server was down, the number answered, and the age of the last answer in seconds. */
  away: { asked: number; served: number; age: number };
}

/** Shared by both figures, which come from one measurement. */
let measuring: Promise<Measured> | undefined;
const absent: Figure = {
  value: Number.NaN,
  unit: '1/s',
  reach: 'Varnish',
  note: 'not measured: Varnish is not installed (apt-get install varnish)',
};

/**
 * Measures requests a second that reach the server, besides streams, while 5,000 poll and 5,000 follow streams through
 * the cache.
 */
export async function measureEdgeRequests(): Promise<Figure> {
  if (!hasVarnish()) return absent;
  measuring ??= measure();
  const { originPerSecond, readsPerSecond, runs } = await measuring;
  const note = `${Math.round(readsPerSecond)} reads/s by ${polling} who poll and ${streaming} with streams, ${runs} runs`;
  return { value: originPerSecond, unit: '1/s', reach: '≤ 20', note };
}

/** Measures the age of the oldest ranking that one of them got, in seconds after the commit of the next one. */
export async function measureEdgeStaleness(): Promise<Figure> {
  if (!hasVarnish()) return { ...absent, unit: 's' };
  measuring ??= measure();
  const { staleness, privateAfter, away } = await measuring;
  const gone = `private ${privateAfter.toFixed(2)} s after the click`;
  const served = `${away.served} of ${away.asked} pages in ${awayMs / 1000} s without the server, the last ${away.age} s old`;
  return { value: staleness, unit: 's', reach: '≤ 2', note: `${gone}; ${served}` };
}

async function measure(): Promise<Measured> {
  const port = await freePort();
  const edgeUrl = `http://127.0.0.1:${port}`;
  // A separate product, which is configured for the cache and can be killed.
  const product = await startProduct({
    EDGE_URL: edgeUrl,
    TRUST_PROXY: 'on',
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: 'error',
  });
  const origin: Bench = {
    url: product.url,
    cookie: await signIn(product.url),
    databaseUrl: await product.databaseUrl(),
    dataDir: product.dataDir,
    pid: () => product.server().pid ?? 0,
    async restart() {
      await product.kill();
      await product.restart();
    },
  };
  const edge = await startVarnish(port, product.port);
  try {
    const event = await makeField(origin, riders, 0);
    const crowdFigures = await measureCrowd(origin, edge.url, event);
    const page = `${edge.url}/public/competitions/${event.competition_id}/live-ranking`;
    await fetch(page);
    await product.kill();
    const away = await readWhileAway(page);
    await product.restart();
    const privateAfter = await measurePrivate(origin, page, event.competition_id);
    return { ...crowdFigures, away, privateAfter };
  } finally {
    await edge.stop();
    await product.stop();
  }
}

type Event = Awaited<ReturnType<typeof makeField>>;

async function measureCrowd(origin: Bench, edgeUrl: string, event: Event) {
  const path = `/api${rankingPath(event.competition_id)}`;
  const page = `/public/competitions/${event.competition_id}/live-ranking`;
  /** When each version was committed, as measured by its writer. */
  const commits = new Map<number, number>();
  let staleness = 0;
  const crowd = await openCrowd(`${edgeUrl}/api/competitions/${event.competition_id}/live`, streaming);
  const readers = openReaders(edgeUrl, (version, at) => {
    // The oldest commit that this answer does not include.
    for (const [committed, time] of commits)
      if (committed > version) staleness = Math.max(staleness, (at - time) / 1000);
  });
  for (const [index, socket] of crowd.sockets.entries())
    socket.on('data', (bytes) =>
      followEvent(bytes, (version) => readSoon(readers, `${path}&version=${version}`, index)),
    );
  const pollers = setInterval(() => pollSome(readers, path, page), pollMs / 50);
  // Now the caches are warm, and every poller has polled once.
  await sleep(pollMs);
  const before = await countRequests(origin.url);
  const readBefore = readers.answered();
  const start = performance.now();
  let own = 0;
  for (let run = 1; performance.now() - start < lengthMs; run += 1) {
    await call(origin, 'POST', '/run', submissionOf(event, `edge-${run}`, run));
    const committed = performance.now();
    const now = await fetch(`${origin.url}/api${rankingPath(event.competition_id)}`);
    own += 2;
    const { version } = (await now.json()) as { version: number };
    commits.set(version, committed);
    if (commits.size > 10) commits.delete([...commits.keys()][0] ?? 0);
    // Not synchronised with the expiry every second.
    await sleep(runEveryMs + ((run * 379) % 1_000));
  }
  const seconds = (performance.now() - start) / 1000;
  const originPerSecond = ((await countRequests(origin.url)) - before - own - 1) / seconds;
  const readsPerSecond = (readers.answered() - readBefore) / seconds;
  clearInterval(pollers);
  for (const socket of crowd.sockets) socket.destroy();
  readers.close();
  return { originPerSecond, readsPerSecond, runs: own / 2, staleness };
}

/** Polls for a fiftieth of the pollers; one in ten is a new spectator, who reads the page. */
function pollSome(readers: Readers, path: string, page: string): void {
  for (let index = 0; index < polling / 50; index += 1) readers.read(index % 10 === 0 ? page : path);
}

function followEvent(bytes: Buffer, onVersion: (version: number) => void): void {
  const text = bytes.toString('latin1');
  const at = text.lastIndexOf('\nid: ');
  if (text.includes('event: ranking') && at >= 0) onVersion(Number.parseInt(text.slice(at + 5), 10));
}

function readSoon(readers: Readers, path: string, index: number): void {
  setTimeout(() => readers.read(path), (index * 7919) % spreadMs);
}

/** Counts the requests that the server has answered so far, including those that shared an answer. */
async function countRequests(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text();
  if (!text.includes('dossard_request_seconds_count')) throw new Error('The server tells of no requests.');
  const lines = text.matchAll(/^(?:dossard_request_seconds_count|dossard_crowd_answers_total)(?:\{[^}]*\})? (\S+)$/gm);
  return [...lines].reduce((sum, [, value]) => sum + Number(value), 0);
}

async function readWhileAway(page: string): Promise<Measured['away']> {
  const away = { asked: 0, served: 0, age: 0 };
  const start = performance.now();
  while (performance.now() - start < awayMs) {
    const answer = await fetch(page);
    away.asked += 1;
    if (answer.ok && (await answer.text()).includes('Exemple')) away.served += 1;
    away.age = Number(answer.headers.get('age'));
    await sleep(1_000);
  }
  return away;
}

async function measurePrivate(origin: Bench, page: string, id: number): Promise<number> {
  // Refreshes the cached pages, and keeps requesting them.
  await sleep(3_000);
  await fetch(page);
  await call(origin, 'PUT', '/competition/visibility', { competition_id: id, is_public: false });
  const answered = performance.now();
  let last = 0;
  while (performance.now() - answered < 3_000) {
    const { status } = await fetch(page);
    if (status === 200) last = performance.now() - answered;
    await sleep(20);
  }
  return last / 1000;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
