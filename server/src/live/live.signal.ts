import { randomBytes } from 'node:crypto';
import { groupSchema } from '@dossard/contract/categories/category.schema.ts';
import * as z from 'zod/mini';
import { Connection } from '../database/connection.ts';
import { parseJson } from '../tools/parse.json.ts';

/** The channel on which PostgreSQL notifies all server processes of a changed ranking. */
export const liveChannel = 'dossard_ranking';

const signalSchema = z.object({ competition_id: z.int(), groups: z.nullable(z.array(groupSchema)) });
/** A ranking changed; `groups` null means any of the competition's. */
export type RankingSignal = z.infer<typeof signalSchema>;

export interface LiveSignals {
  /** Subscribes to changed rankings of all processes; returns the function that unsubscribes. */
  onSignal(listener: (signal: RankingSignal) => void): () => void;
  /** Subscribes to moments after which any ranking may have changed: reconnections, and unreadable notifications. */
  onGap(listener: () => void): () => void;
  /** Sets the function that lists the competitions followed in this process; signals about others may be missing. */
  watch(listFollowed: () => readonly number[]): void;
  /** Whether notifications arrive: a connection that was cut silently looks like one without events. */
  isReceiving(): boolean;
  stop(): Promise<void>;
}

/** Creates the function that adds a listener, and returns a function that removes it. */
export const subscribeTo =
  <Listener>(listeners: Set<Listener>) =>
  (listener: Listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

/** Delay before reconnecting, in milliseconds. */
const reconnectMs = 1_000;
/**
 * Interval of notifications to oneself, in milliseconds; if one has not arrived by the next, the connection is dead.
 */
const heartbeatMs = 5_000;

/**
 * Listens to PostgreSQL on a dedicated connection, and reconnects when it is lost or notifications no longer arrive. A
 * notification arrives when its transaction commits, also from another process.
 */
export async function listenToRankings(
  databaseUrl: string,
  onTrouble: (error: Error) => void,
  everyMs = heartbeatMs,
): Promise<LiveSignals> {
  const signalListeners = new Set<(signal: RankingSignal) => void>();
  const gapListeners = new Set<() => void>();
  /** A channel that only this process uses. */
  const heartbeatChannel = `dossard_heartbeat_${randomBytes(8).toString('hex')}`;
  let client: Connection | undefined;
  let isBeating = false;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const made = new Connection({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: everyMs,
      query_timeout: everyMs,
    });
    made.on('notification', ({ channel, payload }) => {
      if (channel === heartbeatChannel) {
        isBeating = false;
        return;
      }
      // A reset names no competition; another program, or another version of the server, may use the channel too.
      const signal = z.safeParse(signalSchema, parseJson(payload ?? '')).data;
      if (signal) for (const listener of signalListeners) listener(signal);
      else reportGap();
    });
    made.on('error', (error) => lose(made, error));
    made.on('end', () => lose(made, new Error('PostgreSQL has ended the connection.')));
    await made.connect();
    try {
      await made.query(`listen ${liveChannel}; listen ${heartbeatChannel}`);
    } catch (error) {
      made.drop();
      throw error;
    }
    if (stopped) return made.drop();
    isBeating = false;
    client = made;
  }

  function reportGap(): void {
    for (const listener of gapListeners) listener();
  }

  function beat(): void {
    const present = client;
    if (present && isBeating) lose(present, new Error('Notifications of PostgreSQL do not come through.'));
    else if (present) {
      isBeating = true;
      present.query('select pg_notify($1, $2)', [heartbeatChannel, '']).catch((error) => lose(present, error));
    }
  }

  function lose(lost: Connection, error: Error): void {
    if (client !== lost) return;
    client = undefined;
    lost.drop();
    reconnectLater(error);
  }

  function reconnectLater(error: Error): void {
    if (stopped || retry) return;
    onTrouble(error);
    retry = setTimeout(reconnect, reconnectMs);
  }

  function reconnect(): void {
    connect()
      .then(reportGap)
      .then(
        () => {
          retry = undefined;
        },
        (error) => {
          retry = undefined;
          reconnectLater(error);
        },
      );
  }

  await connect();
  const heart = setInterval(beat, everyMs).unref();
  return {
    onSignal: subscribeTo(signalListeners),
    onGap: subscribeTo(gapListeners),
    // Notifications of all competitions arrive anyway.
    watch: () => {},
    isReceiving: () => client !== undefined,
    async stop() {
      stopped = true;
      clearTimeout(retry);
      clearInterval(heart);
      const last = client;
      client = undefined;
      await last?.end();
    },
  };
}
