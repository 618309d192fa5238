import type { CompetitionCounts } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { countsOf } from '../queries/competition.queries.ts';
import { useReads } from '../ui/failure/reading.tsx';
import { useCompetition } from './may.ts';

/** How much there is of each part of a competition; `others` are its members besides the reader, who may be none. */
export type Counts = CompetitionCounts & { others: number };

/** How many others are in a competition: its members, and the links by which judges come without an account. */
export const countInvited = ({ others, judge_links }: Counts): number => others + judge_links;

/**
 * Reads how much there is of each part of a competition: undefined while unknown, and for those who see no riders. They
 * are settled a moment after the competition is known: what depends on them would move when they arrive.
 */
export function useCounts(competitionId: number | undefined) {
  const { read, competition, may } = useCompetition(competitionId);
  const isShown = competition !== undefined && may('see_participants');
  const counts = useQuery({ ...countsOf(competition?.id ?? Number.NaN), enabled: isShown });
  const reads = useReads({ read }, isShown ? { counts } : {});
  const others = (counts.data?.members ?? 0) - (competition?.role ? 1 : 0);
  return { counts: counts.data && { ...counts.data, others }, isSettled: reads.data !== undefined };
}
