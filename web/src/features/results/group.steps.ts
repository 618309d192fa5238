import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { ManagedResult } from '@dossard/contract/results/result.schema.ts';

/** How far a group is: its state, and while it runs whether all expected runs are in (E1, E11). */
export type Stage = 'running' | 'complete' | 'provisional' | 'official';
export const stages: readonly Stage[] = ['running', 'complete', 'provisional', 'official'];

/** Returns how far a group is; without planned laps nothing is expected, and nothing complete. */
export function stageOf({ state, expected, missing_runs }: ManagedResult): Stage {
  return state === 'running' && expected !== null && expected > 0 && missing_runs === 0 ? 'complete' : state;
}

/** Whether there is something to say about a group: graduations alone, of a new zone for example, are not worth a row. */
export const hasContent = ({ riders, recorded, revision, state, held }: ManagedResult): boolean =>
  riders + recorded + revision > 0 || state !== 'running' || held !== null;

/** How many matters of a group are open, besides its missing runs. */
export interface OpenCounts {
  complaints: number;
  ties: number;
  /** Runs to be checked on paper before the list (E13); 0 where the competition does not ask for it. */
  unchecked: number;
}

/** Counts the runs that must be checked on paper before the list (E13); 0 where the competition does not ask for it. */
export const countUnchecked = (
  { official_needs_checked = false }: Pick<Competition, 'official_needs_checked'>,
  { recorded, checked }: ManagedResult,
): number => (official_needs_checked ? recorded - checked : 0);

/** What may be done next: see who is missing or what is not checked, decide a complaint or a tie, declare a state, or read the list. */
export type Step = 'missing' | 'unchecked' | 'complaint' | 'tie' | 'provisional' | 'official' | 'list';

/** Returns the next sensible step for a group; undefined while it has nothing to ride. */
export function nextStep(result: ManagedResult, { complaints, ties, unchecked }: OpenCounts): Step | undefined {
  const publish = unchecked > 0 ? 'unchecked' : 'official';
  if (result.state === 'official') return result.differs ? publish : 'list';
  if (result.state === 'running') {
    if (result.missing_runs > 0) return 'missing';
    return result.recorded > 0 ? 'provisional' : undefined;
  }
  if (complaints > 0) return 'complaint';
  return ties > 0 ? 'tie' : publish;
}
