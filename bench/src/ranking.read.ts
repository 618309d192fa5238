import { startBare } from './bare.process.ts';
import type { BareAnswer } from './bare.server.ts';
import type { Bench } from './bench.ts';
import { makeField, rankingPath } from './events.ts';
import { type Figure, median } from './figure.ts';
import { requestsPerSecond } from './load.ts';

const riders = 120;
const connections = 50;
const rounds = 5;
const secondsPerRound = 3;

/**
 * Measures the public ranking with 50 concurrent readers, divided by a bare route that sends the same bytes with the
 * same headers.
 */
export const measureRankingRead = (bench: Bench) => measureReads(bench, apiPath, false);

/** Measures the same for readers with a current ETag, divided by a bare 304. */
export const measureRankingNotModified = (bench: Bench) => measureReads(bench, apiPath, true);

const apiPath = (competitionId: number) => `/api${rankingPath(competitionId)}`;

/** Measures reads of a competition with 50 concurrent readers, divided by a bare route that sends the same. */
export async function measureReads(
  bench: Bench,
  pathOf: (competitionId: number) => string,
  held: boolean,
): Promise<Figure> {
  const event = await makeField(bench, riders, 1);
  const path = pathOf(event.competition_id);
  const url = bench.url + path;
  const etag = (await fetch(url)).headers.get('etag') ?? '';
  const headers: Record<string, string> = held ? { 'if-none-match': etag } : {};
  const answer = await fetch(url, { headers });
  const given: BareAnswer = {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !setByNode.has(name))),
    body: await answer.text(),
  };
  const bare = await startBare('bare.server.ts', { BARE_ANSWER: JSON.stringify(given) });
  const load = { connections, seconds: secondsPerRound, headers, status: held ? 304 : 200 };
  const product: number[] = [];
  const bareSide: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const read = await requestsPerSecond(url, load);
    const sent = await requestsPerSecond(bare.url + path, load);
    if (round === 0) continue;
    product.push(read);
    bareSide.push(sent);
  }
  bare.process.kill();
  return {
    value: median(product) / median(bareSide),
    unit: 'ratio',
    reach: '≥ 0.80',
    note: `${Math.round(median(product))} answers/s, ${Math.round(median(bareSide))}/s bare`,
  };
}

/** Headers that Node's server sets itself. */
const setByNode = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']);
