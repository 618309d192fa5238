import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { ChainedEntry } from '../../chain/chain.check.ts';
import { type Facts, isRow } from '../../logged/logged.entry.ts';
import { applyChange, type CompetitionFacts, changesOf, noFacts } from '../history/history.facts.ts';
import { applyTie } from '../history/past.decisions.ts';

/** The rows of a competition as its log says. */
export interface LoggedRows {
  facts: CompetitionFacts;
  /** Decisions of the jury about ties: reasons by order. */
  decisions: Map<string, string>;
  /** Declared results, by `groupKey`. */
  results: Map<string, Facts>;
  /** Runs of unknown bibs, by submission. */
  unresolved: Map<string, Facts>;
  /** The previous round; undefined if it was never logged. */
  follows: Facts | undefined;
  /** Whether another installation has shared the competition: its official lists are logged there only. */
  isShared: boolean;
}

/** Returns the rows of an empty log. */
export const noLoggedRows = (): LoggedRows => ({
  facts: noFacts(),
  decisions: new Map(),
  results: new Map(),
  unresolved: new Map(),
  follows: undefined,
  isShared: false,
});

/** Updates the rows with the next entry of the log. */
export function followEntry(logged: LoggedRows, entry: ChainedEntry): void {
  const { subject, subject_key, after } = entry;
  for (const change of changesOf(entry)) applyChange(logged.facts, change);
  if (subject === 'tie') applyTie(logged.decisions, entry);
  else if (subject === 'place') logged.isShared = true;
  else if (!isRow(after)) return;
  else if (subject === 'result') {
    const key = groupKey(after as unknown as Group);
    // A declaration names nothing that is held, and leaves it as it is.
    logged.results.set(key, { ...logged.results.get(key), ...after });
  } else if (subject === 'unresolved_run')
    // Which bib a run in quarantine follows is logged alone.
    logged.unresolved.set(subject_key, { ...logged.unresolved.get(subject_key), ...after });
  else if (subject === 'round' && subject_key === 'follows') logged.follows = after;
}
