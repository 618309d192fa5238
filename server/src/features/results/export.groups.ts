import { compareGroups, type Group, groupKey } from '@dossard/contract/categories/group.ts';
import { countedRuns } from '@dossard/contract/rankings/ranking.rules.ts';
import type { ResultsFrame, ResultsRider, ResultsRun } from './export.store.ts';

/** All data of a competition's results. */
export interface Results extends ResultsFrame {
  /** By dossard. */
  riders: ResultsRider[];
  /** By dossard and run number. */
  runs: ResultsRun[];
}

/** A rider with all runs, and those that the ranking rule counts (R2). */
export interface RiddenRider extends ResultsRider {
  runs: ResultsRun[];
  counted: ReadonlySet<ResultsRun>;
}

/** The riders who are ranked together. */
export interface ResultsGroup {
  group: Group;
  riders: RiddenRider[];
}

/** Assigns runs to their riders, and determines which ones count. */
export function withRuns({ riders, runs, ranking_rule }: Results): RiddenRider[] {
  const byDossard = Map.groupBy(runs, ({ dossard }) => dossard);
  return riders.map((rider) => {
    const own = byDossard.get(rider.dossard) ?? [];
    return { ...rider, runs: own, counted: new Set(countedRuns(own, ranking_rule.runs)) };
  });
}

/**
 * Groups the riders as they are ranked, U9 before U11 and girls before boys. A group is spelled as in its graduations,
 * if any; riders of a category without graduation form a group too.
 */
export function groupRiders(riders: readonly RiddenRider[], named: readonly Group[]): ResultsGroup[] {
  const names = new Map(named.map((group) => [groupKey(group), group]));
  const groups = new Map<string, ResultsGroup>();
  for (const rider of riders) {
    const key = groupKey(rider);
    const { category, gender } = names.get(key) ?? rider;
    const group = groups.get(key) ?? { group: { category, gender }, riders: [] };
    groups.set(key, group);
    group.riders.push(rider);
  }
  return [...groups.values()].sort((a, b) => compareGroups(a.group, b.group));
}
