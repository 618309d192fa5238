import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { Complaint } from '@dossard/contract/complaints/complaint.schema.ts';
import type { RunRequest } from '@dossard/contract/judges/desk.schema.ts';
import type { Progress } from '@dossard/contract/participants/participant.schema.ts';
import { listGaps } from '@dossard/contract/results/completeness.ts';
import type { ManagedResult } from '@dossard/contract/results/result.schema.ts';
import type { RunChecks } from '@dossard/contract/runs/run.check.schema.ts';
import type { UnresolvedRun } from '@dossard/contract/runs/unresolved.run.schema.ts';
import type { OpenTie } from '@dossard/contract/ties/tie.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';

/** What is known of a competition before its results are signed. */
export interface JuryFacts {
  results: readonly ManagedResult[];
  riders: Progress['riders'];
  zones: readonly Zone[];
  checks: RunChecks['zones'];
  ties: readonly OpenTie[];
  complaints: readonly Complaint[];
  /** Runs of unknown bibs, and those that arrived after the end of a link. */
  unresolved: readonly UnresolvedRun[];
  quarantined: readonly UnresolvedRun[];
  requests: readonly RunRequest[];
}

/** What is open, of one group or of none. */
export interface OpenMatters
  extends Pick<JuryFacts, 'ties' | 'complaints' | 'unresolved' | 'quarantined' | 'requests'> {
  gaps: ReturnType<typeof listGaps<Progress['riders'][number]>>;
  /** The zones whose runs are not all checked on paper. */
  unchecked: { zone_id: number; runs: number; checked: number }[];
}

/** The copy for the jury: what is open of each group, and of riders in no group of the competition. */
export function layOutJuryCopy(facts: JuryFacts, competition: Competition) {
  const { riders, zones, checks } = facts;
  const groupOf = new Map(riders.map((rider) => [rider.dossard, groupKey(rider)]));
  const complaints = facts.complaints.filter(({ state }) => state === 'open');
  const requests = facts.requests.filter(({ state }) => state === 'open');
  const known = new Set(facts.results.map(groupKey));
  const listOpen = (isOf: (key: string | undefined) => boolean) => {
    const inGroup = (one: Group) => isOf(groupKey(one));
    return {
      ties: facts.ties.filter(inGroup),
      complaints: complaints.filter(inGroup),
      unresolved: facts.unresolved.filter(inGroup),
      quarantined: facts.quarantined.filter(inGroup),
      requests: requests.filter(({ run }) => isOf(groupOf.get(run.dossard))),
    };
  };
  const asksForChecks = competition.official_needs_checked === true || facts.results.some(({ checked }) => checked > 0);
  const groups = facts.results.map((result) => {
    const key = groupKey(result);
    const unchecked = checks.flatMap(({ zone_id, groups = [] }) =>
      groups
        .filter((group) => groupKey(group) === key && group.checked < group.runs)
        .map(({ runs, checked }) => ({ zone_id, runs, checked })),
    );
    const open: OpenMatters = {
      ...listOpen((one) => one === key),
      gaps: listGaps(result, riders, zones, competition),
      unchecked: asksForChecks ? unchecked : [],
    };
    return { result, open };
  });
  const others: OpenMatters = { ...listOpen((one) => one === undefined || !known.has(one)), gaps: [], unchecked: [] };
  return { groups, others };
}

/** Whether nothing is open. */
export const hasNothingOpen = (open: OpenMatters): boolean => Object.values(open).every(({ length }) => length === 0);
