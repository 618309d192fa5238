import { randomBytes } from 'node:crypto';
import { groupSchema } from '@dossard/contract/categories/group.ts';
import * as z from 'zod/mini';
import { Connection } from '../database/connection.ts';
import { parseJson } from '../tools/parse.json.ts';

/** The channel on which PostgreSQL notifies all server processes of a changed ranking. */
export const liveChannel = 'dossard_ranking';

const signalSchema = z.object({ competition_id: z.int(), groups: z.nullable(z.array(groupSchema)) });
/** A ranking changed; `groups` null means any of the competition's. */
export type RankingSignal = z.infer<typeof signalSchema>;

/** Called for each changed ranking; with undefined after a moment in which any may have changed unnoticed. */
type SignalListener = (signal: RankingSignal | undefined) => void;

export interface LiveSignals {
  /** Subscribes to changed rankings of all processes; returns the function that unsubscribes. */
  onSignal(listener: SignalListener): () => void;
  /** Sets the function that lists the competitions followed in this process; signals about others may be missing. */
  watch(listFollowed: () => readonly number[]): void;
  /** Whether notifications arrive: a connection that was cut silently looks like one without events. */
  isReceiving(): boolean;
  stop(): Promise<void>;
}

/** Creates the listeners of one process, and the function that notifies them. */
export function createSignalListeners() {
  const listeners = new Set<SignalListener>();
  return {
    onSignal(listener: SignalListener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    announce(signal?: RankingSignal) {
      for (const listener of listeners) listener(signal);
    },
  };
}

/** Delay before reconnecting, in milliseconds. */
const reconnectMs = 1_000;
/**
 * Interval of notifications to oneself, in milliseconds; if one has not arrived by the next, the connection is dead.
 */
const heartbeatMs = 5_000;

interface Order {
  databaseUrl: string;
  /** Interval of heartbeats and timeout of answers, in milliseconds. */
  everyMs: number;
  onNotification: (payload: string) => void;
  /** Called once when the opened connection is lost. */
  onLost: (error: Error) => void;
}

/**
 * Opens a dedicated connection that receives notifications as long as its heartbeats come back; returns the function
 * that ends it.
 */
async function openListener({ databaseUrl, everyMs, onNotification, onLost }: Order): Promise<() => Promise<void>> {
  /** A channel that only this connection uses. */
  const heartbeatChannel = `dossard_heartbeat_${randomBytes(8).toString('hex')}`;
  const connection = new Connection({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: everyMs,
    query_timeout: everyMs,
  });
  let heart: NodeJS.Timeout | undefined;
  let isBeating = false;

  function stopHeart(): void {
    clearInterval(heart);
    heart = undefined;
  }

  function lose(error: Error): void {
    if (!heart) return;
    stopHeart();
    connection.drop();
    onLost(error);
  }

  function beat(): void {
    if (isBeating) lose(new Error('Notifications of PostgreSQL do not come through.'));
    else connection.query('select pg_notify($1, $2)', [heartbeatChannel, '']).catch(lose);
    isBeating = true;
  }

  connection.on('notification', ({ channel, payload }) => {
    if (channel === heartbeatChannel) isBeating = false;
    else onNotification(payload ?? '');
  });
  connection.on('error', lose);
  connection.on('end', () => lose(new Error('PostgreSQL has ended the connection.')));
  await connection.connect();
  try {
    await connection.query(`listen ${liveChannel}; listen ${heartbeatChannel}`);
  } catch (error) {
    connection.drop();
    throw error;
  }
  heart = setInterval(beat, everyMs).unref();
  return () => {
    stopHeart();
    return connection.end();
  };
}

/**
 * Listens to PostgreSQL, and reconnects when the connection is lost or notifications no longer arrive. A notification
 * arrives when its transaction commits, also from another process.
 */
export async function listenToRankings(
  databaseUrl: string,
  onTrouble: (error: Error) => void,
  everyMs = heartbeatMs,
): Promise<LiveSignals> {
  const { onSignal, announce } = createSignalListeners();
  let endPresent: (() => Promise<void>) | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  function onNotification(payload: string): void {
    // A reset names no competition; another program, or another version of the server, may use the channel too.
    announce(z.safeParse(signalSchema, parseJson(payload)).data);
  }

  async function connect(): Promise<void> {
    endPresent = await openListener({ databaseUrl, everyMs, onNotification, onLost: reconnectLater });
    if (stopped) await endPresent();
  }

  function reconnectLater(error: Error): void {
    endPresent = undefined;
    if (stopped || retry) return;
    onTrouble(error);
    retry = setTimeout(reconnect, reconnectMs);
  }

  function reconnect(): void {
    connect()
      .then(() => announce())
      .finally(() => {
        retry = undefined;
      })
      .catch(reconnectLater);
  }

  await connect();
  return {
    onSignal,
    // Notifications of all competitions arrive anyway.
    watch: () => {},
    isReceiving: () => endPresent !== undefined,
    async stop() {
      stopped = true;
      clearTimeout(retry);
      const end = endPresent;
      endPresent = undefined;
      await end?.();
    },
  };
}
