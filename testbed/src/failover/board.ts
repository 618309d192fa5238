import type { LiveEvent, Ranking } from '@dossard/contract/rankings/ranking.schema.ts';
import { EventSource } from 'eventsource';

/** A spectator's page: follows a competition's stream, and reads the ranking at each version that it announces. */
export interface Board {
  /** Version of the ranking that it shows. */
  version: () => number;
  /** Runs in the ranking that it shows. */
  runs: () => number;
  /** Number of times that its stream was interrupted and reconnected automatically. */
  cuts: () => number;
  close: () => void;
}

/** Wait between two attempts to read a ranking, in milliseconds; the same as a page without a stream polls. */
const againMs = 5_000;

export function openBoard(url: string, competitionId: number): Board {
  let shown = { version: 0, runs: 0 };
  let cuts = 0;
  let wanted = 0;
  let isReading = false;
  let isClosed = false;
  const stream = new EventSource(`${url}/api/competitions/${competitionId}/live`);
  stream.addEventListener('error', () => {
    cuts += 1;
  });
  stream.addEventListener('ranking', ({ data }) => {
    wanted = (JSON.parse(data) as LiveEvent).version;
    if (!isReading) void readOn();
  });

  async function readOn(): Promise<void> {
    isReading = true;
    while (!isClosed && shown.version < wanted) {
      const page = await readRanking().catch(() => undefined);
      if (page) shown = page;
      else await new Promise((resolve) => setTimeout(resolve, againMs));
    }
    isReading = false;
  }

  async function readRanking() {
    const answer = await fetch(
      `${url}/api/competitions/${competitionId}/liveranking/public?page_size=100&version=${wanted}`,
    );
    if (!answer.ok) return undefined;
    const { version, rankings } = (await answer.json()) as Ranking;
    return { version, runs: rankings.reduce((sum, { number_of_runs }) => sum + number_of_runs, 0) };
  }

  return {
    version: () => shown.version,
    runs: () => shown.runs,
    cuts: () => cuts,
    close() {
      isClosed = true;
      stream.close();
    },
  };
}
