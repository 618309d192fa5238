import type { CompetitionCounts } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { countsOf } from '../queries/competition.queries.ts';
import { useReads } from '../ui/failure/reading.tsx';
import { useCompetition } from './may.ts';

/** How many others are in a competition: its members, and the links by which judges come without an account. */
export const countInvited = ({ members, judge_links }: CompetitionCounts): number => members - 1 + judge_links;

/**
 * Reads how much there is of each part of a competition: undefined while unknown, and for those who see no riders. They
 * are settled a moment after the competition is known: what depends on them would move when they arrive.
 */
export function useCounts(competitionId: number | undefined) {
  const { read, competition, may } = useCompetition(competitionId);
  const isShown = competition !== undefined && may('see_participants');
  const counts = useQuery({ ...countsOf(competition?.id ?? Number.NaN), enabled: isShown });
  const reads = useReads({ read }, isShown ? { counts } : {});
  return { counts: counts.data, isSettled: reads.data !== undefined };
}
