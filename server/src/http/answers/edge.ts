/* An optional shared cache in front of the server: `deploy/varnish/` and docs/operations.md, "A cache in front". */

/**
 * Time limit of a purge, in milliseconds; without a purge, entries expire within a second while the server is
 * reachable.
 */
const patienceMs = 1_000;

/**
 * Removes a competition from the shared cache, or everything if none is given; resolves when done, or when the cache
 * could not be reached.
 */
type PurgeEdge = (competitionId?: number) => Promise<void>;

/** Creates the purge function of a cache; `onTrouble` is called when the cache does not answer. */
export function createEdgePurge(edgeUrl: string, onTrouble: (error: Error) => void): PurgeEdge {
  return async (competitionId) => {
    try {
      const answer = await fetch(edgeUrl, {
        method: 'PURGE',
        headers: competitionId === undefined ? {} : { 'x-competition': String(competitionId) },
        signal: AbortSignal.timeout(patienceMs),
      });
      if (!answer.ok) throw new Error(`The cache answered ${answer.status}.`);
    } catch (error) {
      onTrouble(error as Error);
    }
  };
}
