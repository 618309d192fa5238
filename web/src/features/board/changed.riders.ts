import type { Group } from '@dossard/contract/categories/group.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { useEffect, useRef, useState } from 'react';
import { shownPlace } from '../rankings/moving.rows.ts';

/** Minimum time that a change stays marked, in milliseconds. */
const leastMs = 30_000;

/**
 * Returns the dossards whose rank, points or runs changed lately. A change stays marked for at least one cycle, so that
 * it is visible when its page is shown. New riders do not count as changed.
 */
export function useChangedRiders(
  groups: readonly Group[],
  rankings: readonly (readonly RankingEntry[] | undefined)[],
  cycleMs: number,
): ReadonlySet<number> {
  const facts = useRef(new Map<string, string>());
  const [changedAt, setChangedAt] = useState<ReadonlyMap<number, number>>(new Map());
  const known = groups.map(({ category, gender }, index) => ({ name: `${category} ${gender}`, of: rankings[index] }));
  useEffect(() => {
    const differing: number[] = [];
    for (const { name, of } of known) {
      for (const entry of of ?? []) {
        const key = `${name} ${entry.dossard}`;
        const fact = shownPlace(entry);
        const earlier = facts.current.get(key);
        if (earlier !== undefined && earlier !== fact) differing.push(entry.dossard);
        facts.current.set(key, fact);
      }
    }
    if (differing.length === 0) return;
    const now = Date.now();
    setChangedAt((before) => {
      const fresh = [...before].filter(([, at]) => now - at < cycleMs + leastMs);
      return new Map([...fresh, ...differing.map((dossard) => [dossard, now] as const)]);
    });
  });
  const since = Date.now() - Math.max(cycleMs, leastMs);
  return new Set([...changedAt].filter(([, at]) => at > since).map(([dossard]) => dossard));
}
