import { setTimeout } from 'node:timers/promises';
import { call } from '@dossard/testbed/product/product.ts';
import type { Bench } from './bench.ts';
import { type BenchEvent, makeField, submissionOf } from './events.ts';
import { type Figure, median, millisecondsOf } from './figure.ts';
import { slowestWrites } from './import.ts';

const competitions = 10;
const riders = 1_000;
const runsEach = 6;
const rounds = 7;
const starts = 5;
const readers = 8;
/** Idle time between the server's start and its first reader, in milliseconds. */
const idleMs = 3_000;

const standingsPath = (id: number) => `/series/${id}/standings/public?category=U13&gender=F`;

/** Creates events of 1,000 riders each, joined by licence in all of them. */
async function makeEvents(bench: Bench): Promise<BenchEvent[]> {
  const events: BenchEvent[] = [];
  for (let index = 0; index < competitions; index += 1) events.push(await makeField(bench, riders, runsEach, true));
  return events;
}

async function makeSeries(bench: Bench, events: readonly BenchEvent[]): Promise<number> {
  const { id } = await call<{ id: number }>(bench, 'POST', '/series', { name: 'Bench', season: '2027' });
  const competition_ids = events.map(({ competition_id }) => competition_id);
  await call(bench, 'PUT', `/series/${id}/competitions`, { competition_ids });
  await call(bench, 'PUT', `/series/${id}`, { is_public: true });
  return id;
}

/**
 * Measures from a run in the last competition until the first of 1,000 lines of standings can be read: a series of ten
 * competitions, divided by one of a single competition. All riders are joined by licence, so each line has ten results.
 */
export async function measureSeriesGrowth(bench: Bench): Promise<Figure> {
  const events = await makeEvents(bench);
  const [last] = events.slice(-1);
  if (!last) throw new Error('The series has no competition.');
  const whole = await makeSeries(bench, events);
  const single = await makeSeries(bench, [last]);
  const read = (id: number) => call(bench, 'GET', standingsPath(id));
  const cold = await millisecondsOf(() => read(whole));
  const times: { whole: number[]; single: number[]; kept: number[] } = { whole: [], single: [], kept: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const untilRead = (id: number, name: string) =>
      millisecondsOf(async () => {
        await call(bench, 'POST', '/run', submissionOf(last, `series-${name}-${id}-${round}`, round + 1));
        await read(id);
      });
    const wholeMs = await untilRead(whole, 'whole');
    const keptMs = await millisecondsOf(() => read(whole));
    const singleMs = await untilRead(single, 'single');
    if (round === 0) continue;
    times.whole.push(wholeMs);
    times.kept.push(keptMs);
    times.single.push(singleMs);
  }
  const [ten, one, kept] = [times.whole, times.single, times.kept].map(median);
  return {
    value: (ten ?? Number.NaN) / (one ?? Number.NaN),
    unit: 'ratio',
    reach: '≤ 10',
    note: `${ten?.toFixed(0)} ms with ten competitions, ${one?.toFixed(0)} ms with one; ${kept?.toFixed(0)} ms unchanged, ${cold.toFixed(0)} ms the first time`,
  };
}

/** Measures the first standings of ten competitions of 1,000 riders after a start and some idle seconds. */
export async function measureSeriesStart(bench: Bench): Promise<Figure> {
  const id = await makeSeries(bench, await makeEvents(bench));
  const times: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    await bench.restart();
    await setTimeout(idleMs);
    times.push(await millisecondsOf(() => call(bench, 'GET', standingsPath(id))));
  }
  return {
    value: median(times),
    unit: 'ms',
    reach: '≤ 300',
    note: `${times.map((ms) => ms.toFixed(0)).join(', ')} ms`,
  };
}

/**
 * Measures the p99 of POST /run while eight visitors read all standings of ten competitions of 1,000 riders, this one
 * among them, and their file, divided by the same at rest.
 */
export async function measureWriteDuringStandings(bench: Bench): Promise<Figure> {
  const events = await makeEvents(bench);
  const [last] = events.slice(-1);
  if (!last) throw new Error('The series has no competition.');
  const id = await makeSeries(bench, events);
  const times: { rest: number[]; busy: number[] } = { rest: [], busy: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const restMs = await slowestWrites(bench, last, `unread-${id}-${round}`);
    const over = new AbortController();
    const reading = Array.from({ length: readers }, async (_, reader) => {
      const path = reader % 2 === 0 ? 'public' : 'public.csv';
      while (!over.signal.aborted) await (await fetch(`${bench.url}/api/series/${id}/standings/${path}`)).arrayBuffer();
    });
    const busyMs = await slowestWrites(bench, last, `read-${id}-${round}`);
    over.abort();
    await Promise.all(reading);
    if (round === 0) continue;
    times.rest.push(restMs);
    times.busy.push(busyMs);
  }
  const [rest, busy] = [median(times.rest), median(times.busy)];
  return {
    value: busy / rest,
    unit: 'ratio',
    reach: '≤ 10',
    note: `p99 ${busy.toFixed(0)} ms, ${rest.toFixed(0)} ms at rest`,
  };
}
