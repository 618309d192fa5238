import { mayInCompetition } from '@dossard/contract/access/permissions.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { profile } from '../queries/account.queries.ts';
import { myCompetitions } from '../queries/competition.queries.ts';
import { formatDay } from '../text/formats.ts';

/** Lists the competitions that the reader administers. */
export function useManagedCompetitions(): Competition[] {
  const { data: reader } = useQuery(profile());
  const { data } = useQuery(myCompetitions());
  return (data?.competitions ?? []).filter(({ role }) => mayInCompetition(reader ?? null, role, 'manage_competition'));
}

/** Names a competition in a list to choose from. */
export const competitionOption = ({ id, name, date }: Competition) => [id, `${name} · ${formatDay(date)}`] as const;
