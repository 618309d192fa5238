import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { listGaps } from '@dossard/contract/results/completeness.ts';
import { listTies } from '@dossard/contract/ties/tie.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { runRequestsOf } from '../../queries/field.queries.ts';
import { progressOf } from '../../queries/participant.queries.ts';
import { read } from '../../queries/read.ts';
import { complaintsOf, resultsOf } from '../../queries/result.queries.ts';
import { quarantinedRuns, runChecks, unresolvedRuns } from '../../queries/run.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { useReads } from '../../ui/failure/reading.tsx';
import { hasContent } from './group.steps.ts';

/** Reads what is known of a competition before its results are signed; all of it, to leave nothing out. */
export function useJuryReads(id: number) {
  return useReads({
    results: useQuery(resultsOf(id)),
    progress: useQuery(progressOf(id)),
    zones: useQuery(zonesOf(id)),
    checks: useQuery(runChecks(id)),
    ties: useQuery(read(listTies, { params: { id } })),
    complaints: useQuery(complaintsOf(id)),
    unresolved: useQuery(unresolvedRuns(id)),
    quarantined: useQuery(quarantinedRuns(id)),
    requests: useQuery(runRequestsOf(id)),
  });
}

export type JuryFacts = NonNullable<ReturnType<typeof useJuryReads>['data']>;

/** What is open, of one group or of none. */
export type OpenMatters = ReturnType<typeof layOutJuryCopy>['others'];

/** The copy for the jury: what is open of each group, and of riders in no group of the competition. */
export function layOutJuryCopy(facts: JuryFacts, competition: Competition) {
  const { riders } = facts.progress;
  const results = facts.results.groups;
  const asksForChecks = competition.official_needs_checked === true || results.some(({ checked }) => checked > 0);
  const checks = asksForChecks ? facts.checks.zones : [];
  const waiting = [facts.unresolved, facts.quarantined];
  const groupOf = new Map(riders.map((rider) => [rider.dossard, groupKey(rider)]));
  const known = new Set(results.map(groupKey));
  const listOpen = (isOf: (key: string | undefined) => boolean) => {
    const inGroup = (one: Group) => isOf(groupKey(one));
    return {
      gaps: results.filter(inGroup).flatMap((one) => listGaps(one, riders, facts.zones.zones, competition)),
      /** The zones whose runs are not all checked on paper. */
      unchecked: checks.flatMap(({ zone_id, groups = [] }) =>
        groups
          .filter((group) => inGroup(group) && group.checked < group.runs)
          .map(({ runs, checked }) => ({ zone_id, runs, checked })),
      ),
      ties: facts.ties.open.filter(inGroup),
      complaints: facts.complaints.complaints.filter((one) => one.state === 'open' && inGroup(one)),
      unresolved: facts.unresolved.runs.filter(inGroup),
      quarantined: facts.quarantined.runs.filter(inGroup),
      requests: facts.requests.requests.filter(({ state, run }) => state === 'open' && isOf(groupOf.get(run.dossard))),
    };
  };
  return {
    groups: results
      .map((result) => ({ result, open: listOpen((key) => key === groupKey(result)) }))
      .filter(({ result, open }) => hasContent(result) || !hasNothingOpen(open)),
    others: listOpen((key) => key === undefined || !known.has(key)),
    /** Runs that wait for a decision beyond those that are listed. */
    unlisted: waiting.reduce((sum, { runs, total }) => sum + total - runs.length, 0),
  };
}

/** Whether nothing is open. */
export const hasNothingOpen = (open: Readonly<Record<string, readonly unknown[]>>): boolean =>
  Object.values(open).every(({ length }) => length === 0);
