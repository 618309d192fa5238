import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { useEffect, useRef, useState } from 'react';

/** How long a row that changed is marked, in milliseconds. */
const markedMs = 6_000;

const factsOf = (entry: RankingEntry) => `${entry.rank} ${entry.total_points} ${entry.number_of_runs}`;

/** The dossards whose row changed a moment ago; another `page` starts afresh, because nothing changed there. */
export function useChangedRows(entries: readonly RankingEntry[] | undefined, page: string): ReadonlySet<number> {
  const before = useRef<{ page: string; facts: Map<number, string> } | undefined>(undefined);
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (!entries) return;
    const facts = new Map(entries.map((entry) => [entry.dossard, factsOf(entry)]));
    const earlier = before.current?.page === page ? before.current.facts : undefined;
    before.current = { page, facts };
    const differing = earlier ? [...facts].filter(([dossard, fact]) => earlier.get(dossard) !== fact) : [];
    if (differing.length === 0) return;
    setChanged(new Set(differing.map(([dossard]) => dossard)));
    const end = setTimeout(() => setChanged(new Set()), markedMs);
    return () => clearTimeout(end);
  }, [entries, page]);
  return changed;
}
