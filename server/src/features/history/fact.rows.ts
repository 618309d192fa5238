import { type HistoryKind, historyKindSchema } from '@dossard/contract/history/history.schema.ts';
import type { FactsOf } from '../../logged/logged.kinds.ts';
import { changedNames, type FactChange, pickNames } from './history.facts.ts';

/** The rows of a competition, by kind and key, without deleted ones. */
export type CompetitionFacts = { [Kind in HistoryKind]: Map<string, FactsOf[Kind]> };

/** Returns the rows of a competition that has none yet. */
export const noFacts = (): CompetitionFacts =>
  Object.fromEntries(historyKindSchema.options.map((kind) => [kind, new Map()])) as unknown as CompetitionFacts;

/** Applies a change to the rows. */
export function applyChange(facts: CompetitionFacts, change: FactChange): void {
  const { kind, key, before, after } = change;
  const rows: Map<string, object> = facts[kind];
  // An import logs no status, so only the columns that differ are written.
  if (before && after) rows.set(key, { ...before, ...rows.get(key), ...pickNames(after, changedNames(change)) });
  else if (after) rows.set(key, after);
  else rows.delete(key);
}
