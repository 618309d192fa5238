import type { Role } from '@dossard/contract/access/permissions.ts';
import { mayInCompetition } from '@dossard/contract/access/permissions.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { profile } from '../../queries/account.queries.ts';
import { competitionById } from '../../queries/competition.queries.ts';
import { membersChanged } from '../../queries/member.queries.ts';

/**
 * What follows when readers change their own role: whoever may no more manage the users leaves the page, for the
 * competition or, without any role, for the list of competitions. Answers whether that was so.
 */
export function useLeaveWithoutRights(competitionId: number): (role: Role | null) => Promise<boolean> {
  const { data: reader } = useQuery(profile());
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (role) => {
    if (mayInCompetition(reader ?? null, role, 'manage_members')) return false;
    const params = { competitionId: String(competitionId) };
    // The next page asks for what the new role may see, and no more.
    if (role !== null) await queryClient.fetchQuery({ ...competitionById(competitionId), staleTime: 0 });
    if (role === null) await navigate({ to: '/competitions' });
    else await navigate({ to: '/competitions/$competitionId/zones', params });
    await membersChanged(queryClient, competitionId);
    return true;
  };
}
