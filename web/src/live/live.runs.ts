import { type LiveReads, useLive } from './live.ts';

/** First parts of the query keys that show runs on an organiser's pages. */
const runKinds = ['counts', 'progress', 'runs', 'results', 'ties'];
/** Minimum interval between refetches of an organiser's pages, in milliseconds: their answers are long. */
const spreadMs = 1_000;

const runs: LiveReads = {
  changed: (_, competitionId) => ({
    predicate: ({ queryKey: [kind, id] }) => runKinds.includes(String(kind)) && id === competitionId,
  }),
  delayMs: () => spreadMs,
};

/** Refetches the organiser's view of a competition's runs after each change; returns whether a stream is open. */
export const useLiveRuns = (competitionId: number): boolean => useLive(competitionId, runs);
