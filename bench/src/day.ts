import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, startProduct } from '@dossard/testbed/product/product.ts';
import pg from 'pg';
import type { Bench } from './bench.ts';
import { makeField, rankingPath, submissionOf } from './events.ts';
import { openCrowd, residentKilobytes } from './fanout.ts';
import { type Figure, median, millisecondsOf } from './figure.ts';
import { requestsPerSecond } from './load.ts';

/* What a day costs the machine that serves it, so that a host can be chosen. */

/** V8 gives back what an idle server no longer uses within a minute; after ten seconds nothing is given back yet. */
const settleMs = 60_000;

/**
 * Measures the server's resident memory after a day of 5,000 runs, each told to 10,000 spectators' streams, a minute
 * after they have left, divided by its memory a minute after its start.
 */
export async function measureDayMemory(bench: Bench): Promise<Figure> {
  const event = await makeField(bench, 200, 0);
  await bench.restart();
  await call(bench, 'GET', rankingPath(event.competition_id));
  await sleep(settleMs);
  const before = await residentKilobytes(bench.pid());
  const crowd = await openCrowd(`${bench.url}/api/competitions/${event.competition_id}/live`, 10_000);
  for (const socket of crowd.sockets) socket.resume();
  await recordRuns(bench, event, 200, 5_000);
  const during = await residentKilobytes(bench.pid());
  for (const socket of crowd.sockets) socket.destroy();
  await sleep(settleMs);
  const after = await residentKilobytes(bench.pid());
  return {
    value: after / before,
    unit: 'ratio',
    reach: '≤ 1.2',
    note: `${[before, during, after].map((kilobytes) => Math.round(kilobytes / 1024)).join(', ')} MB before, during and after`,
  };
}

const recordRuns = (bench: Bench, event: Awaited<ReturnType<typeof makeField>>, riders: number, amount: number) =>
  requestsPerSecond(`${bench.url}/api/run`, {
    ...{ connections: 12, amount, method: 'POST', status: 201 },
    headers: { cookie: bench.cookie, 'content-type': 'application/json' },
    body: (index) => JSON.stringify(submissionOf(event, `day-${event.competition_id}-${index}`, 1 + (index % riders))),
  });

const year = 40;
const starts = 5;

/**
 * Measures from a killed server until the next process serves, with a year of forty competitions of 150 riders and
 * 1,800 runs each, divided by the same with an empty database; both databases are running.
 */
export async function measureColdStart(bench: Bench): Promise<Figure> {
  for (let index = 0; index < year; index += 1) await makeField(bench, 150, 12);
  const empty = await startProduct();
  const times: { year: number[]; empty: number[] } = { year: [], empty: [] };
  try {
    for (let start = 0; start <= starts; start += 1) {
      const emptyMs = await millisecondsOf(async () => {
        await empty.kill();
        await empty.restart();
      });
      const yearMs = await millisecondsOf(bench.restart);
      if (start === 0) continue;
      times.empty.push(emptyMs);
      times.year.push(yearMs);
    }
  } finally {
    await empty.stop();
  }
  const [full, none] = [median(times.year), median(times.empty)];
  return {
    value: full / none,
    unit: 'ratio',
    reach: '≤ 2',
    note: `${Math.round(full)} ms with ${year} competitions, ${Math.round(none)} ms empty`,
  };
}

const riders = 150;
const laps = 12;
const spectators = 500;
/** Of ten groups, a spectator watches one. */
const groups = 10;

/**
 * Measures the price of a competition of 150 riders, 12 judges and 500 spectators: processor seconds of server and
 * database for 1,800 runs, each read by the fifty spectators who watch its group.
 */
export async function measurePrice(bench: Bench): Promise<Figure> {
  const event = await makeField(bench, riders, 0);
  const crowd = await openCrowd(`${bench.url}/api/competitions/${event.competition_id}/live`, spectators);
  let streamed = 0;
  for (const socket of crowd.sockets) socket.on('data', (bytes) => (streamed += bytes.length));
  const [cpu, stored] = [await processorSeconds(bench.dataDir, bench.pid()), await databaseBytes(bench)];
  let read = 0;
  for (let run = 0; run < riders * laps; run += 1) {
    await call(bench, 'POST', '/run', submissionOf(event, `price-${run}`, 1 + (run % riders)));
    const answers = Array.from({ length: spectators / groups }, () => bytesOf(bench.url, event.competition_id));
    for (const bytes of await Promise.all(answers)) read += bytes;
  }
  const seconds = (await processorSeconds(bench.dataDir, bench.pid())) - cpu;
  const grown = (await databaseBytes(bench)) - stored;
  for (const socket of crowd.sockets) socket.destroy();
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  return {
    value: seconds,
    unit: 's',
    reach: 'report',
    note: `processor; ${megabytes(read)} of rankings and ${megabytes(streamed)} of streams sent, ${megabytes(grown)} stored`,
  };
}

/** Reads a ranking like a browser, and returns the bytes of its body as they are sent. */
async function bytesOf(url: string, competitionId: number): Promise<number> {
  const answer = await fetch(`${url}/api${rankingPath(competitionId)}`, { headers: { 'accept-encoding': 'gzip' } });
  await answer.arrayBuffer();
  return Number(answer.headers.get('content-length'));
}

/** Processor seconds of the server's process and of all that work in its folder, which are those of its database. */
async function processorSeconds(dataDir: string, pid: number): Promise<number> {
  let ticks = 0;
  for (const name of (await readdir('/proc')).filter((one) => /^\d+$/.test(one))) {
    const cwd = await readlink(join('/proc', name, 'cwd')).catch(() => '');
    if (Number(name) !== pid && !cwd.startsWith(dataDir)) continue;
    const stat = await readFile(join('/proc', name, 'stat'), 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Those of processes that have ended are with their parent: user, system, and both of children.
    ticks += [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
  }
  return ticks / 100;
}

async function databaseBytes({ databaseUrl }: Bench): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  await client.end();
  return Number(rows[0]?.bytes);
}
