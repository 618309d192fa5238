import { listMembers } from '@dossard/contract/members/member.endpoints.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { competitionById } from './competition.queries.ts';

export const membersOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['members', competitionId],
    queryFn: ({ signal }) => callApi(listMembers, { params: { id: competitionId }, signal }),
  });

/** Invalidates the users of a competition, and the reader's own permissions there. */
export async function invalidateMembers(queryClient: QueryClient, competitionId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: membersOf(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: competitionById(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['competitions'] }),
  ]);
}

/** Returns a user's full name. */
export const nameOf = ({ first_name, last_name }: Member): string => `${first_name} ${last_name}`;
