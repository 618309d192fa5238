import { type AlarmKind, alarmKindSchema } from '@dossard/contract/alarms/alarm.schema.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { countHashes } from '../access/hash.queue.ts';
import type { Database } from '../database/client.ts';
import { countOpenStreams } from '../live/live.stream.ts';
import { getWaitingMails, getWaitingRuns } from './waiting.ts';

/** The present load of the process; all numbers are 0 when it is idle. */
export interface Load {
  underWay: number;
  /** Visitors who are served or waiting; included in `underWay`. */
  visitors: number;
  unfinished: number;
}

/** Counters and timers in Prometheus' format; names, labels and help texts are all in this file. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Upper bounds in seconds: most answers take milliseconds, an export or import seconds. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the metrics of this process; the queues in the database are counted at each read. */
export function createMetrics(db: Database, clock: () => Date) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'dossard_request_seconds',
    help: 'Time from a request to its answer, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets,
    registers,
  });
  const crowds = new Counter({
    name: 'dossard_crowd_answers_total',
    help: 'Requests answered with the answer of a simultaneous identical one',
    registers,
  });
  const commits = new Histogram({
    name: 'dossard_commit_seconds',
    help: 'Duration of PostgreSQL commits, which is that of the disk',
    buckets,
    registers,
  });
  const rankings = new Counter({
    name: 'dossard_rankings_read_total',
    help: 'Pages of rankings served, from the cache or computed',
    labelNames: ['from'] as const,
    registers,
  });
  let loadNow = (): Load => ({ underWay: 0, visitors: 0, unfinished: 0 });
  gauges(registers, async () => loadNow(), {
    underWay: ['dossard_requests_under_way', 'Calls received completely whose answer is not ready yet'],
    visitors: ['dossard_visitors_under_way', 'Of these, calls of visitors, who are served a few at a time'],
    unfinished: ['dossard_requests_unfinished', 'Connections and bodies not received completely, and answers not read'],
  });
  let countAlarms = (): Partial<Record<AlarmKind, number>> => ({});
  new Gauge({
    name: 'dossard_alarms_standing',
    help: 'Standing alarms that this process holds, by kind',
    labelNames: ['kind'] as const,
    registers,
    collect() {
      const counts = countAlarms();
      for (const kind of alarmKindSchema.options) this.set({ kind }, counts[kind] ?? 0);
    },
  });
  gauges(registers, async () => ({ streams: countOpenStreams(), hashes: countHashes() }), {
    streams: ['dossard_open_streams', 'Open streams of live rankings of this process'],
    hashes: ['dossard_hashes_under_way', 'Passwords being hashed or waiting for it'],
  });
  countQueues(registers, db, clock);

  return {
    /** Returns all metrics as text. */
    read: () => registry.metrics(),
    contentType: registry.contentType,
    /** Counts an answered request; `route` is its pattern, not its URL. */
    answered: ({ seconds, ...labels }: { method: string; route: string; status: number; seconds: number }) =>
      requests.observe(labels, seconds),
    /** Counts a request that got a copy of another answer; it is not timed. */
    crowdAnswered: () => crowds.inc(),
    committed: (seconds: number) => commits.observe(seconds),
    /** Counts a page of a ranking, from the cache or computed. */
    rankingRead: (from: 'kept' | 'computed'): void => rankings.inc({ from }),
    /** Sets the function that returns the load whenever the metrics are read. */
    watchLoad(load: () => Load) {
      loadNow = load;
    },
    /** Sets the function that counts the active alarms whenever the metrics are read. */
    watchAlarms(count: () => Record<AlarmKind, number>) {
      countAlarms = count;
    },
  };
}

/** Creates the gauges of what waits in the database. */
function countQueues(registers: Registry[], db: Database, clock: () => Date): void {
  gauges(registers, () => getWaitingRuns(db, clock()), {
    runs: ['dossard_phones_unsent_runs', 'Unsent runs on referees’ phones, as last reported'],
    phones: ['dossard_phones_with_unsent_runs', 'Phones with unsent runs'],
    oldestSeconds: ['dossard_phones_oldest_unsent_seconds', 'Age of the oldest unsent run in seconds'],
  });
  gauges(registers, () => getWaitingMails(db, clock()), {
    mails: ['dossard_mails_waiting', 'Mails waiting to be sent'],
    failing: ['dossard_mails_failing', 'Of these, mails with at least one failed attempt'],
    oldestSeconds: ['dossard_mails_oldest_seconds', 'Age of the oldest waiting mail in seconds'],
    collected: ['dossard_mails_collected', 'Notices of the last 7 days that were added to another mail'],
  });
}

/** Creates gauges that share one read: the first gauge in order reads for all. */
function gauges<Name extends string>(
  registers: Registry[],
  read: () => Promise<Record<Name, number>>,
  named: Record<Name, readonly [name: string, help: string]>,
): void {
  let reading: Promise<Record<Name, number>> | undefined;
  for (const key of Object.keys(named) as Name[]) {
    const [name, help] = named[key];
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        reading ??= read().finally(() => {
          reading = undefined;
        });
        this.set((await reading)[key]);
      },
    });
  }
}
