import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createEvent } from '@dossard/testbed/product/event.ts';
import { root, signIn, startProduct } from '@dossard/testbed/product/product.ts';
import type { Bench } from './bench.ts';
import { type BenchEvent, submissionOf } from './events.ts';
import { type Figure, median } from './figure.ts';
import { requestsPerSecond } from './load.ts';

/* Runs recorded per second as the number of concurrent competitions, processes and machines grows. */

const referees = 16;
const riders = 100;
const runsPerRound = 2_000;
const rounds = 5;

type Session = Pick<Bench, 'url' | 'cookie'>;

async function makeEvents(session: Session, count: number): Promise<BenchEvent[]> {
  const events: BenchEvent[] = [];
  for (let index = 0; index < count; index += 1) events.push(await createEvent(session, riders));
  return events;
}

let sent = 0;

/** Returns the runs a second that `connections` referees record, each next run in another competition. */
function record(
  { url, cookie }: Session,
  events: readonly BenchEvent[],
  connections = referees,
  amount = runsPerRound,
) {
  return requestsPerSecond(`${url}/api/run`, {
    ...{ connections, amount, method: 'POST', status: 201 },
    headers: { cookie, 'content-type': 'application/json' },
    body: (index) => {
      sent += 1;
      const event = events[index % events.length] as BenchEvent;
      return JSON.stringify(submissionOf(event, `growth-${sent}`, 1 + (Math.floor(index / events.length) % riders)));
    },
  });
}

/**
 * Measures POST /run by 16 referees in a hundred concurrent competitions, divided by one competition; also prints ten.
 */
export async function measureRunsByEvents(bench: Bench): Promise<Figure> {
  const events = await makeEvents(bench, 100);
  const sizes = [1, 10, 100];
  const measured = sizes.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, size] of sizes.entries()) {
      const runs = await record(bench, events.slice(0, size));
      if (round > 0) measured[index]?.push(runs);
    }
  }
  const [one = 0, ten = 0, hundred = 0] = measured.map(median);
  return {
    value: hundred / one,
    unit: 'ratio',
    reach: 'report',
    note: `runs/s in 1, 10, 100 competitions: ${[one, ten, hundred].map(Math.round).join(', ')}`,
  };
}

/**
 * Measures POST /run by 16 referees in ten competitions through two processes on one PostgreSQL, divided by one
 * process; with the `DATABASE_URL` of a cluster also through two processes on that one.
 */
export async function measureClusterWrite(bench: Bench): Promise<Figure> {
  const second = await startProduct({ DATABASE_URL: bench.databaseUrl });
  const cluster = process.env.DATABASE_URL ? await startOnCluster(process.env.DATABASE_URL) : undefined;
  try {
    const events = await makeEvents(bench, 10);
    const clusterEvents = cluster && (await makeEvents(cluster.sessions[0], 10));
    const alone: number[] = [];
    const two: number[] = [];
    const onCluster: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const runs = [await record(bench, events), await recordOnTwo([bench, { ...bench, url: second.url }], events)];
      if (cluster && clusterEvents) runs.push(await recordOnTwo(cluster.sessions, clusterEvents));
      if (round === 0) continue;
      for (const [index, list] of [alone, two, onCluster].entries()) if (runs[index]) list.push(runs[index]);
    }
    const clusterNote = cluster ? `, ${Math.round(median(onCluster))} from two on the cluster` : '';
    return {
      value: median(two) / median(alone),
      unit: 'ratio',
      reach: 'report',
      note: `${Math.round(median(two))} runs/s from two, ${Math.round(median(alone))} from one${clusterNote}`,
    };
  } finally {
    await second.stop();
    await cluster?.stop();
  }
}

async function recordOnTwo(sessions: readonly [Session, Session], events: readonly BenchEvent[]): Promise<number> {
  const both = sessions.map((session) => record(session, events, referees / 2, runsPerRound / 2));
  const [first = 0, other = 0] = await Promise.all(both);
  return first + other;
}

/** Distributes the database, and starts two processes on it. */
async function startOnCluster(DATABASE_URL: string) {
  const env = { ...process.env, DATABASE_URL };
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'dossard.js'), 'distribute'], { cwd: root, env });
  const first = await startProduct({ DATABASE_URL });
  const second = await startProduct({ DATABASE_URL });
  const cookie = await signIn(first.url);
  const sessions = [first, second].map(({ url }) => ({ url, cookie })) as [Session, Session];
  return {
    sessions,
    async stop() {
      await first.stop();
      await second.stop();
    },
  };
}
