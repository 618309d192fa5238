/* The shared cache in front of the server, where there is one: `deploy/varnish/` and docs/operations.md, "A cache in front". */

/** How long a purge may take, in milliseconds; what is not purged expires within a second while the server is there. */
const patienceMs = 1_000;

/**
 * Drops all that a shared cache holds of a competition, or everything without one; resolves when it is gone, or could
 * not be reached.
 */
export type PurgeEdge = (competitionId?: number) => Promise<void>;

/** Makes the purge of a cache at an address; `onTrouble` is called when it does not answer. */
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
