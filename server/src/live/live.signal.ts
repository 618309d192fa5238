import type { Group } from '@dossard/contract/text/category.schema.ts';
import pg from 'pg';

/** The channel on which PostgreSQL tells all server processes of a commit that changed a ranking. */
export const liveChannel = 'dossard_ranking';

/** A ranking changed; `groups` null means any of the competition's. */
export interface RankingSignal {
  competition_id: number;
  version: number;
  groups: Group[] | null;
}

export interface LiveSignals {
  /** Hears of every change of a ranking, whichever process made it; returns how to stop hearing. */
  onSignal(hear: (signal: RankingSignal) => void): () => void;
  /** Hears that signals may have been missed, because the connection was lost for a while. */
  onGap(hear: () => void): () => void;
  stop(): Promise<void>;
}

/** How long to wait before the connection is made again, in milliseconds. */
const reconnectMs = 1_000;

/**
 * Listens to PostgreSQL on a connection of its own, and makes it again when it is lost. A notification comes exactly
 * when its transaction is committed, also from another process.
 */
export async function listenToRankings(databaseUrl: string, onTrouble: (error: Error) => void): Promise<LiveSignals> {
  const signalHearers = new Set<(signal: RankingSignal) => void>();
  const gapHearers = new Set<() => void>();
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const made = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    made.on('notification', ({ payload }) => {
      const signal = JSON.parse(payload ?? '') as RankingSignal;
      for (const hear of signalHearers) hear(signal);
    });
    made.on('error', lost);
    await made.connect();
    await made.query(`listen ${liveChannel}`);
    client = made;
  }

  function lost(error: Error): void {
    client = undefined;
    if (stopped || retry) return;
    onTrouble(error);
    retry = setTimeout(reconnect, reconnectMs);
  }

  function reconnect(): void {
    retry = undefined;
    connect().then(() => {
      for (const hear of gapHearers) hear();
    }, lost);
  }

  const subscribe =
    <Hearer>(hearers: Set<Hearer>) =>
    (hear: Hearer) => {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    };

  await connect();
  return {
    onSignal: subscribe(signalHearers),
    onGap: subscribe(gapHearers),
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
