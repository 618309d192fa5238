import type { CompetitionCounts } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { competitionById, countsOf } from '../queries/competition.queries.ts';
import { useReads } from '../ui/failure/reading.tsx';
import { useMay } from './may.ts';

/** How many others are in a competition: its members, and the links by which judges come without an account. */
export const countInvited = ({ members, judge_links }: CompetitionCounts): number => members - 1 + judge_links;

interface Counts {
  /** Undefined while unknown, and for those who see no riders. */
  counts: CompetitionCounts | undefined;
  /** False for a moment while they load: what depends on them would move when they arrive. */
  isSettled: boolean;
}

/** Reads how much there is of each part of a competition; its moment begins once the competition is known. */
export function useCounts(competitionId: number | undefined): Counts {
  const id = competitionId ?? Number.NaN;
  const competition = useQuery({ ...competitionById(id), enabled: competitionId !== undefined });
  const { may } = useMay(competition.data?.role);
  const isShown = competition.data !== undefined && may('see_participants');
  const counts = useQuery({ ...countsOf(id), enabled: isShown });
  const reads = useReads({ competition }, isShown ? { counts } : {});
  return { counts: counts.data, isSettled: reads.data !== undefined };
}
