import { randomBytes } from 'node:crypto';
import type { Group } from '@dossard/contract/categories/category.schema.ts';
import pg from 'pg';
import { drop } from '../database/client.ts';

/** The channel on which PostgreSQL notifies all server processes of a changed ranking. */
export const liveChannel = 'dossard_ranking';

/** A ranking changed; `groups` null means any of the competition's. */
export interface RankingSignal {
  competition_id: number;
  groups: Group[] | null;
}

export interface LiveSignals {
  /** Subscribes to changed rankings of all processes; returns the function that unsubscribes. */
  onSignal(listener: (signal: RankingSignal) => void): () => void;
  /** Subscribes to reconnections, after which notifications may have been missed. */
  onGap(listener: () => void): () => void;
  /** Says how to list the competitions that are followed in this process; of others, signals may not come. */
  watch(listFollowed: () => readonly number[]): void;
  /** Whether a notification was heard lately: a connection that was cut silently looks like one on which nothing happens. */
  isHearing(): boolean;
  stop(): Promise<void>;
}

/** Makes the function that adds a listener, which returns the one that removes it. */
export const subscribeTo =
  <Listener>(listeners: Set<Listener>) =>
  (listener: Listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

/** How long to wait before the connection is made again, in milliseconds. */
const reconnectMs = 1_000;
/** How often a notification is sent to oneself; one that has not come by the next turn means a dead connection. */
const heartbeatMs = 5_000;

/**
 * Listens to PostgreSQL on a connection of its own, and makes it again when it is lost, or when notifications do not come
 * through any more. A notification comes exactly when its transaction is committed, also from another process.
 */
export async function listenToRankings(
  databaseUrl: string,
  onTrouble: (error: Error) => void,
  everyMs = heartbeatMs,
): Promise<LiveSignals> {
  const signalListeners = new Set<(signal: RankingSignal) => void>();
  const gapListeners = new Set<() => void>();
  /** A channel of this process alone. */
  const heartbeatChannel = `dossard_heartbeat_${randomBytes(8).toString('hex')}`;
  let client: pg.Client | undefined;
  let isBeating = false;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const made = new pg.Client({
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
      const signal = JSON.parse(payload ?? '') as RankingSignal;
      for (const listener of signalListeners) listener(signal);
    });
    made.on('error', (error) => lose(made, error));
    made.on('end', () => lose(made, new Error('PostgreSQL has ended the connection.')));
    await made.connect();
    try {
      await made.query(`listen ${liveChannel}; listen ${heartbeatChannel}`);
    } catch (error) {
      drop(made);
      throw error;
    }
    if (stopped) return drop(made);
    isBeating = false;
    client = made;
  }

  function beat(): void {
    const present = client;
    if (present && isBeating) lose(present, new Error('Notifications of PostgreSQL do not come through.'));
    else if (present) {
      isBeating = true;
      present.query('select pg_notify($1, $2)', [heartbeatChannel, '']).catch((error) => lose(present, error));
    }
  }

  function lose(lost: pg.Client, error: Error): void {
    if (client !== lost) return;
    client = undefined;
    drop(lost);
    reconnectLater(error);
  }

  function reconnectLater(error: Error): void {
    if (stopped || retry) return;
    onTrouble(error);
    retry = setTimeout(reconnect, reconnectMs);
  }

  function reconnect(): void {
    connect()
      .then(() => {
        for (const listener of gapListeners) listener();
      })
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
    // Notifications of all competitions come anyway.
    watch: () => {},
    isHearing: () => client !== undefined,
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
